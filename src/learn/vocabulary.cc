#include "learn/vocabulary.h"

#include "dag/dag.h"
#include "dag/features.h"
#include "dag/precedent_table.h"
#include "term/term_keys.h"

#include <utility>
#include <vector>

namespace winnow {

namespace {

// How often each term is a premise of the examples.
std::vector<std::uint32_t> premise_counts(const Store& store, std::span<const ExampleId> examples) {
  std::vector<std::uint32_t> counts(store.terms().size, 0);
  for (ExampleId example : examples)
    for (Premise premise : store.premises(example)) ++counts[index(store.term(premise.formula()))];
  return counts;
}

}  // namespace

LabelTable learn_labels(const Store& store, std::span<const ExampleId> examples,
                        VariableLabels variables, std::uint32_t least) {
  LabelCounter counter;
  DagBuilder builder(variables);
  Dag dag;
  std::vector<std::uint8_t> seen(store.terms().size, 0);
  auto add = [&](TermId term) {
    if (seen[index(term)]++ != 0) return;
    builder.build(store.terms(), std::span(&term, 1), dag);
    counter.add(dag, store.terms().symbols);
  };
  for (ExampleId example : examples) {
    add(store.term(store.conjecture(example)));
    for (Premise premise : store.premises(example)) add(store.term(premise.formula()));
  }
  return counter.table(least);
}

FormulaTable learn_formulas(const Store& store, std::span<const ExampleId> examples,
                            std::uint32_t least) {
  if (least == 0) return {};
  std::vector<std::uint32_t> counts = premise_counts(store, examples);
  std::vector<std::uint64_t> keys;
  std::vector<std::uint64_t> all = term_keys(store.terms(), symbol_keys(store.terms().symbols));
  for (std::size_t term = 0; term < counts.size(); ++term)
    if (counts[term] >= least) keys.push_back(all[term]);
  return FormulaTable(std::move(keys));
}

// A premise that occurs once has no precedents while training; most steps of HOL Light proofs are
// such, and would be the larger part of a model's file.
PrecedentTable learn_precedents(const Store& store, std::span<const ExampleId> examples) {
  PrecedentCollector collector;
  std::vector<std::uint32_t> counts = premise_counts(store, examples);
  FeatureReader reader(store.terms());
  FeatureTable symbols;
  for (ExampleId example : examples) {
    TermId conjecture = store.term(store.conjecture(example));
    FeatureSets sets;
    reader.add(conjecture, FeatureKind::symbols, symbols, sets);
    std::vector<std::uint64_t> keys;
    for (FeatureId id : sets.ids) keys.push_back(symbols.hashes()[index(id)]);
    std::vector<PrecedentCollector::Formula> premises;
    for (Premise premise : store.premises(example))
      if (TermId term = store.term(premise.formula()); counts[index(term)] >= 2)
        premises.push_back({reader.hash(term), premise.useful()});
    collector.add(reader.hash(conjecture), keys, premises);
  }
  return collector.take();
}

}  // namespace winnow
