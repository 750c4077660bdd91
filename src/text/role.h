// text/role.h - what the role of an annotated formula makes of it.
// in: a TPTP role without its subrole ("axiom" of axiom-local)     out: what it is good for
// The one place that knows roles: problems, indexes, slices and the readers of proofs ask here, so
// that no formula is an axiom to one of them and something else to another.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace winnow {

enum class RoleKind : std::uint8_t {
  axiom,               // may be used in a proof
  conjecture,          // to be proved, all of them
  negated_conjecture,  // a clause of the negation of what is to be proved
  question,            // to be proved, for its answers; never an axiom
  type,                // declares, has no truth value
  other,               // interpretations, logics, unknown words: no part of a classical problem
};

// Words that TPTP does not know are `other`: who wrote them knows what they mean, a prover does
// not.
RoleKind role_kind(std::string_view role);

constexpr bool is_goal(RoleKind kind) {
  return kind == RoleKind::conjecture || kind == RoleKind::negated_conjecture ||
         kind == RoleKind::question;
}

// All roles that TPTP knows.
std::span<const std::string_view> known_roles();

}  // namespace winnow
