// Long commands say to a person, and to nobody else, which command comes next.
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace winnow {
namespace {

using testing::HasSubstr;
using testing::Not;

// `script` gives a command a terminal.
Ran watched(const Scratch& scratch, const std::string& line) {
  return scratch.run("NO_COLOR=1 script -qec '" + line + "' /dev/null");
}

TEST(NextStep, OfAnIndexIsToRankWithIt) {
  Scratch scratch;
  scratch.write("a.ax", "fof(a, axiom, p(a)).\n");
  const std::string line = "winnow index a.ax --model none -o a.index --quiet";
  EXPECT_THAT(scratch.run(line).err, Not(HasSubstr("next:")));
  EXPECT_THAT(watched(scratch, line).out, HasSubstr("next: winnow rank PROBLEM --index a.index"));
}

TEST(NextStep, OfAStoreIsToRankOrTrainWithIt) {
  Scratch scratch;
  scratch.write("e.jsonl", R"j({"conjecture": "p(a)", "premises": []})j"
                           "\n");
  EXPECT_THAT(watched(scratch, "winnow data import jsonl e.jsonl -o e.store").out,
              HasSubstr("next: winnow rank PROBLEM --proofs e.store, or winnow train"));
}

TEST(NextStep, OfManyProofsIsToCompareThem) {
  Scratch scratch;
  scratch.write("a.p", "fof(g, conjecture, p | ~p).\n");
  scratch.write("b.p", "fof(g, conjecture, q | ~q).\n");
  EXPECT_THAT(watched(scratch,
                      "winnow prove a.p b.p --model none --prover \"true {file}\" --time 2 --out r")
                  .out,
              HasSubstr("next: winnow experiment report r"));
}

}  // namespace
}  // namespace winnow
