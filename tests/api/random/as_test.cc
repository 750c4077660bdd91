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

#include "tests/api/random/tiny_files.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

using testing::ElementsAre;
using testing::UnorderedElementsAre;

std::vector<std::string> names(const winnow::Selection& selection) {
  std::vector<std::string> names;
  for (const winnow::Ranked& each : selection) names.push_back(each.name);
  return names;
}

std::string model = "none", proofs;  // of the selector

winnow::Selector saved(const char* text, std::size_t changed_bit = 0, bool change = false) {
  winnow::LibraryBuilder builder;
  builder.add(text);
  builder.save("library.index", {.model = change ? "none" : model, .threads = 1});
  if (change) {
    std::fstream file("library.index", std::ios::in | std::ios::out | std::ios::binary);
    auto at = static_cast<std::streamoff>(changed_bit % std::filesystem::file_size("library.index"));
    file.seekg(at);
    char byte = static_cast<char>(file.get() ^ (1 << changed_bit % 8));
    file.seekp(at);
    file.put(byte);
  }
  return winnow::Selector::open(
      {.model = model, .index = "library.index", .proofs = proofs, .threads = 1});
}

winnow::Verdict proved(const winnow::Selector& selector, const char* problem,
                       const winnow::ProveOptions& options) {
  try {
    return winnow::prove(selector, problem, options).verdict;
  } catch (const winnow::Stopped&) {
    return winnow::Verdict::gave_up;
  }
}

void use(const std::vector<winnow::random_tester::TinyProof>& cases, bool has_model) {
  model = has_model ? "tiny.safetensors" : "none";
  proofs = cases.empty() ? "" : "proofs.store";
  if (has_model) winnow::random_tester::write_tiny_model(model);
  if (!cases.empty()) winnow::random_tester::write_tiny_store(proofs, cases);
}

)";

std::string quoted(const std::string& text) { return "R\"x(" + text + ")x\""; }

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
  if (is_learned(call.ranker))  // only the library knows in which order
    return "  EXPECT_EQ(names(" + asked(call) + ").size(), " +
           std::to_string(expected->premises.size()) + "u);\n";
  std::string names =
      listed(expected->premises, [](const PlainPremise& each) { return each.name; });
  return "  EXPECT_THAT(names(" + asked(call) + "),\n              " +
         (expected->close ? "Unordered" : "") + "ElementsAre(" + names + "));\n";
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
  std::string lines = "  {\n    std::ofstream(\"prover.sh\") << " +
                      quoted(fake_script(call.required, call.says)) + ";\n";
  lines += "    winnow::Cancellation cancel;\n";
  if (cancelled) lines += "    cancel.request();\n";
  lines +=
      "    winnow::ProveOptions options;\n    options.time_limit_s = 100;\n"
      "    options.slices = \"2,all\";\n    options.rank.ranker = \"tfidf\";\n"
      "    options.provers = {\"sh prover.sh {file}\"};\n    options.cancel = &cancel;\n"
      "    winnow::Verdict verdict = proved(selector, " +
      quoted(text_of(call.formulas)) + ", options);\n";
  lines += "    EXPECT_" + std::string(may.must_prove && !cancelled ? "EQ" : "NE") +
           "(verdict, winnow::Verdict::proved);\n";
  if (!may.may_refute || cancelled) lines += "    EXPECT_NE(verdict, winnow::Verdict::refuted);\n";
  return lines + "  }\n";
}

std::string open_lines(const Call& call) {
  std::string lines = "  use({";
  for (const TinyProof& proof : tiny_proofs(call)) {
    lines += "\n       {" + quoted(proof.conjecture) + ", {";
    for (const std::string& premise : proof.premises) lines += quoted(premise) + ", ";
    lines += "}},";
  }
  return lines + "}, " + (call.model ? "true" : "false") + ");\n";
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
      return "  selector = saved(" + quoted(text_of(plain.formulas())) + ");\n";
    case CallKind::open:
      plain.use(call.proofs, call.model);
      return open_lines(call) + "  selector = saved(" + quoted(text_of(plain.formulas())) + ");\n";
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

std::string before_tests() { return kBefore; }

std::string as_test(const Calls& calls, const std::string& name, const std::string& why) {
  std::string test = "// " + why + "\nTEST(RandomTester, " + name + ") {\n  use({}, false);\n" +
                     "  winnow::Selector selector = winnow::Selector::open({.model = \"none\"});\n";
  PlainLibrary plain;
  for (const Call& call : calls) test += lines(plain, call);
  return test + "}\n";
}

}  // namespace winnow::random_tester
