// Any bytes as a store, as they are and with checksums put right. What is accepted is read in full:
// every accessor, every formula as text and as a graph. The sanitizers watch.
#include "dag/dag.h"
#include "data/store.h"
#include "data/store_format.h"
#include "text/hol.h"
#include "text/tptp.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace {

using namespace winnow;

void read_all(const Store& store) {
  DagBuilder generic(VariableLabels::generic), indexed(VariableLabels::indexed);
  for (std::uint32_t i = 0; i < store.formulas(); ++i) {
    FormulaId id{i};
    TermId root[] = {store.term(id)};
    levels_up(generic.build(store.terms(), root));
    levels_down(indexed.build(store.terms(), root));
    store.older_than(id);
    try {
      if (store.language(id) == Language::hol)
        print_hol(store.terms(), store.term(id)) + print_hol_tokens(store.terms(), store.term(id));
      else
        print_tptp(store.terms(), store.term(id), store.language(id));
    } catch (const ContractError&) {
      // A term that no parser makes may be refused, as long as it is not misread.
    }
  }
  for (std::uint32_t i = 0; i < store.examples(); ++i) {
    ExampleId id{i};
    std::vector<TermId> roots = {store.term(store.conjecture(id))};
    for (Premise premise : store.premises(id)) roots.push_back(store.term(premise.formula()));
    for (FormulaId formula : store.dependencies(id)) roots.push_back(store.term(formula));
    generic.build(store.terms(), roots);
    store.name(store.split(id));
    store.find_example(store.name(id));
  }
}

void open(std::span<const std::byte> bytes) {
  try {
    read_all(Store::from_bytes(bytes));
  } catch (const InputError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  auto bytes = std::as_bytes(std::span(data, size));
  open(bytes);
  std::vector<std::byte> sealed(bytes.begin(), bytes.end());
  store_format::seal(sealed);
  open(sealed);
  return 0;
}
