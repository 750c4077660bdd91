#include "dag/dag.h"

#include "term/hash.h"
#include "winnow/error.h"

#include <algorithm>

namespace winnow {

namespace {

// A quantifier's binding is the variable, or ":"(type, variable).
TermId bound_variable_of(const TermView& terms, TermId binding) {
  return terms.kind(binding) == Kind::type ? terms.args(binding).back() : binding;
}

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

bool is_unordered(std::string_view name, Kind kind) {
  if (kind == Kind::equality) return true;
  if (kind != Kind::connective) return false;
  return name == "&" || name == "|" || name == "<=>" || name == "<~>" || name == "/\\" ||
         name == "\\/";
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
  if (++epoch_ == 0) {
    slots_.clear();
    epoch_ = 1;
  }
  used_ = 0;
  scopes_ = 0;
  frames_.clear();  // a build that ran out of memory leaves them behind
  done_.clear();
  if (slots_.empty()) grow();
  for (TermId root : roots) {
    // A formula binds its free variables itself: as a root it counts as closed.
    std::uint32_t slot = find(index(root));
    if (slots_[slot].epoch != epoch_) {
      open_frame(index(root), {root, ++scopes_, 0, 0, 0, slot});
      while (!frames_.empty()) {
        if (visit_arguments(terms, dag)) continue;
        Frame frame = frames_.back();
        frames_.pop_back();
        add_node(terms, frame, dag);
      }
      done_.clear();
      slot = find(index(root));
    }
    dag.roots.push_back(NodeId{slots_[slot].node});
  }
}

// Visits the arguments of the innermost frame that are left. True if a frame was opened for one.
bool DagBuilder::visit_arguments(const TermView& terms, Dag& dag) {
  Frame& frame = frames_.back();
  auto args = terms.args(frame.term);
  bool quantifier = terms.kind(frame.term) == Kind::quantifier;
  while (frame.next < args.size()) {
    std::uint32_t n = frame.next++;
    std::uint32_t depth = frame.depth;
    TermId arg = args[n];
    if (quantifier) {
      // The n-th variable stands n deeper than the quantifier, the body below all of them.
      depth += n;
      if (n + 1 < args.size()) arg = bound_variable_of(terms, arg);
    }
    if (terms.kind(arg) != Kind::type && visit(terms, arg, frame.scope, depth, dag)) return true;
  }
  return false;
}

// Reads the node of `term`, makes it if it is a leaf, or opens a frame for it: then true.
bool DagBuilder::visit(const TermView& terms, TermId term, std::uint32_t scope, std::uint32_t depth,
                       Dag& dag) {
  std::uint64_t key =
      (terms.is_open(term) ? static_cast<std::uint64_t>(scope) << 32 : 0) | index(term);
  std::uint32_t slot = find(key);
  if (slots_[slot].epoch == epoch_) {
    done_.push_back(slots_[slot].node);
    return false;
  }
  auto first = static_cast<std::uint32_t>(done_.size());
  if (terms.args(term).empty()) {
    slots_[slot] = {key, epoch_, ~0u};
    add_node(terms, {term, scope, depth, 0, first, slot}, dag);
    if (2 * static_cast<std::size_t>(++used_) > slots_.size()) grow();
    return false;
  }
  if (terms.is_scope(term)) {
    scope = ++scopes_;
    depth = 0;
  }
  open_frame(key, {term, scope, depth, 0, first, slot});
  return true;
}

void DagBuilder::open_frame(std::uint64_t key, const Frame& frame) {
  slots_[frame.slot] = {key, epoch_, ~0u};
  frames_.push_back(frame);
  if (2 * static_cast<std::size_t>(++used_) > slots_.size()) grow();
}

SymbolId DagBuilder::label(const TermView& terms, const Frame& frame) const {
  SymbolId symbol = terms.symbol(frame.term);
  if (terms.symbols.kind(symbol) != Kind::variable) return symbol;
  if (variables_ == VariableLabels::generic) return kGenericVariable;
  VariableName variable = variable_name(terms.symbols.name(symbol));
  return variable.bound ? indexed_bound_variable(frame.depth)
                        : indexed_free_variable(variable.number);
}

// The node of a term whose arguments are done.
void DagBuilder::add_node(const TermView& terms, const Frame& frame, Dag& dag) {
  Kind kind = terms.kind(frame.term);
  bool unordered = is_unordered(terms.name(frame.term), kind);
  auto count = static_cast<std::uint32_t>(done_.size()) - frame.first;
  for (std::uint32_t n = 0; n < count; ++n) {
    std::uint32_t rank = n;
    if (unordered) rank = 0;
    if (ranks_last_apart(kind)) rank = n + 1 == count ? 1 : 0;
    dag.args.push_back(NodeId{done_[frame.first + n]});
    dag.ranks.push_back(rank);
  }
  auto node = dag.size();
  dag.labels.push_back(label(terms, frame));
  dag.kinds.push_back(kind);
  dag.arg_ends.push_back(dag.edges());
  slots_[frame.slot].node = node;
  done_.resize(frame.first);
  done_.push_back(node);
}

std::uint32_t DagBuilder::find(std::uint64_t key) {
  std::size_t mask = slots_.size() - 1;
  std::size_t at = mix(key, 1) & mask;
  while (slots_[at].epoch == epoch_ && slots_[at].key != key) at = (at + 1) & mask;
  return static_cast<std::uint32_t>(at);
}

void DagBuilder::grow() {
  std::vector<Slot> old = std::move(slots_);
  slots_.assign(old.empty() ? 1024 : 2 * old.size(), {});
  std::vector<std::uint32_t> moved(old.size());
  for (std::size_t i = 0; i < old.size(); ++i) {
    if (old[i].epoch != epoch_) continue;
    moved[i] = find(old[i].key);
    slots_[moved[i]] = old[i];
  }
  for (Frame& frame : frames_) frame.slot = moved[frame.slot];
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
