// fuzz/tptp_fuzz.cc - any bytes as a TPTP text: an InputError or formulae, and every formula that
// is read prints as text that reads back as the same term.
#include "dag/dag.h"
#include "text/tptp.h"

#include <fmt/format.h>

#include <cstdlib>

using namespace winnow;

namespace {

void check(TermBank& bank, const Formula& formula) {
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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  if (text.find("include") != std::string_view::npos) return 0;  // no files from here
  TermBank bank;
  Problem problem = parse_tptp(text, bank, {.keep_going = true});
  for (const Formula& formula : problem.formulas) check(bank, formula);
  bool failed = false;
  try {
    parse_tptp(text, bank);
  } catch (const InputError&) {
    failed = true;
  }
  if (failed == problem.skipped.empty()) std::abort();
  return 0;
}
