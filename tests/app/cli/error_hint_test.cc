#include "app/cli/error_hint.h"

#include "data/store.h"
#include "process/graphviz.h"
#include "tests/app/program.h"
#include "winnow/options.h"
#include "winnow/prove.h"
#include "winnow/selector.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace winnow {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// What the library says about a goal that it refuses.
template <class Check>
void refused(std::string_view problem, const RankOptions& options, Check check) {
  Selector selector = Selector::open({.model = "none"});
  try {
    selector.rank(Formulas::parse(problem), options);
    FAIL() << "it was ranked";
  } catch (const CodedError& error) {
    EXPECT_THAT(error.what(), Not(HasSubstr("--")));
    EXPECT_THAT(error.hint(), Not(HasSubstr("--")));
    check(error);
  }
}

TEST(ErrorHint, AddsTheOptionForAGoal) {
  refused("fof(a, axiom, p). fof(b, axiom, q).", {}, [](const CodedError& error) {
    EXPECT_EQ(error.code(), ErrorCode::no_goal);
    EXPECT_EQ(hint_of(error), "any formula of the problem can be the goal (--goal NAME)");
  });
  refused("fof(first, axiom, p). fof(b, axiom, q).", {.goal = "frist"},
          [](const CodedError& error) {
            EXPECT_EQ(error.code(), ErrorCode::unknown_goal);
            EXPECT_THAT(error.names(), ElementsAre("frist"));
            EXPECT_EQ(hint_of(error),
                      "did you mean 'first'? the goal is a formula of the problem (--goal NAME)");
          });
  refused("fof(a, conjecture, p). fof(b, negated_conjecture, q).", {}, [](const CodedError& error) {
    EXPECT_EQ(error.code(), ErrorCode::several_goals);
    EXPECT_THAT(error.names(), ElementsAre("a", "b"));
  });
}

TEST(ErrorHint, AddsTheOptionForARequiredAxiom) {
  refused("fof(a, axiom, p). fof(g, conjecture, p).", {.required = {"aa"}},
          [](const CodedError& error) {
            EXPECT_EQ(error.code(), ErrorCode::unknown_axiom);
            EXPECT_THAT(hint_of(error), HasSubstr("--require"));
          });
}

TEST(ErrorHint, AddsTheOptionsForWhatARankerNeeds) {
  for (auto [ranker, code, options] :
       {std::tuple{"knn", ErrorCode::no_proofs, "--proofs"},
        std::tuple{"winnow", ErrorCode::no_model, "--model"},
        std::tuple{"retrieve", ErrorCode::no_retrieval, "--task retrieve"}})
    refused("fof(a, axiom, p). fof(g, conjecture, p).", {.ranker = ranker},
            [&](const CodedError& error) {
              EXPECT_EQ(error.code(), code) << ranker;
              EXPECT_THAT(hint_of(error), HasSubstr(options));
            });
}

// What the library says about provers that it cannot run.
void refused_prover(const std::string& prover, std::string_view name) {
  try {
    check(ProveOptions{.provers = {prover}});
    FAIL() << prover << " was taken";
  } catch (const CodedError& error) {
    EXPECT_EQ(error.code(), ErrorCode::no_prover);
    EXPECT_THAT(error.names(), ElementsAre(name));
    EXPECT_THAT(error.hint(), Not(HasSubstr("--")));
    EXPECT_THAT(hint_of(error), HasSubstr("(--prover, winnow provers)"));
  }
}

TEST(ErrorHint, AddsTheOptionForAProverThatIsNotThere) {
  refused_prover("eprove", "eprove");
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  refused_prover("vampire:casc", "vampire");
  setenv("PATH", path.c_str(), 1);
}

TEST(ErrorHint, AddsWhatNeedsNoGraphviz) {
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  try {
    run_graphviz("digraph { a }", "svg", "a graph");
    ADD_FAILURE() << "there was a dot";
  } catch (const CodedError& error) {
    EXPECT_EQ(error.code(), ErrorCode::no_graphviz);
    EXPECT_THAT(error.hint(), Not(HasSubstr("--")));
    EXPECT_THAT(hint_of(error), HasSubstr("--format json"));
  }
  setenv("PATH", path.c_str(), 1);
  EXPECT_THAT(run_graphviz("digraph { a }", "svg", "a graph"), HasSubstr("<svg"));
  try {
    run_graphviz("this is no graph", "svg", "a text");
    ADD_FAILURE() << "dot draws anything";
  } catch (const CodedError& error) {
    EXPECT_EQ(error.code(), ErrorCode::no_layout);
    EXPECT_THAT(error.names(), ElementsAre("a text"));
  }
}

TEST(ErrorHint, AddsTheCommandThatMakesAStore) {
  try {
    Store::open(std::filesystem::path("/dev/null"));
    FAIL() << "an empty file is a store";
  } catch (const CodedError& error) {
    EXPECT_EQ(error.code(), ErrorCode::not_a_store);
    EXPECT_EQ(hint_of(error), "import the data first (winnow data import)");
  }
}

TEST(ErrorHint, WritesAnOptionAsItIsTyped) {
  ModelOptions options;
  options.width = 0;
  try {
    check_options(options);
    FAIL() << "a width of 0";
  } catch (const CodedError& error) {
    EXPECT_THAT(error.names(), ElementsAre("width", "0"));
    EXPECT_STREQ(error.what(), "width cannot be 0");
    EXPECT_EQ(message_of(error), "--width cannot be 0");
    EXPECT_EQ(hint_of(error), "it goes from 1 to 4096");
  }
}

TEST(ErrorHint, LeavesOtherErrorsAsTheyAre) {
  InputError error(Place{"x.p", 1, 2}, "expected ')'", "close it");
  EXPECT_EQ(code_of(error), ErrorCode::other);
  EXPECT_EQ(message_of(error), "x.p:1:2: expected ')'");
  EXPECT_EQ(hint_of(error), "close it");
}

}  // namespace
}  // namespace winnow
