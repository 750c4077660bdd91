#include "score/item_batch.h"

#include <utility>

namespace winnow {

ItemBatchBuilder::ItemBatchBuilder(const TermView& terms, const BoundLabels& labels,
                                   const BoundFormulas& formulas, VariableLabels variables)
    : terms_(terms), labels_(labels), formulas_(formulas), builder_(variables) {}

void ItemBatchBuilder::add_alone(std::span<const TermId> formulas,
                                 const SymbolDropout& is_dropped) {
  for (const TermId& formula : formulas) {
    std::uint32_t graph = add_graph(std::span(&formula, 1), is_dropped);
    batch_.items.push_back({graph, 0, graph, formulas_.row(formula)});
  }
}

std::uint32_t ItemBatchBuilder::add_conjecture(TermId conjecture, const SymbolDropout& is_dropped) {
  return add_graph(std::span(&conjecture, 1), is_dropped);
}

void ItemBatchBuilder::add_joint(std::uint32_t conjecture, std::span<const TermId> premises,
                                 const SymbolDropout& is_dropped) {
  std::uint32_t graph = add_graph(premises, is_dropped);
  for (std::uint32_t root = 0; root < premises.size(); ++root)
    batch_.items.push_back({graph, root, conjecture, formulas_.row(premises[root])});
}

void ItemBatchBuilder::add_pairs(TermId conjecture, std::span<const TermId> premises,
                                 const SymbolDropout& is_dropped) {
  std::uint32_t beside = shared_graph(conjecture, is_dropped);
  batch_.forest.counts[beside] += static_cast<std::uint32_t>(premises.size());
  for (TermId premise : premises) {
    std::uint32_t graph = shared_graph(premise, is_dropped);
    ++batch_.forest.counts[graph];
    batch_.items.push_back({graph, 0, beside, formulas_.row(premise)});
  }
}

ItemBatch ItemBatchBuilder::take() {
  batch_.edge_labels = labels_.edge_labels();
  shared_.clear();
  return std::exchange(batch_, {});
}

void ItemBatchBuilder::clear() {
  shared_.clear();
  batch_ = {};
}

std::uint32_t ItemBatchBuilder::add_graph(std::span<const TermId> roots,
                                          const SymbolDropout& is_dropped) {
  builder_.build(terms_, roots, dag_);
  return batch_.forest.add(dag_, labels_, is_dropped);
}

std::uint32_t ItemBatchBuilder::shared_graph(TermId formula, const SymbolDropout& is_dropped) {
  auto [found, is_new] = shared_.try_emplace(index(formula), batch_.forest.graphs());
  if (is_new) {
    add_graph(std::span(&formula, 1), is_dropped);
    batch_.forest.counts.back() = 0;
  }
  return found->second;
}

}  // namespace winnow
