// dag/dag.h - formulas as one directed acyclic graph with shared subterms (docs/dag.md).
// in: terms of a bank, one per formula     out: nodes, arguments before parents, and a root each
// Several formulas given together share nodes: that is the joint graph of an example's premises.
//
// A node is a term within a scope: closed terms are one node wherever they stand; a term with
// variables is one node within the closed quantified term that binds them, so a variable is one
// node per binder. Types are no nodes.
#pragma once

#include "term/pile.h"
#include "term/ragged.h"
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

struct Dag {
  std::vector<SymbolId> labels;         // [nodes]
  std::vector<Kind> kinds;              // [nodes]
  std::vector<std::uint32_t> arg_ends;  // [nodes] where a node's arguments end in `args`
  std::vector<NodeId> args;             // [edges] f(a,a) has two edges to one node
  std::vector<std::uint32_t> ranks;     // [edges]
  std::vector<NodeId> roots;            // [formulas]

  std::uint32_t size() const { return static_cast<std::uint32_t>(labels.size()); }
  std::uint32_t first_edge(std::uint32_t node) const { return Ends(arg_ends).begin(node); }
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
    std::uint64_t key;    // scope and term, see Slot
    const TermId* next;   // the argument to visit
    const TermId* end;    // of the arguments
    std::uint32_t first;  // where its finished arguments begin in `done_`
    SymbolId label;
    std::uint32_t scope;  // that the variables below it belong to
    std::uint32_t depth;  // variables bound around the next argument within that scope
    Kind kind;
    bool binds;  // a quantifier: each argument stands one variable deeper
  };
  struct Slot {
    std::uint64_t key = 0;  // scope and term; the scope of a closed term is 0
    std::uint32_t epoch = 0;
    std::uint32_t node = 0;
  };
  struct Row {  // a node
    SymbolId label;
    std::uint32_t arg_end;
    Kind kind;
  };
  static constexpr int kLeastBits = 8;

  NodeId walk(TermView terms, TermId root);
  void open_frame(const TermView& terms, std::uint64_t key, SymbolId symbol, std::uint32_t scope,
                  std::uint32_t depth);
  NodeId close_frame();
  NodeId add_node(std::uint64_t key, Slot& slot, SymbolId label, Kind kind);
  SymbolId label(const TermView& terms, SymbolId symbol, Kind kind, std::uint32_t depth) const;
  void fill(const TermView& terms, Dag& dag) const;
  // The slot of `key`, or the slot where it belongs.
  Slot& find(std::uint64_t key) {
    Slot* slots = slots_.data();
    std::size_t at = (key * 0x9e3779b97f4a7c15ull) >> shift_;
    while (slots[at].epoch == epoch_ && slots[at].key != key) at = (at + 1) & mask_;
    return slots[at];
  }
  void begin_memo(int bits);
  void grow_memo();

  VariableLabels variables_;
  std::vector<Slot> slots_;
  std::size_t mask_ = 0;  // the slots up to this one are in use
  int shift_ = 0;
  std::size_t last_size_ = 0;  // of the graph before this one
  std::uint32_t epoch_ = 0;
  std::uint32_t scopes_ = 0;
  Pile<Frame> frames_;
  Pile<NodeId> done_;  // finished nodes whose parent is not finished
  Pile<Row> rows_;
  Pile<NodeId> args_;
};

// Levels: level_up(n) = 1 + max over n's arguments (leaves 0); level_down(n) = 1 + max over n's
// parents (nodes without parents 0). The nodes of one level do not depend on each other.
std::vector<std::uint32_t> levels_up(const Dag& dag);
std::vector<std::uint32_t> levels_down(const Dag& dag);

}  // namespace winnow
