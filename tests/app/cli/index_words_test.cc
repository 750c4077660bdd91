// `--index a b c` takes the indexes that follow it, and leaves a problem to be a problem.
#include "app/cli/index_words.h"

#include "tests/app/program.h"

#include <gmock/gmock.h>

#include <fstream>

namespace winnow {
namespace {

using testing::ElementsAre;

class IndexWords : public testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(scratch_.path(name), std::ios::binary) << text;
    return scratch_.path(name);
  }

  Scratch scratch_;
  std::string a_ = file("a.index", "\x89windex\nand more"), b_ = file("b.index", "\x89windex\n...");
  std::string problem_ = file("goal.p", "fof(goal, conjecture, p).");
};

TEST_F(IndexWords, AProblemAfterAnIndexIsNoIndex) {
  EXPECT_THAT(with_each_index_named({"rank", "--index", a_, problem_}),
              ElementsAre("rank", "--index", a_, problem_));
}

TEST_F(IndexWords, EachShardOfALibraryIsOne) {
  EXPECT_THAT(with_each_index_named({"rank", problem_, "--index", a_, b_, "-k", "8"}),
              ElementsAre("rank", problem_, "--index", a_, "--index", b_, "-k", "8"));
}

TEST_F(IndexWords, OnlyTheFirstMayBeAnythingElse) {
  EXPECT_THAT(with_each_index_named({"rank", "--index", "missing", a_, problem_, b_}),
              ElementsAre("rank", "--index", "missing", "--index", a_, problem_, b_));
}

}  // namespace
}  // namespace winnow
