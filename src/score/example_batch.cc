#include "score/example_batch.h"

#include "winnow/error.h"

namespace winnow {

std::vector<std::uint32_t> kept_positions(const Store& store, ExampleId example,
                                          const BatchDraws& draws) {
  auto all = store.premises(example);
  std::vector<std::uint32_t> kept;
  for (std::uint32_t position = 0; position < all.size(); ++position)
    if (!draws.drops_premise || !draws.drops_premise(example, all[position].formula()))
      kept.push_back(position);
  if (kept.empty() && !all.empty()) kept.push_back(0);
  return kept;
}

std::vector<Premise> kept_premises(const Store& store, ExampleId example, const BatchDraws& draws) {
  std::vector<Premise> kept;
  for (std::uint32_t position : kept_positions(store, example, draws))
    kept.push_back(store.premises(example)[position]);
  return kept;
}

BatchBuilder::BatchBuilder(const Store& store, const BoundLabels& labels,
                           const BoundFormulas& formulas, VariableLabels variables,
                           ExampleMode mode, const PrecedentReader* precedents)
    : store_(store),
      mode_(mode),
      precedents_(precedents),
      builder_(store.terms(), labels, formulas, variables) {}

ExampleBatch BatchBuilder::build(std::span<const ExampleId> examples, const BatchDraws& draws) {
  ExampleBatch batch;
  builder_.clear();
  auto symbol_dropout = [&](ExampleId example) -> ItemBatchBuilder::SymbolDropout {
    if (!draws.drops_symbol) return {};
    return [&draws, example](SymbolId symbol) { return draws.drops_symbol(example, symbol); };
  };
  // Pair mode shares graphs between the examples of a batch, so a batch has one draw there.
  ItemBatchBuilder::SymbolDropout pair_dropout;
  if (!examples.empty()) pair_dropout = symbol_dropout(examples.front());
  std::vector<TermId> terms;
  for (ExampleId example : examples) {
    terms.clear();
    for (Premise premise : kept_premises(store_, example, draws)) {
      batch.targets.push_back(premise.useful() ? 1.f : 0.f);
      terms.push_back(store_.term(premise.formula()));
    }
    TermId conjecture = store_.term(store_.conjecture(example));
    std::size_t first = builder_.items().size();
    if (mode_ == ExampleMode::pair) {
      builder_.add_pairs(conjecture, terms, pair_dropout);
    } else {
      ItemBatchBuilder::SymbolDropout own = symbol_dropout(example);
      builder_.add_joint(builder_.add_conjecture(conjecture, own), terms, own);
    }
    std::span<PremiseItem> items = builder_.items().subspan(first);
    for (std::size_t i = 0; i < items.size(); ++i)
      if (draws.drops_precedents && draws.drops_precedents(example, terms[i])) items[i].memory = 0;
    add_precedents(example, terms, items, draws);
    batch.item_ends.push_back(static_cast<std::uint32_t>(builder_.items().size()));
  }
  if (draws.sampled_negatives) {
    require(mode_ == ExampleMode::pair, "negatives would change the graph that premises share");
    for (ExampleId example : examples) {
      terms = draws.sampled_negatives(example);
      std::size_t first = builder_.items().size();
      builder_.add_pairs(store_.term(store_.conjecture(example)), terms, pair_dropout);
      add_precedents(example, terms, builder_.items().subspan(first), draws);
      batch.negative_ends.push_back(static_cast<std::uint32_t>(builder_.items().size()));
    }
  }
  static_cast<ItemBatch&>(batch) = builder_.take();
  return batch;
}

void BatchBuilder::add_precedents(ExampleId example, std::span<const TermId> premises,
                                  std::span<PremiseItem> items, const BatchDraws& draws) const {
  if (precedents_ == nullptr) return;
  std::uint32_t own = draws.own_precedent ? draws.own_precedent(example) : PrecedentTable::kNone;
  auto found = precedents_->read(store_.term(store_.conjecture(example)), premises, own);
  for (std::size_t i = 0; i < items.size(); ++i)
    if (!draws.drops_precedents || !draws.drops_precedents(example, premises[i]))
      items[i].precedents = found[i];
}

}  // namespace winnow
