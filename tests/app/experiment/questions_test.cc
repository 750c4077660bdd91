// Goals whose premises are known, and how many of the proofs a measurement may know.
#include "app/experiment/questions.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <vector>

namespace winnow {
namespace {

// Proof n is of formula 10 + n and used n premises.
Proofs five_proofs() {
  Proofs all;
  for (std::uint32_t n = 0; n < 5; ++n) {
    for (std::uint32_t premise = 0; premise < n; ++premise)
      all.premises.emplace_back(premise, true);
    all.end_example(10 + n);
  }
  return all;
}

TEST(SomeProofs, AreProofsOfTheWholeInItsOrder) {
  const Proofs all = five_proofs();
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Proofs some = some_proofs(all, 3, seed);
    ASSERT_EQ(some.size(), 3u);
    EXPECT_TRUE(std::ranges::is_sorted(some.conjectures));
    for (std::uint32_t n = 0; n < some.size(); ++n)
      EXPECT_EQ(some[n].size(), some.conjectures[n] - 10);
  }
}

TEST(SomeProofs, AreOthersBySeedAndAllOfAFew) {
  const Proofs all = five_proofs();
  EXPECT_EQ(some_proofs(all, 3, 7), some_proofs(all, 3, 7));
  std::set<std::vector<std::uint32_t>> drawn;
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    drawn.insert(some_proofs(all, 2, seed).conjectures);
  EXPECT_GT(drawn.size(), 5u);
  EXPECT_EQ(some_proofs(all, 9, 1), all);
}

}  // namespace
}  // namespace winnow
