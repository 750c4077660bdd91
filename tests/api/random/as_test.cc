#include "fake_prover.h"
#include "plain_library.h"
#include "run.h"

#include <string>

namespace winnow::random_tester {

namespace {

// What the lines below use.
constexpr const char* kBefore = R"(#include <winnow/error.h>
#include <winnow/library.h>
#include <winnow/prove.h>
#include <winnow/selector.h>

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

using testing::ElementsAre;

std::vector<std::string> names(const winnow::Selection& selection) {
  std::vector<std::string> names;
  for (const winnow::Ranked& each : selection) names.push_back(each.name);
  return names;
}

winnow::Selector saved(const char* text, std::size_t changed_bit = 0, bool change = false) {
  winnow::LibraryBuilder builder;
  builder.add(text);
  builder.save("library.index", {.model = "none"});
  if (change) {
    std::fstream file("library.index", std::ios::in | std::ios::out | std::ios::binary);
    auto at = static_cast<std::streamoff>(changed_bit % std::filesystem::file_size("library.index"));
    file.seekg(at);
    char byte = static_cast<char>(file.get() ^ (1 << changed_bit % 8));
    file.seekp(at);
    file.put(byte);
  }
  return winnow::Selector::open({.model = "none", .index = "library.index"});
}

)";

std::string quoted(const std::string& text) { return "R\"(" + text + ")\""; }

std::string listed(const auto& items, const auto& name_of) {
  std::string text;
  for (const auto& item : items) text += (text.empty() ? "\"" : ", \"") + name_of(item) + "\"";
  return text;
}

std::string asked(const Call& call) {
  std::string required = listed(call.required, [](const std::string& name) { return name; });
  return "selector.rank(" + quoted(text_of(call.formulas)) +
         ",\n                {.k = " + std::to_string(call.k) + ", .ranker = \"" + call.ranker +
         "\", .required = {" + required + "}})";
}

std::string rank_lines(const PlainLibrary& plain, const Call& call) {
  const std::optional<PlainSelection> expected = plain.rank(call);
  if (!expected) return "  EXPECT_THROW(" + asked(call) + ", winnow::InputError);\n";
  std::string names =
      listed(expected->premises, [](const PlainPremise& each) { return each.name; });
  return "  EXPECT_THAT(names(" + asked(call) + "),\n              ElementsAre(" + names + "));" +
         (expected->close ? "  // in about this order\n" : "\n");
}

std::string corrupt_lines(const PlainLibrary& plain, const Call& call) {
  const std::string library = quoted(text_of(plain.formulas())),
                    goal = quoted(text_of({call.formulas.back()}));
  return "  try {  // refused, or the same\n    EXPECT_EQ(names(saved(" + library + ", " +
         std::to_string(call.byte) + ", true).rank(" + goal + ")),\n              names(saved(" +
         library + ").rank(" + goal + ")));\n  } catch (const winnow::InputError&) {\n  }\n";
}

std::string prove_lines(const PlainLibrary& plain, const Call& call) {
  const bool cancelled = call.kind == CallKind::cancel;
  const PlainOutcome may = plain.outcome(call);
  std::string lines =
      "  std::ofstream(\"prover.sh\") << " + quoted(fake_script(call.required, call.says)) + ";\n";
  if (cancelled) lines += "  winnow::Cancellation cancel;\n  cancel.request();\n";
  lines += "  winnow::Verdict verdict = winnow::prove(selector, " + quoted(text_of(call.formulas)) +
           ",\n      {.time_limit_s = 100, " + (cancelled ? ".cancel = &cancel, " : "") +
           ".rank = {.ranker = \"tfidf\"}, .slices = \"2,all\", .provers = {\"sh prover.sh "
           "{file}\"}}).verdict;\n";
  lines += "  EXPECT_" + std::string(may.must_prove && !cancelled ? "EQ" : "NE") +
           "(verdict, winnow::Verdict::proved);\n";
  if (!may.may_refute || cancelled) lines += "  EXPECT_NE(verdict, winnow::Verdict::refuted);\n";
  return lines;
}

std::string lines(PlainLibrary& plain, const Call& call) {
  const std::string text = quoted(text_of(call.formulas));
  switch (call.kind) {
    case CallKind::add:
      return "  EXPECT_EQ(selector.add(" + text + "), " + std::to_string(plain.add(call.formulas)) +
             "u);\n";
    case CallKind::add_wrong:
      return "  EXPECT_THROW(selector.add(" +
             quoted(text_of(call.formulas) + "fof(broken, axiom, p(a") +
             "), winnow::InputError);\n";
    case CallKind::size:
      return "  EXPECT_EQ(selector.size(), " + std::to_string(plain.size()) + "u);\n";
    case CallKind::rank:
      return rank_lines(plain, call);
    case CallKind::rank_wrong:
      return "  EXPECT_THROW(" + asked(call) + ", winnow::InputError);\n";
    case CallKind::save:
      plain.forget_roles();
      return "  selector = saved(" + quoted(text_of(plain.formulas())) + ");\n";
    case CallKind::corrupt:
      return corrupt_lines(plain, call);
    case CallKind::prove:
    case CallKind::cancel:
      return prove_lines(plain, call);
    case CallKind::plant:
      plain.lose_one();
      return "  // here the plain model was made to lose a formula\n";
  }
  return "";
}

}  // namespace

std::string as_test(const Calls& calls, const std::string& name, const std::string& why) {
  std::string test = kBefore + ("// " + why) + "\nTEST(RandomTester, " + name + ") {\n" +
                     "  winnow::Selector selector = winnow::Selector::open({.model = \"none\"});\n";
  PlainLibrary plain;
  for (const Call& call : calls) test += lines(plain, call);
  return test + "}\n";
}

}  // namespace winnow::random_tester
