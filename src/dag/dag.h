// dag/dag.h - formulae as one directed acyclic graph with shared subterms (spec: formula to graph).
// in: terms of a bank, one per formula     out: nodes, arguments before parents, and a root each
// Several formulae given together share nodes: that is the joint graph of an example's premises.
//
// A node is a term within a scope: closed terms are one node wherever they stand; a term with
// variables is one node within the closed quantified term that binds them, so a variable is one
// node per binder. Types are no nodes.
#pragma once

#include "term/term_bank.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace winnow {

enum class NodeId : std::uint32_t {};
constexpr std::uint32_t index(NodeId id) { return static_cast<std::uint32_t>(id); }

// How variables are labelled: one label for all (the paper), or bound ones by binder depth within
// their scope and free ones by first occurrence, so that an upward pass can tell p(X,X) from
// p(X,Y).
enum class VariableLabels : std::uint8_t { generic, indexed };

// An edge's label is the parent's symbol if that is a connective, equality or quantifier, else
// the parent's kind; and the rank of the argument.
struct EdgeLabel {
  SymbolId symbol;     // of the parent; only meaningful if its kind is one of those three
  Kind kind;           // of the parent
  std::uint32_t rank;  // not capped here; models have tables of limited size
};

// A model's table has this many ranks for each symbol or kind; a rank beyond it takes the last
// position. Statistics count how often that happens.
inline constexpr std::uint32_t kRankTable = 8;
constexpr std::uint32_t table_rank(std::uint32_t rank) {
  return rank < kRankTable ? rank : kRankTable - 1;
}

struct Dag {
  std::vector<SymbolId> labels;         // [nodes]
  std::vector<Kind> kinds;              // [nodes]
  std::vector<std::uint32_t> arg_ends;  // [nodes] where a node's arguments end in `args`
  std::vector<NodeId> args;             // [edges] f(a,a) has two edges to one node
  std::vector<std::uint32_t> ranks;     // [edges]
  std::vector<NodeId> roots;            // [formulae]

  std::uint32_t size() const { return static_cast<std::uint32_t>(labels.size()); }
  std::uint32_t first_edge(std::uint32_t node) const { return node == 0 ? 0 : arg_ends[node - 1]; }
  std::uint32_t edges() const { return static_cast<std::uint32_t>(args.size()); }
  EdgeLabel edge_label(NodeId parent, std::uint32_t edge) const {
    return {labels[index(parent)], kinds[index(parent)], ranks[edge]};
  }
  void clear();
};

// Whether arguments of this symbol have no order (rank 0 for all).
bool is_unordered(std::string_view name, Kind kind);
// Whether the symbol itself, not its kind, names the edges below it.
bool names_edges(Kind kind);
std::string to_string(const EdgeLabel& label, const SymbolView& symbols);  // "&0", "function2"

// Builds DAGs; keeps its working memory between calls. Not shared between threads.
class DagBuilder {
 public:
  explicit DagBuilder(VariableLabels variables = VariableLabels::generic) : variables_(variables) {}

  // The graph of all `roots` together. Needs: terms of `terms`, none of kind type.
  void build(const TermView& terms, std::span<const TermId> roots, Dag& dag);
  Dag build(const TermView& terms, std::span<const TermId> roots);

 private:
  struct Frame {
    TermId term;
    std::uint32_t scope;  // 0: closed, else the scope that its variables belong to
    std::uint32_t depth;  // variables bound around it within that scope
    std::uint32_t next;   // the argument to visit
    std::uint32_t first;  // where its finished arguments begin in `done_`
    std::uint32_t slot;   // where its node will be noted
  };
  struct Slot {
    std::uint64_t key = 0;  // scope and term
    std::uint32_t epoch = 0;
    std::uint32_t node = 0;
  };
  bool visit_arguments(const TermView& terms, Dag& dag);
  bool visit(const TermView& terms, TermId term, std::uint32_t scope, std::uint32_t depth,
             Dag& dag);
  void open_frame(std::uint64_t key, const Frame& frame);
  void add_node(const TermView& terms, const Frame& frame, Dag& dag);
  SymbolId label(const TermView& terms, const Frame& frame) const;
  std::uint32_t find(std::uint64_t key);  // its slot, or the slot where it belongs
  void grow();

  VariableLabels variables_;
  std::vector<Slot> slots_;
  std::uint32_t used_ = 0;
  std::uint32_t epoch_ = 0;
  std::uint32_t scopes_ = 0;
  std::vector<Frame> frames_;
  std::vector<std::uint32_t> done_;  // finished nodes whose parent is not finished
};

// Levels: level_up(n) = 1 + max over n's arguments (leaves 0); level_down(n) = 1 + max over n's
// parents (nodes without parents 0). The nodes of one level do not depend on each other.
std::vector<std::uint32_t> levels_up(const Dag& dag);
std::vector<std::uint32_t> levels_down(const Dag& dag);

}  // namespace winnow
