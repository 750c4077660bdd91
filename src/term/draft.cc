#include "term/draft.h"

#include "winnow/error.h"

#include <algorithm>
#include <limits>

namespace winnow {

void Draft::clear() {
  nodes_.clear();
  operands_.clear();
  variables_.clear();
  quantifiers_.clear();
  free_ = 0;
}

DraftVariable Draft::bind() {
  variables_.push_back({.number = kNone});
  return DraftVariable{static_cast<std::uint32_t>(variables_.size() - 1)};
}

DraftVariable Draft::make_free() {
  variables_.push_back({.number = free_++});
  return DraftVariable{static_cast<std::uint32_t>(variables_.size() - 1)};
}

void Draft::push_typed_variable(DraftVariable variable, SymbolId colon) {
  // The type is already an operand, so the term is ":"(type, variable).
  push_variable(variable);
  push_node({.symbol = colon, .args = 2}, 2);
}

void Draft::push(SymbolId symbol, std::uint32_t args, bool associative) {
  Node node{.symbol = symbol, .args = args};
  if (associative) {
    require(args <= operands_.size(), "a draft node needs more operands than there are");
    for (std::size_t i = operands_.size() - args; i < operands_.size(); ++i) {
      Node& arg = nodes_[operands_[i]];
      // `&` without arguments is a constant in THF: there is nothing of it that could stay.
      if (arg.symbol != symbol || arg.args < 2 || arg.variable != kNone || arg.quantifier) continue;
      arg.dissolved_into = static_cast<std::uint32_t>(nodes_.size());
      node.args += arg.args - 1;
    }
  }
  push_node(node, args);
}

void Draft::push_quantifier(SymbolId symbol, std::uint32_t variables) {
  require(variables < operands_.size(), "a quantifier without a body");
  auto at = static_cast<std::uint32_t>(nodes_.size());
  Node node{.symbol = symbol, .args = variables + 1, .quantifier = true};
  for (std::size_t i = operands_.size() - variables - 1; i + 1 < operands_.size(); ++i) {
    std::uint32_t binding = operands_[i];
    if (nodes_[binding].args == 2) --binding;  // ":"(type, variable)
    require(nodes_[binding].variable != kNone, "a quantifier over something that is no variable");
    variables_[nodes_[binding].variable].binder = at;
  }
  Node& body = nodes_[operands_.back()];
  if (body.quantifier && body.symbol == symbol) {
    body.dissolved_into = at;
    node.args += body.args - 1;
  }
  push_node(node, variables + 1);
  quantifiers_.push_back(at);
}

// A variable of a dissolved quantifier belongs to the quantifier that took it over. Parents come
// after their arguments, so one pass from the back resolves chains of any length.
void Draft::find_binders() {
  for (std::size_t i = quantifiers_.size(); i-- > 0;) {
    Node& node = nodes_[quantifiers_[i]];
    if (!dissolved(node)) continue;
    const Node& into = nodes_[node.dissolved_into];
    if (dissolved(into)) node.dissolved_into = into.dissolved_into;
  }
  for (Variable& variable : variables_)
    if (variable.binder != kNone && dissolved(nodes_[variable.binder]))
      variable.binder = nodes_[variable.binder].dissolved_into;
}

// reach_[n]: the largest node index that binds a variable below n; a term is closed if that is
// at most n itself. A free variable reaches beyond every node.
void Draft::find_reach() {
  reach_.resize(nodes_.size());
  stack_.resize(nodes_.size());
  std::uint32_t* top = stack_.data();  // past the last one
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    if (dissolved(node)) continue;
    std::uint32_t furthest = node.variable != kNone ? variables_[node.variable].binder : 0;
    for (std::uint32_t n = 0; n < node.args; ++n) furthest = std::max(furthest, *--top);
    reach_[i] = furthest;
    *top++ = furthest;
  }
}

// Every quantifier learns the nearest closed quantifier around it (or itself, or the whole
// formula); variables are then numbered within that scope in the order of their binders.
void Draft::number_variables() {
  auto whole = static_cast<std::uint32_t>(nodes_.size());
  scopes_.resize(nodes_.size());
  counts_.resize(nodes_.size() + 1);
  counts_[whole] = 0;
  stack_.assign(1, whole);
  for (std::size_t q = quantifiers_.size(); q-- > 0;) {
    std::uint32_t i = quantifiers_[q];
    while (stack_.back() != whole && nodes_[stack_.back()].begin > i) stack_.pop_back();
    if (dissolved(nodes_[i])) continue;
    if (reach_[i] <= i) stack_.push_back(i);
    scopes_[i] = stack_.back();
    counts_[i] = 0;
  }
  for (Variable& variable : variables_) {
    if (variable.binder != kNone) variable.number = counts_[scopes_[variable.binder]]++;
    require(variable.number != kNone, "a variable was bound, but its quantifier never pushed");
  }
}

TermId Draft::make_variable(Variable& variable, TermBank& bank) {
  if (variable.made) return variable.term;
  SymbolId symbol = variable.binder == kNone ? bank.symbols().free_variable(variable.number)
                                             : bank.symbols().bound_variable(variable.number);
  variable.term = bank.make(symbol, {}, true);
  variable.made = true;
  return variable.term;
}

TermId Draft::commit(TermBank& bank) {
  require(operands_.size() == 1, "a draft holds one formula when it is committed");
  if (!variables_.empty()) find_binders();
  find_reach();
  if (!variables_.empty()) number_variables();
  terms_.resize(nodes_.size());
  TermId* top = terms_.data();  // past the last one
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    if (dissolved(node)) continue;
    if (node.variable != kNone) {
      *top++ = make_variable(variables_[node.variable], bank);
    } else {
      top -= node.args;
      *top = bank.make(node.symbol, std::span(top, node.args), reach_[i] > i);
      ++top;
    }
  }
  TermId root = terms_.front();
  clear();
  return root;
}

}  // namespace winnow
