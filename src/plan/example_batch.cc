#include "plan/example_batch.h"

#include "winnow/error.h"

namespace winnow {

std::vector<std::uint32_t> kept_places(const Store& store, ExampleId example,
                                       const BatchDraws& draws) {
  auto all = store.premises(example);
  std::vector<std::uint32_t> kept;
  for (std::uint32_t place = 0; place < all.size(); ++place)
    if (!draws.leaves_out || !draws.leaves_out(example, all[place].formula()))
      kept.push_back(place);
  if (kept.empty() && !all.empty()) kept.push_back(0);
  return kept;
}

std::vector<Premise> kept_premises(const Store& store, ExampleId example, const BatchDraws& draws) {
  std::vector<Premise> kept;
  for (std::uint32_t place : kept_places(store, example, draws))
    kept.push_back(store.premises(example)[place]);
  return kept;
}

BatchBuilder::BatchBuilder(const Store& store, const BoundLabels& labels,
                           const BoundFormulas& formulas, VariableLabels variables, Mode mode,
                           const PrecedentReader* precedents)
    : store_(store),
      labels_(labels),
      formulas_(formulas),
      mode_(mode),
      precedents_(precedents),
      builder_(variables) {}

ExampleBatch BatchBuilder::build(std::span<const ExampleId> examples, const BatchDraws& draws) {
  ExampleBatch batch;
  graphs_.clear();
  // Pair mode shares graphs between the examples of a batch, so a batch has one mask there.
  pair_mask_ = {};
  if (draws.masks && !examples.empty())
    pair_mask_ = [&draws, first = examples.front()](SymbolId symbol) {
      return draws.masks(first, symbol);
    };
  for (ExampleId example : examples) {
    std::vector<Premise> premises = kept_premises(store_, example, draws);
    if (mode_ == Mode::pair) {
      add_pairs(example, premises, batch);
    } else {
      std::function<bool(SymbolId)> own;
      if (draws.masks)
        own = [&draws, example](SymbolId symbol) { return draws.masks(example, symbol); };
      add_joint(example, premises, own, batch);
    }
    std::size_t first = batch.targets.size(), item = first;
    std::vector<TermId> terms;
    for (Premise premise : premises) {
      batch.targets.push_back(premise.useful() ? 1.f : 0.f);
      TermId term = terms.emplace_back(store_.term(premise.formula()));
      bool forgotten = draws.forgets && draws.forgets(example, term);
      batch.items[item++].memory = forgotten ? 0 : formulas_.row(term);
    }
    add_precedents(example, first, terms, draws, batch);
    batch.item_ends.push_back(static_cast<std::uint32_t>(batch.items.size()));
  }
  if (!draws.sampled_negatives) return batch;
  require(mode_ == Mode::pair, "negatives would change the graph that premises share");
  for (ExampleId example : examples) {
    std::vector<TermId> negatives = draws.sampled_negatives(example);
    std::size_t first = batch.items.size();
    add_negatives(example, negatives, batch);
    add_precedents(example, first, negatives, draws, batch);
    batch.negative_ends.push_back(static_cast<std::uint32_t>(batch.items.size()));
  }
  return batch;
}

void BatchBuilder::add_joint(ExampleId example, std::span<const Premise> premises,
                             const std::function<bool(SymbolId)>& mask, ExampleBatch& batch) {
  roots_.assign(1, store_.term(store_.conjecture(example)));
  builder_.build(store_.terms(), roots_, dag_);
  std::uint32_t conjecture = batch.forest.add(dag_, labels_, mask);
  roots_.clear();
  for (Premise premise : premises) roots_.push_back(store_.term(premise.formula()));
  builder_.build(store_.terms(), roots_, dag_);
  std::uint32_t graph = batch.forest.add(dag_, labels_, mask);
  for (std::uint32_t root = 0; root < roots_.size(); ++root)
    batch.items.push_back({graph, root, conjecture});
}

void BatchBuilder::add_pairs(ExampleId example, std::span<const Premise> premises,
                             ExampleBatch& batch) {
  std::uint32_t conjecture = graph_of(store_.term(store_.conjecture(example)), batch);
  // The conjecture stands beside each premise, so it counts as often as there are premises.
  batch.forest.counts[conjecture] += static_cast<std::uint32_t>(premises.size());
  for (Premise premise : premises) {
    std::uint32_t graph = graph_of(store_.term(premise.formula()), batch);
    ++batch.forest.counts[graph];
    batch.items.push_back({graph, 0, conjecture});
  }
}

void BatchBuilder::add_negatives(ExampleId example, std::span<const TermId> negatives,
                                 ExampleBatch& batch) {
  std::uint32_t conjecture = graph_of(store_.term(store_.conjecture(example)), batch);
  batch.forest.counts[conjecture] += static_cast<std::uint32_t>(negatives.size());
  for (TermId term : negatives) {
    std::uint32_t graph = graph_of(term, batch);
    ++batch.forest.counts[graph];
    batch.items.push_back({graph, 0, conjecture, formulas_.row(term)});
  }
}

// For the items from `first` on, which are these formulas.
void BatchBuilder::add_precedents(ExampleId example, std::size_t first,
                                  std::span<const TermId> premises, const BatchDraws& draws,
                                  ExampleBatch& batch) const {
  if (precedents_ == nullptr) return;
  std::uint32_t own = draws.own_precedent ? draws.own_precedent(example) : PrecedentTable::kNone;
  auto found = precedents_->read(store_.term(store_.conjecture(example)), premises, own);
  for (std::size_t i = 0; i < premises.size(); ++i)
    if (!draws.forgets || !draws.forgets(example, premises[i]))
      batch.items[first + i].precedents = found[i];
}

std::uint32_t BatchBuilder::graph_of(TermId term, ExampleBatch& batch) {
  auto [found, is_new] = graphs_.try_emplace(index(term), batch.forest.graphs());
  if (is_new) {
    roots_.assign(1, term);
    builder_.build(store_.terms(), roots_, dag_);
    batch.forest.add(dag_, labels_, pair_mask_);
    batch.forest.counts.back() = 0;
  }
  return found->second;
}

}  // namespace winnow
