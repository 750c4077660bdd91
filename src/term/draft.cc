#include "term/draft.h"

#include "winnow/error.h"

#include <algorithm>
#include <limits>

namespace winnow {

namespace {

// Working space only grows: to clear it for every formula would cost more than to use it.
template <class T>
void make_room(std::vector<T>& space, std::size_t size) {
  if (space.size() < size) space.resize(size);
}

}  // namespace

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
  push_node(colon, 2);
}

void Draft::push_associative(SymbolId symbol, std::uint32_t args) {
  require(args <= operands_.size(), "a draft node needs more operands than there are");
  std::uint32_t flat = args;
  for (std::size_t i = operands_.size() - args; i < operands_.size(); ++i) {
    Node& arg = nodes_[operands_[i].node];
    // `&` without arguments is a constant in THF: there is nothing of it that could stay.
    if (arg.symbol != symbol || arg.args < 2 || arg.variable != kNone || arg.quantifier) continue;
    arg.dissolved_into = static_cast<std::uint32_t>(nodes_.size());
    flat += arg.args - 1;
  }
  push_node(symbol, args).args = flat;
}

void Draft::push_quantifier(SymbolId symbol, std::uint32_t variables) {
  require(variables < operands_.size(), "a quantifier without a body");
  auto at = static_cast<std::uint32_t>(nodes_.size());
  std::uint32_t first = kNone;  // the variable that it binds first: all after it end here
  for (std::size_t i = operands_.size() - variables - 1; i + 1 < operands_.size(); ++i) {
    std::uint32_t binding = operands_[i].node;
    if (nodes_[binding].args == 2) --binding;  // ":"(type, variable)
    require(nodes_[binding].variable != kNone, "a quantifier over something that is no variable");
    variables_[nodes_[binding].variable].binder = at;
    first = std::min(first, nodes_[binding].variable);
  }
  std::uint32_t flat = variables + 1;
  Node& body = nodes_[operands_.back().node];
  if (body.quantifier && body.symbol == symbol) {
    body.dissolved_into = at;
    flat += body.args - 1;
  }
  Node& node = push_node(symbol, variables + 1);
  node.args = flat;
  node.quantifier = true;
  if (operands_.back().outermost > first) {
    operands_.back().outermost = kNone;
    node.open = false;
  }
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

// Every quantifier learns the nearest closed quantifier around it (or itself, or the whole
// formula); variables are then numbered within that scope in the order of their binders.
void Draft::number_variables() {
  auto whole = static_cast<std::uint32_t>(nodes_.size());
  make_room(scopes_, nodes_.size());
  make_room(counts_, nodes_.size() + 1);
  counts_[whole] = 0;
  stack_.assign(1, whole);
  for (std::size_t q = quantifiers_.size(); q-- > 0;) {
    std::uint32_t i = quantifiers_[q];
    while (stack_.back() != whole && nodes_[stack_.back()].begin > i) stack_.pop_back();
    if (dissolved(nodes_[i])) continue;
    if (!nodes_[i].open) stack_.push_back(i);
    scopes_[i] = stack_.back();
    counts_[i] = 0;
  }
  for (Variable& variable : variables_) {
    if (variable.binder != kNone) variable.number = counts_[scopes_[variable.binder]]++;
    require(variable.number != kNone, "a variable was bound, but its quantifier never pushed");
  }
}

// hashes_[n]: what the bank will know the term of n by.
void Draft::find_hashes(TermBank& bank) {
  for (Variable& variable : variables_) {
    variable.symbol = variable.binder == kNone ? bank.symbols().free_variable(variable.number)
                                               : bank.symbols().bound_variable(variable.number);
    variable.hash = TermBank::begin_hash(variable.symbol, 0, true);
  }
  make_room(hashes_, nodes_.size());
  make_room(hash_stack_, nodes_.size());
  std::uint64_t* top = hash_stack_.data();  // past the last one
  std::uint64_t* hashes = hashes_.data();
  for (const Node& node : nodes_) {
    std::uint64_t& place = *hashes++;
    if (dissolved(node)) continue;
    if (node.variable != kNone) {
      *top++ = variables_[node.variable].hash;
      continue;
    }
    std::uint64_t hash = TermBank::begin_hash(node.symbol, node.args, node.open);
    top -= node.args;
    for (std::uint32_t n = 0; n < node.args; ++n) hash = mix(hash, top[n]);
    if (node.args != 0) bank.prefetch(hash);
    place = hash;
    *top++ = hash;
  }
}

TermId Draft::commit(TermBank& bank) {
  require(operands_.size() == 1, "a draft holds one formula when it is committed");
  if (!variables_.empty()) find_binders();
  if (!variables_.empty()) number_variables();
  find_hashes(bank);
  make_room(terms_, nodes_.size());
  TermId* top = terms_.data();  // past the last one
  const std::uint64_t* hashes = hashes_.data();
  for (const Node& node : nodes_) {
    std::uint64_t hash = *hashes++;
    if (dissolved(node)) continue;
    if (node.variable != kNone) {
      Variable& variable = variables_[node.variable];
      if (variable.term == kNone) variable.term = index(bank.make(variable.symbol, {}, true));
      *top++ = TermId{variable.term};
    } else {
      top -= node.args;
      *top = bank.make(node.symbol, std::span(top, node.args), node.open, hash);
      ++top;
    }
  }
  TermId root = terms_.front();
  clear();
  return root;
}

}  // namespace winnow
