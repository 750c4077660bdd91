// Options as a program that links winnow has them: by name, by preset, and within their ranges.
#include <winnow/winnow.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using winnow::ModelOptions;
using winnow::TrainOptions;

template <class Call>
std::string refusal(Call&& call) {
  try {
    call();
  } catch (const winnow::InputError& error) {
    return std::string(to_string(code_of(error))) + ": " + error.what() + " | " + error.hint();
  }
  return "";
}

TEST(Options, APresetNeedsNoCommandLine) {
  ModelOptions model;
  TrainOptions train;
  winnow::apply_preset("holstep", model, train);
  EXPECT_EQ(model.embedder, "daglstm");
  EXPECT_EQ(model.width, 256u);
  EXPECT_TRUE(model.precedents);
  EXPECT_EQ(train.learning_rate, 0.002);
}

TEST(Options, APresetKeepsWhatItIsToldToKeep) {
  ModelOptions model{.width = 64};
  TrainOptions train;
  winnow::apply_preset("holstep", model, train,
                       [](std::string_view option) { return option == "width"; });
  EXPECT_EQ(model.width, 64u);
  EXPECT_EQ(model.mode, "pair");
}

TEST(Options, HaveNamesAndRanges) {
  ModelOptions model;
  TrainOptions train;
  winnow::set_option("lazy-rows", "true", model, train);
  EXPECT_TRUE(train.lazy_rows);
  auto set = [&](const char* name, const char* text) {
    return refusal([&] { winnow::set_option(name, text, model, train); });
  };
  EXPECT_EQ(set("width", "0"), "option_value: width cannot be 0 | it goes from 1 to 4096");
  EXPECT_EQ(set("width", "12x"), "option_value: width cannot be '12x' | it goes from 1 to 4096");
  EXPECT_EQ(set("match", "yes"), "option_value: match cannot be 'yes' | it is true or false");
  EXPECT_EQ(
      set("mode", "pairs"),
      "option_value: mode cannot be 'pairs' | did you mean 'pair'? choose one of: joint, pair");
  EXPECT_NE(set("widht", "3").find("did you mean 'width'?"), std::string::npos);
  EXPECT_NE(refusal([&] { winnow::apply_preset("mizer", model, train); }).find("'mizar'"),
            std::string::npos);
  EXPECT_EQ(model.width, ModelOptions{}.width);
}

TEST(Options, OfCallsHaveTheRangesOfTheCommandLine) {
  auto open = [](std::uint32_t threads) {
    return refusal([&] { winnow::Selector::open({.model = "none", .threads = threads}); });
  };
  EXPECT_EQ(open(0), "option_value: threads cannot be 0 | it goes from 1 to 1024");
  EXPECT_EQ(open(1u << 31), "option_value: threads cannot be 2147483648 | it goes from 1 to 1024");

  winnow::Selector selector = winnow::Selector::open({.model = "none"});
  selector.add("fof(a, axiom, p).");
  const char* goal = "fof(g, conjecture, p).";
  EXPECT_EQ(refusal([&] { selector.rank(goal, {.trust = -1}); }),
            "option_value: trust cannot be -1 | it is at least 0");
  EXPECT_EQ(refusal([&] { selector.rank(goal, {.rerank = 0}); }),
            "option_value: rerank cannot be 0 | it is at least 1");
  EXPECT_EQ(refusal([&] { selector.rank(goal, {.required_roles = {"axioms"}}); }).substr(0, 80),
            "option_value: keep-roles cannot be 'axioms' | did you mean 'axiom'? it is one of");
  EXPECT_EQ(refusal([&] { selector.rank(goal, {.k = 0}); }),
            "option_value: k cannot be 0 | it is at least 1");
  EXPECT_EQ(refusal([&] { winnow::prove(selector, goal, {.time_limit_s = 0}); }),
            "option_value: time cannot be 0 | it goes from 0.001 to 100000000");
  EXPECT_EQ(refusal([&] { winnow::prove(selector, goal, {.provers = {"true"}, .jobs = 0}); }),
            "option_value: jobs cannot be 0 | it goes from 1 to 1024");
  EXPECT_EQ(refusal([&] { winnow::prove(selector, goal, {.provers = {"true"}, .memory_mib = 0}); }),
            "option_value: memory cannot be 0 | it goes from 1 to 1073741824");
  EXPECT_EQ(refusal([&] { winnow::prove(selector, goal, {.numbers = "roman"}); }),
            "option_value: numbers cannot be 'roman' | choose one of: interpreted, free, auto");
  winnow::LibraryBuilder builder;
  EXPECT_EQ(refusal([&] { builder.save("/dev/null", {.threads = 0}); }),
            "option_value: threads cannot be 0 | it goes from 1 to 1024");
}

// What the command line finds wrong before any work, a program that links winnow can ask as well.
TEST(Options, OfCallsCanBeCheckedBeforeAnyWork) {
  auto rank = [](const winnow::RankOptions& options) {
    return refusal([&] { winnow::check(options); });
  };
  auto prove = [](const winnow::ProveOptions& options) {
    return refusal([&] { winnow::check(options); });
  };
  using testing::HasSubstr;
  EXPECT_EQ(rank({}), "");
  EXPECT_EQ(rank({.ranker = "winnow+0.5*knn", .required_roles = {"definition"}}), "");
  EXPECT_THAT(rank({.ranker = "tfdif"}), HasSubstr("did you mean 'tfidf'?"));
  EXPECT_THAT(rank({.ranker = "tfidf/knn"}), HasSubstr("no ranker is called 'tfidf/knn'"));
  EXPECT_THAT(rank({.first_stage = "vector"}), HasSubstr("did you mean 'vectors'?"));
  EXPECT_THAT(rank({.required_roles = {"definiton"}}), HasSubstr("did you mean 'definition'?"));
  EXPECT_THAT(rank({.rerank = 0}), HasSubstr("rerank cannot be 0"));
  EXPECT_THAT(rank({.trust = -1}), HasSubstr("trust cannot be -1"));

  const std::vector<std::string> provers = {"true {file}"};
  EXPECT_EQ(prove({.rank = {.ranker = "auto/tfidf/knn"}, .provers = provers}), "");
  EXPECT_THAT(prove({.rank = {.ranker = "knn/tfdif"}, .provers = provers}),
              HasSubstr("did you mean 'tfidf'?"));
  EXPECT_THAT(prove({.rank = {.first_stage = "vector"}, .provers = provers}),
              HasSubstr("did you mean 'vectors'?"));
  EXPECT_THAT(prove({.provers = {"cvc6"}}), HasSubstr("did you mean 'cvc5'?"));
  EXPECT_THAT(prove({.provers = provers, .schedule = "no schedule\n"}), HasSubstr("schedule:1"));
}

TEST(Options, NamesOfProversCanBeCheckedWhetherOrNotTheyAreThere) {
  winnow::check_prover_name("vampire:casc");
  winnow::check_prover_name("no-such-program {file}");
  EXPECT_THROW(winnow::check_prover_name("cvc6"), winnow::InputError);
}

}  // namespace
