#include "dag/dag.h"

#include "winnow/error.h"

#include <algorithm>
#include <bit>

namespace winnow {

namespace {

bool ranks_last_apart(Kind kind) { return kind == Kind::quantifier || kind == Kind::sequent; }

}  // namespace

void Dag::clear() {
  labels.clear();
  kinds.clear();
  arg_ends.clear();
  args.clear();
  ranks.clear();
  roots.clear();
}

// Compares characters, not strings: this is asked for every node.
bool is_unordered(std::string_view name, Kind kind) {
  if (kind == Kind::equality) return true;
  if (kind != Kind::connective) return false;
  switch (name.size()) {
    case 1:
      return name[0] == '&' || name[0] == '|';
    case 2:
      return (name[0] == '/' && name[1] == '\\') || (name[0] == '\\' && name[1] == '/');
    case 3:
      return name[0] == '<' && (name[1] == '=' || name[1] == '~') && name[2] == '>';
    default:
      return false;
  }
}

bool names_edges(Kind kind) {
  return kind == Kind::connective || kind == Kind::equality || kind == Kind::quantifier;
}

std::string to_string(const EdgeLabel& label, const SymbolView& symbols) {
  std::string text(names_edges(label.kind) ? symbols.name(label.symbol) : to_string(label.kind));
  return text + std::to_string(label.rank);
}

Dag DagBuilder::build(const TermView& terms, std::span<const TermId> roots) {
  Dag dag;
  build(terms, roots, dag);
  return dag;
}

void DagBuilder::build(const TermView& terms, std::span<const TermId> roots, Dag& dag) {
  dag.clear();
  // A table as small as the last graph allows stays in the cache.
  begin_memo(std::max(kLeastBits, static_cast<int>(std::bit_width(2 * last_size_))));
  scopes_ = 0;
  rows_.clear();
  args_.clear();
  for (TermId root : roots) {
    // A formula binds its free variables itself: as a root it counts as closed.
    const Slot& slot = find(index(root));
    dag.roots.push_back(slot.epoch == epoch_ ? NodeId{slot.node} : walk(terms, root));
  }
  last_size_ = rows_.size();
  fill(terms, dag);
}

// Makes nodes of all below `root`, arguments first, and returns its node. A frame is a term some
// of whose arguments are not done.
NodeId DagBuilder::walk(const TermView terms, TermId root) {
  frames_.clear();
  done_.clear();
  open_frame(terms, index(root), terms.symbol(root), ++scopes_, 0);
  for (;;) {
    Frame& frame = frames_.back();
    if (frame.next == frame.end) {
      NodeId node = close_frame();
      if (frames_.empty()) return node;
      done_.push(node);
      continue;
    }
    TermId term = *frame.next++;
    std::uint32_t depth = frame.depth;
    frame.depth += frame.binds;
    bool binding = frame.binds && frame.next != frame.end;
    for (;; binding = false) {
      std::uint32_t open = terms.is_open(term);
      // A closed term is one node in all scopes.
      std::uint64_t key = static_cast<std::uint64_t>(frame.scope & -open) << 32 | index(term);
      Slot& slot = find(key);
      if (slot.epoch == epoch_) {
        done_.push(NodeId{slot.node});
        break;
      }
      auto args = terms.args(term);
      SymbolId symbol = terms.symbol(term);
      Kind kind = terms.symbols.kind(symbol);
      if (kind == Kind::type) {  // no node; but ":"(type, variable) binds the variable
        if (!binding || args.empty()) break;
        term = args.back();
        continue;
      }
      if (args.empty()) {
        done_.push(add_node(key, slot, label(terms, symbol, kind, depth), kind));
      } else if (kind == Kind::quantifier && !open) {
        open_frame(terms, key, symbol, ++scopes_, 0);
      } else {
        open_frame(terms, key, symbol, frame.scope, depth);
      }
      break;
    }
  }
}

inline void DagBuilder::open_frame(const TermView& terms, std::uint64_t key, SymbolId symbol,
                                   std::uint32_t scope, std::uint32_t depth) {
  auto args = terms.args(TermId{static_cast<std::uint32_t>(key)});
  Kind kind = terms.symbols.kind(symbol);
  done_.make_room(args.size());
  frames_.make_room(1);
  auto first = static_cast<std::uint32_t>(done_.size());
  frames_.push({key, args.data(), args.data() + args.size(), first,
                label(terms, symbol, kind, depth), scope, depth, kind, kind == Kind::quantifier});
}

// The innermost frame's arguments are done: it becomes a node.
inline NodeId DagBuilder::close_frame() {
  const Frame& frame = frames_.back();
  const NodeId* from = done_.begin() + frame.first;
  std::size_t count = done_.size() - frame.first;
  args_.make_room(count);
  for (std::size_t n = 0; n < count; ++n) args_.push(from[n]);
  done_.pop(count);
  frames_.pop(1);
  return add_node(frame.key, find(frame.key), frame.label, frame.kind);
}

inline NodeId DagBuilder::add_node(std::uint64_t key, Slot& slot, SymbolId label, Kind kind) {
  auto node = static_cast<std::uint32_t>(rows_.size());
  rows_.make_room(1);
  rows_.push({label, static_cast<std::uint32_t>(args_.size()), kind});
  slot = {key, epoch_, node};
  if (node > mask_ / 2) grow_memo();
  return NodeId{node};
}

inline SymbolId DagBuilder::label(const TermView& terms, SymbolId symbol, Kind kind,
                                  std::uint32_t depth) const {
  if (kind != Kind::variable) return symbol;
  if (variables_ == VariableLabels::generic) return kGenericVariable;
  VariableName variable = variable_name(terms.symbols.name(symbol));
  return variable.bound ? indexed_bound_variable(depth) : indexed_free_variable(variable.number);
}

// Hands the graph over, and ranks its edges.
void DagBuilder::fill(const TermView& terms, Dag& dag) const {
  std::size_t nodes = rows_.size();
  dag.labels.resize(nodes);
  dag.kinds.resize(nodes);
  dag.arg_ends.resize(nodes);
  dag.args.assign(args_.begin(), args_.end());
  dag.ranks.resize(args_.size());
  std::uint32_t* ranks = dag.ranks.data();  // all zero
  std::uint32_t begin = 0;
  for (std::size_t i = 0; i < nodes; ++i) {
    const Row& row = rows_[i];
    dag.labels[i] = row.label;
    dag.kinds[i] = row.kind;
    dag.arg_ends[i] = row.arg_end;
    if (row.arg_end - begin < 2) {
      if (row.arg_end != begin) ranks[begin] = ranks_last_apart(row.kind);
    } else if (ranks_last_apart(row.kind)) {
      ranks[row.arg_end - 1] = 1;
    } else if (!is_unordered(terms.symbols.name(row.label), row.kind)) {
      for (std::uint32_t edge = begin; edge < row.arg_end; ++edge) ranks[edge] = edge - begin;
    }
    begin = row.arg_end;
  }
}

// Forgets all nodes, and makes room for 2^bits.
void DagBuilder::begin_memo(int bits) {
  mask_ = (std::size_t{1} << bits) - 1;
  shift_ = 64 - bits;
  if (slots_.size() <= mask_) slots_.resize(mask_ + 1);
  if (++epoch_ != 0) return;
  slots_.assign(slots_.size(), {});
  epoch_ = 1;
}

void DagBuilder::grow_memo() {
  std::vector<Slot> old;
  for (const Slot& slot : std::span(slots_).first(mask_ + 1))
    if (slot.epoch == epoch_) old.push_back(slot);
  begin_memo(64 - shift_ + 1);
  for (const Slot& slot : old) find(slot.key) = {slot.key, epoch_, slot.node};
}

std::vector<std::uint32_t> levels_up(const Dag& dag) {
  std::vector<std::uint32_t> levels(dag.size(), 0);
  for (std::uint32_t node = 0; node < dag.size(); ++node)
    for (std::uint32_t edge = dag.first_edge(node); edge < dag.arg_ends[node]; ++edge)
      levels[node] = std::max(levels[node], levels[index(dag.args[edge])] + 1);
  return levels;
}

std::vector<std::uint32_t> levels_down(const Dag& dag) {
  std::vector<std::uint32_t> levels(dag.size(), 0);
  for (std::uint32_t node = dag.size(); node-- > 0;)
    for (std::uint32_t edge = dag.first_edge(node); edge < dag.arg_ends[node]; ++edge) {
      std::uint32_t& below = levels[index(dag.args[edge])];
      below = std::max(below, levels[node] + 1);
    }
  return levels;
}

}  // namespace winnow
