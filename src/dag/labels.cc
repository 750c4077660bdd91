#include "dag/labels.h"

#include "winnow/error.h"

#include <algorithm>

namespace winnow {

namespace {

constexpr const char* kOtherHead = "other";

std::string head_name(const EdgeLabel& label, const SymbolView& symbols) {
  return std::string(names_edges(label.kind) ? symbols.name(label.symbol) : to_string(label.kind));
}

}  // namespace

std::uint32_t LabelTable::edge_labels() const {
  std::uint32_t sum = 0;
  for (const Head& head : heads) sum += head.ranks;
  return sum;
}

std::string LabelTable::edge_label_name(std::uint32_t label) const {
  for (const Head& head : heads) {
    if (label < head.ranks) return head.name + std::to_string(label);
    label -= head.ranks;
  }
  throw ContractError("no such edge label", std::source_location::current());
}

void LabelCounter::add(const Dag& dag, const SymbolView& symbols) {
  for (std::uint32_t node = 0; node < dag.size(); ++node) {
    ++symbols_[{std::string(symbols.name(dag.labels[node])), dag.kinds[node]}];
    for (std::uint32_t edge = dag.first_edge(node); edge < dag.arg_ends[node]; ++edge) {
      EdgeLabel label = dag.edge_label(NodeId{node}, edge);
      std::uint32_t& ranks = ranks_[head_name(label, symbols)];
      ranks = std::max(ranks, std::min(label.rank + 1, kRankTable));
    }
  }
}

LabelTable LabelCounter::table(std::uint32_t least) const {
  LabelTable table;
  for (const auto& [symbol, count] : symbols_)
    if (count >= least) table.symbols.push_back({symbol.first, symbol.second});
  for (const auto& [name, ranks] : ranks_) table.heads.push_back({name, ranks});
  table.heads.push_back({kOtherHead, 2});
  return table;
}

BoundLabels::BoundLabels(const LabelTable& table, const SymbolView& symbols,
                         const SymbolCounts& counts)
    : rows_(symbols.size, kUnknown),
      rarities_(table.rarities),
      first_rarity_row_(table.first_rarity_row()),
      row_count_(table.rows()),
      edge_labels_(table.edge_labels()) {
  require(counts.with.empty() || counts.with.size() == symbols.size, "a count for each symbol");
  if (rarities_ != 0) ranges_ = rarity_ranges(counts, rarities_);
  std::map<std::pair<std::string_view, Kind>, std::uint32_t> known;
  for (std::uint32_t i = 0; i < table.symbols.size(); ++i)
    known[{table.symbols[i].name, table.symbols[i].kind}] = kFallbackRows + i;
  std::map<std::string_view, Head> heads;
  std::uint32_t first = 0;
  for (const LabelTable::Head& head : table.heads) {
    heads[head.name] = {first, head.ranks};
    first += head.ranks;
  }
  require(heads.contains(kOtherHead), "a label table without the head 'other'");
  auto head_of = [&](std::string_view name) {
    auto found = heads.find(name);
    return found != heads.end() ? found->second : heads.at(kOtherHead);
  };
  heads_.resize(symbols.size, heads.at(kOtherHead));
  for (std::uint32_t i = 0; i < symbols.size; ++i) {
    SymbolId id{i};
    auto found = known.find({symbols.name(id), symbols.kind(id)});
    if (found != known.end()) rows_[i] = found->second;
    if (names_edges(symbols.kind(id))) heads_[i] = head_of(symbols.name(id));
  }
  for (int kind = 0; kind < kKinds; ++kind)
    kind_heads_.push_back(head_of(to_string(static_cast<Kind>(kind))));
}

}  // namespace winnow
