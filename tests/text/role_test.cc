#include "text/role.h"

#include "text/tptp.h"

#include <gtest/gtest.h>

namespace winnow {
namespace {

TEST(Role, EveryRoleOfTptpHasItsKind) {
  for (std::string_view role : {"axiom", "hypothesis", "definition", "assumption", "lemma",
                                "theorem", "corollary", "plain"})
    EXPECT_EQ(role_kind(role), RoleKind::axiom) << role;
  EXPECT_EQ(role_kind("conjecture"), RoleKind::conjecture);
  EXPECT_EQ(role_kind("negated_conjecture"), RoleKind::negated_conjecture);
  EXPECT_EQ(role_kind("question"), RoleKind::question);
  EXPECT_EQ(role_kind("type"), RoleKind::type);
  for (std::string_view role :
       {"unknown", "logic", "interpretation", "fi_domain", "fi_functors", "fi_predicates"})
    EXPECT_EQ(role_kind(role), RoleKind::other) << role;
}

TEST(Role, WordsThatTptpDoesNotKnowAreNoAxioms) {
  for (std::string_view role : {"axim", "Axiom", "axiom ", "", "watchlist", "conjectures"})
    EXPECT_EQ(role_kind(role), RoleKind::other) << role;
}

TEST(Role, AQuestionIsAGoalAndNoAxiom) {
  EXPECT_TRUE(is_goal(role_kind("question")));
  EXPECT_FALSE(is_goal(role_kind("axiom")));
  EXPECT_FALSE(is_goal(role_kind("unknown")));
}

TEST(Role, ASubroleIsNoPartOfIt) {
  TermBank bank;
  Problem problem = parse_tptp("fof(a, axiom-local, p).", bank);
  EXPECT_EQ(role_kind(problem.formulas.front().role), RoleKind::axiom);
}

}  // namespace
}  // namespace winnow
