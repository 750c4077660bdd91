// `winnow doctor`: what it finds, what it misses and how it says so.
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace winnow {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

Json finding(const Json& report, const std::string& name) {
  for (const Json& each : report.at("findings"))
    if (each.at("name") == name) return each;
  return nullptr;
}

void make_program(const Scratch& scratch, const std::string& name, const std::string& script) {
  scratch.write(name, "#!/bin/sh\n" + script + "\n");
  std::filesystem::permissions(scratch.path(name), std::filesystem::perms::owner_all);
}

TEST(Doctor, TellsTheVersionOfAProver) {
  Scratch scratch;
  make_program(scratch, "cvc5", "echo 'This is a prover'; echo 'version 7.8.9'");
  Ran ran = scratch.run("PATH=.:$PATH winnow doctor --json");
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  Json cvc5 = finding(Json::parse(ran.out), "cvc5");
  EXPECT_EQ(cvc5.at("found"), true);
  EXPECT_THAT(cvc5.at("detail").get<std::string>(), HasSubstr("version 7.8.9"));
  EXPECT_EQ(cvc5.at("hint"), "");
}

TEST(Doctor, SaysHowToGetWhatIsMissing) {
  Ran ran = Scratch().run("PATH=$(dirname \"$(command -v winnow)\") winnow doctor --json");
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  Json report = Json::parse(ran.out);
  EXPECT_EQ(finding(report, "e").at("found"), false);
  EXPECT_EQ(finding(report, "e").at("needed"), true);
  EXPECT_THAT(finding(report, "e").at("hint").get<std::string>(),
              HasSubstr("apt-get install eprover"));
  EXPECT_THAT(finding(report, "dot").at("hint").get<std::string>(), HasSubstr("graphviz"));
}

TEST(Doctor, KnowsTheShippedModelsByVocabularyAndChecksum) {
  Ran ran = Scratch().run("winnow doctor --json");
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  for (const char* name : {"holstep", "mizar-joint", "mizar-pair", "mizar-rank"}) {
    Json model = finding(Json::parse(ran.out), name);
    EXPECT_EQ(model.at("found"), true) << name;
    EXPECT_THAT(model.at("detail").get<std::string>(),
                testing::ContainsRegex("[0-9]+ symbols, checksum [0-9a-f]{16}"))
        << name;
  }
}

TEST(Doctor, ReportsAModelThatCannotBeRead) {
  Scratch scratch;
  scratch.write("broken.safetensors", "not a model");
  Ran ran = scratch.run("WINNOW_MODELS=. winnow doctor --json");
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(finding(Json::parse(ran.out), "broken").at("found"), false);
  EXPECT_THAT(finding(Json::parse(ran.out), "broken").at("detail").get<std::string>(),
              HasSubstr("broken.safetensors"));
}

TEST(Doctor, IsNotHeldUpByAProgramThatFails) {
  Scratch scratch;
  make_program(scratch, "vampire", "kill -9 $$");
  Ran ran = scratch.run("PATH=.:$PATH winnow doctor");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("did not end well"));
  EXPECT_THAT(ran.out, HasSubstr("cores"));
}

}  // namespace
}  // namespace winnow
