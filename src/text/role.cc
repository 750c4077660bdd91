#include "text/role.h"

#include <algorithm>
#include <array>

namespace winnow {

namespace {

// `plain` has no meaning of its own in TPTP; clausifiers print axioms with it, and provers read it
// as one. `unknown` is an error by TPTP's words.
constexpr std::array<std::string_view, 18> kRoles = {
    "axiom",     "hypothesis",     "definition", "assumption",         "lemma",         "theorem",
    "corollary", "plain",          "conjecture", "negated_conjecture", "question",      "type",
    "logic",     "interpretation", "fi_domain",  "fi_functors",        "fi_predicates", "unknown"};
constexpr std::size_t kAxioms = 8;  // the first of them

}  // namespace

RoleKind role_kind(std::string_view role) {
  if (std::find(kRoles.begin(), kRoles.begin() + kAxioms, role) != kRoles.begin() + kAxioms)
    return RoleKind::axiom;
  if (role == "conjecture") return RoleKind::conjecture;
  if (role == "negated_conjecture") return RoleKind::negated_conjecture;
  if (role == "question") return RoleKind::question;
  if (role == "type") return RoleKind::type;
  return RoleKind::other;
}

std::span<const std::string_view> known_roles() { return kRoles; }

}  // namespace winnow
