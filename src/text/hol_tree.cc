#include "text/hol_tree.h"

namespace winnow {

std::uint32_t HolTree::apply_compound(std::uint32_t head, std::uint32_t arg) {
  std::uint32_t compound = add_leaf(HolHead::compound, 0);
  append(compound, head);
  append(compound, arg);
  return compound;
}

// (a /\ b) /\ (c /\ d): the lists of arguments are linked, whatever their length.
void HolTree::flatten(std::uint32_t node) {
  Node& to = nodes_[node];
  std::uint32_t parts[2] = {to.first, to.last};
  to.args = 0;
  for (std::uint32_t part : parts) {
    const Node& from = nodes_[part];
    bool same = from.head == HolHead::constant && from.what == to.what && from.args >= 2;
    std::uint32_t first = same ? from.first : part;
    (to.args == 0 ? to.first : nodes_[to.last].next) = first;
    to.last = same ? from.last : part;
    to.args += same ? from.args : 1;
  }
  nodes_[to.last].next = kNone;
}

}  // namespace winnow
