// fuzz/tptp_fuzz.cc - any bytes as a TPTP text: an InputError or formulas. Every formula that is
// read prints as text that reads back as the same term; a problem that can be ranked ranks the
// same after it was printed and read again.
#include "checks.h"
#include "dag/dag.h"
#include "text/tptp.h"

#include <fmt/format.h>

#include <cstdlib>
#include <string>

using namespace winnow;

namespace {

void check_print(TermBank& bank, const Formula& formula) {
  std::string printed = print_tptp(bank.view(), formula);
  TermId again{};
  try {
    again = TptpParser(bank).parse(printed).term;
  } catch (const InputError& error) {
    fmt::print(stderr, "{}\nprinted as {}\ngives {}\n", formula.text, printed, error.what());
    std::abort();
  }
  if (again != formula.term) {
    fmt::print(stderr, "{}\nprinted as {}\nis another term\n", formula.text, printed);
    std::abort();
  }
  if (bank.kind(formula.term) != Kind::type)
    DagBuilder().build(bank.view(), std::span(&formula.term, 1));
}

// Names and scores, best first; empty if the problem is none that can be ranked.
std::string ranked(std::string_view text) {
  std::string result;
  try {
    for (const Ranked& each :
         fuzz::rank_checked(fuzz::plain_selector(), text, {.ranker = "tfidf+sine"}))
      result += fmt::format("{} {} {}\n", each.name, each.score, each.required);
  } catch (const InputError&) {
  }
  return result;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  if (text.find("include") != std::string_view::npos) return 0;  // no files from here
  TermBank bank;
  Problem problem = parse_tptp(text, bank, {.keep_going = true});
  std::string printed;
  for (const Formula& formula : problem.formulas) {
    check_print(bank, formula);
    printed += print_tptp(bank.view(), formula) + "\n";
  }
  bool failed = false;
  try {
    parse_tptp(text, bank);
  } catch (const InputError&) {
    failed = true;
  }
  fuzz::check(failed != problem.skipped.empty(), "what is skipped is what is refused");
  if (!failed) fuzz::check(ranked(text) == ranked(printed), "a printed problem ranks the same");
  return 0;
}
