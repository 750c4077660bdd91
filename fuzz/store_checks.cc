#include "store_checks.h"

#include "checks.h"
#include "dag/dag.h"
#include "data/store_text.h"
#include "rank/corpus.h"
#include "text/hol.h"
#include "text/tptp.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace winnow::fuzz {

namespace {

void check_hol(const Store& store, FormulaId id, const std::string& text) {
  TermBank bank;
  HolParser parser(bank);
  parser.set_constants(print_hol_tokens(store.terms(), store.term(id)));
  const TermId again = parser.parse(text);
  check(print_hol(bank.view(), again) == text, "a HOL term of a store reads back");
}

void check_tptp(const Store& store, FormulaId id, const std::string& text) {
  TermBank bank;
  const std::string_view language = to_string(store.language(id));
  Formula again = TptpParser(bank).parse(fmt::format("{}(f, axiom, {}).", language, text));
  check(print_tptp(bank.view(), again.term, again.language) == text,
        "a formula of a store reads back");
  again = TptpParser(bank).parse(annotated_text(store, id, "axiom"));
  check(print_tptp(bank.view(), again.term, again.language) == text,
        "a formula of a store reads back with its name");
}

// A formula read back into another bank has the same print; ids differ from bank to bank.
void check_text(const Store& store, FormulaId id) {
  const std::string text = formula_text(store, id);
  switch (syntax_of(store.language(id))) {
    case Syntax::tptp:
      return check_tptp(store, id, text);
    case Syntax::hol:
      return check_hol(store, id, text);
  }
}

void check_formulas(const Store& store, bool parsed) {
  DagBuilder generic(VariableLabels::generic), indexed(VariableLabels::indexed);
  for (std::uint32_t i = 0; i < store.formulas(); ++i) {
    FormulaId id{i};
    TermId root[] = {store.term(id)};
    levels_up(generic.build(store.terms(), root));
    levels_down(indexed.build(store.terms(), root));
    store.older_than(id);
    try {
      check_text(store, id);
    } catch (const InputError&) {
      check(!parsed, "what a parser makes reads back");
    }
  }
}

void check_examples(const Store& store) {
  DagBuilder builder(VariableLabels::generic);
  for (std::uint32_t i = 0; i < store.examples(); ++i) {
    ExampleId id{i};
    std::vector<TermId> roots = {store.term(store.conjecture(id))};
    for (Premise premise : store.premises(id)) roots.push_back(store.term(premise.formula()));
    for (FormulaId formula : store.dependencies(id)) roots.push_back(store.term(formula));
    builder.build(store.terms(), roots);
    store.name(store.split(id));
    check(store.find_example(store.name(id)).has_value(), "an example is found by its name");
  }
}

void check_rankings(const Store& store) {
  constexpr std::uint32_t kEnough = 4;  // examples: each ranking looks at all formulas
  try {
    Corpus corpus(store);
    for (std::uint32_t i = 0; i < std::min(store.examples(), kEnough); ++i) {
      Corpus::Question question = corpus.question(ExampleId{i});
      Ranking ranking = rank(corpus.evidence(question), {.ranker = parse_ranker("knn+sine")});
      check(ranking.size() == question.documents.size(), "all candidates are ranked");
    }
  } catch (const InputError&) {
    // A store may have no chronology, or one without this conjecture.
  }
}

}  // namespace

void check_store(const Store& store, bool parsed) {
  check_formulas(store, parsed);
  check_examples(store);
  check_rankings(store);
}

}  // namespace winnow::fuzz
