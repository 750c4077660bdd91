// text/hol_tree.h - a HOL term between its text and its draft.
// in: names, applications and binders as the text nests them     out: a tree to walk
// A text says only at the end of `(a op b)` what stands first, and the hypotheses of a sequent are
// put in order before they are drafted: hence a tree. Every name and every binder is one node;
// an application adds its argument to the node of its head, so curried applications, and nested
// conjunctions and disjunctions, are flat at once.
#pragma once

#include <cstdint>
#include <vector>

namespace winnow {

// The connectives and the equality: the names that the reader knows by number.
enum HolLogical : std::uint32_t { kHolAnd, kHolOr, kHolImplies, kHolEquals, kHolNot };

enum class HolHead : std::uint8_t { constant, bound, free, binder, compound };
enum class HolBinder : std::uint8_t { forall, exists, exists_one, lambda, choice };

class HolTree {
 public:
  static constexpr std::uint32_t kNone = ~0u;

  struct Node {
    std::uint32_t what = 0;  // constant: its name; bound: its binder; free: its number
    std::uint32_t args = 0;
    std::uint32_t first = kNone, last = kNone;  // arguments
    std::uint32_t next = kNone;                 // the argument after this one
    HolHead head = HolHead::constant;
    HolBinder binder = HolBinder::forall;
  };

  void clear() { nodes_.clear(); }
  Node& operator[](std::uint32_t node) { return nodes_[node]; }
  const Node& operator[](std::uint32_t node) const { return nodes_[node]; }

  std::uint32_t add_leaf(HolHead head, std::uint32_t what) {
    Node& node = nodes_.emplace_back();  // filled in place: copies would wait for the stores
    node.what = what;
    node.head = head;
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }
  std::uint32_t add_binder(HolBinder binder) {
    nodes_.push_back({.head = HolHead::binder, .binder = binder});
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }
  void set_body(std::uint32_t binder, std::uint32_t body) { append(binder, body); }
  // The node of `head arg`: that of the head, unless the head takes no more arguments.
  std::uint32_t apply(std::uint32_t head, std::uint32_t arg) {
    if (nodes_[head].head == HolHead::binder || is_logical(nodes_[head]))
      return apply_compound(head, arg);
    append(head, arg);
    const Node& node = nodes_[head];
    if (node.head == HolHead::constant && node.what <= kHolOr && node.args == 2) flatten(head);
    return head;
  }

  // A connective or equality with all its arguments.
  bool is_logical(const Node& node) const {
    return node.head == HolHead::constant && node.what <= kHolNot &&
           node.args >= (node.what == kHolNot ? 1u : 2u);
  }
  // Do the arguments stand where a formula stands?
  bool takes_formulas(const Node& node) const {
    if (node.head == HolHead::binder) return node.binder <= HolBinder::exists_one;
    return is_logical(node) && node.what != kHolEquals;
  }

  // Calls enter(node, is_formula) before and leave(node, is_formula) after a node's arguments.
  template <class Enter, class Leave>
  void walk(std::uint32_t root, Enter&& enter, Leave&& leave) {
    open_.clear();
    bool formula = true;
    for (std::uint32_t at = root;;) {
      enter(at, formula);
      if (nodes_[at].args != 0) {
        open_.push_back({at, formula, takes_formulas(nodes_[at])});
        formula = open_.back().arguments_are_formulas;
        at = nodes_[at].first;
        continue;
      }
      leave(at, formula);
      while (!open_.empty() && nodes_[at].next == kNone) {
        at = open_.back().node;
        leave(at, open_.back().is_formula);
        open_.pop_back();
      }
      if (open_.empty()) return;
      formula = open_.back().arguments_are_formulas;
      at = nodes_[at].next;
    }
  }

 private:
  struct Open {
    std::uint32_t node;
    bool is_formula, arguments_are_formulas;
  };
  void append(std::uint32_t node, std::uint32_t arg) {
    Node& to = nodes_[node];
    (to.args == 0 ? to.first : nodes_[to.last].next) = arg;
    to.last = arg;
    ++to.args;
  }
  std::uint32_t apply_compound(std::uint32_t head, std::uint32_t arg);
  void flatten(std::uint32_t node);

  std::vector<Node> nodes_;
  std::vector<Open> open_;
};

}  // namespace winnow
