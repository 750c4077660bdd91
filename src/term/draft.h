// term/draft.h - one formula while a parser reads it, and its way into the bank.
// in: nodes in postfix order (arguments before their parent), variables as numbers the draft
//     hands out     out: one TermId in canonical form (see term_bank.h)
// A parser never recurses and never renames: it pushes nodes, and `commit` finds the closed
// quantified terms, numbers their variables from zero, and makes every term once. Flattening
// happens here too, so every syntax gets the same graphs: pushing `&` over an argument that is
// itself an `&` turns that argument's node into a no-op, which leaves its arguments in place.
//
//   Draft draft;                                    // ! [X] : (p(X) & q)
//   DraftVariable x = draft.bind();                 // in the order in which they are read
//   draft.push_variable(x);  ... push body ...
//   draft.push_quantifier(forall, 1);
//   TermId term = draft.commit(bank);
#pragma once

#include "term/pile.h"
#include "term/term_bank.h"
#include "winnow/error.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace winnow {

enum class DraftVariable : std::uint32_t {};

class Draft {
 public:
  // Forgets everything, keeps the memory.
  void clear();

  DraftVariable bind();       // a new bound variable, outer ones first; its quantifier comes later
  DraftVariable make_free();  // a new free variable, at its first occurrence

  void push_variable(DraftVariable variable) {
    auto id = static_cast<std::uint32_t>(variable);
    push_node({}, 0, variables_[id].number == kNone ? id + 1 : 0, id);
  }
  // A variable to be bound, with the type that was pushed just before.
  void push_typed_variable(DraftVariable variable, SymbolId colon);
  // symbol over the last `args` operands. `associative`: arguments with the same symbol dissolve.
  void push(SymbolId symbol, std::uint32_t args, bool associative = false) {
    if (associative)
      push_associative(symbol, args);
    else
      push_node(symbol, args);
  }
  // A quantifier over the last `variables` operands (bindings) and the body after them. A body
  // that is a quantifier with the same symbol dissolves into this one.
  void push_quantifier(SymbolId symbol, std::uint32_t variables);
  std::size_t size() const { return nodes_.size(); }

  // Puts the one operand that is left into the bank, and clears the draft.
  TermId commit(TermBank& bank);

 private:
  static constexpr std::uint32_t kNone = ~0u;
  struct Node {
    SymbolId symbol;
    std::uint32_t args;
    std::uint32_t variable;        // of a variable node
    std::uint32_t begin;           // first node of this subtree
    std::uint32_t dissolved_into;  // the parent that took over this node's arguments
    bool quantifier;
    bool open;
  };
  struct Variable {
    std::uint32_t binder = kNone;  // node of its quantifier; kNone: free
    std::uint32_t number = 0;      // within its scope
    SymbolId symbol{};
    std::uint32_t term = kNone;  // made when it is first met
    std::uint64_t hash = 0;
  };
  // An operand and the variable in it that is bound furthest outside: its number + 1, as binders
  // are read from the outside in; 0 if one is free, kNone if the operand is closed.
  struct Operand {
    std::uint32_t node;
    std::uint32_t begin;  // its first node
    std::uint32_t outermost;
  };
  // Called for every node that is read, hence here.
  Node& push_node(SymbolId symbol, std::uint32_t operands, std::uint32_t outermost = kNone,
                  std::uint32_t variable = kNone) {
    require(operands <= operands_.size(), "a draft node needs more operands than there are");
    require(nodes_.size() < kNone - 1, "a formula of more than 2^32 nodes");
    auto at = static_cast<std::uint32_t>(nodes_.size());
    std::uint32_t begin = at;
    nodes_.make_room(1);
    operands_.make_room(1);
    if (operands != 0) {
      const Operand* first = operands_.end() - operands;
      begin = first->begin;
      for (std::uint32_t i = 0; i < operands; ++i)
        outermost = std::min(outermost, first[i].outermost);
      operands_.pop(operands);
    }
    operands_.push({at, begin, outermost});
    nodes_.push({symbol, operands, variable, begin, kNone, false, outermost != kNone});
    return nodes_.back();
  }
  void push_associative(SymbolId symbol, std::uint32_t args);
  bool dissolved(const Node& node) const { return node.dissolved_into != kNone; }
  void find_binders();
  void number_variables();
  void find_hashes(TermBank& bank);

  Pile<Node> nodes_;
  Pile<Operand> operands_;
  std::vector<Variable> variables_;
  std::vector<std::uint32_t> quantifiers_;  // node indices
  std::uint32_t free_ = 0;

  // commit's working space, kept between calls
  std::vector<std::uint32_t> scopes_;  // per node, for quantifiers: the closed one around it
  std::vector<std::uint32_t> counts_;  // per node, for scopes: variables numbered so far
  std::vector<std::uint32_t> stack_;
  std::vector<std::uint64_t> hashes_, hash_stack_;
  std::vector<TermId> terms_;
};

}  // namespace winnow
