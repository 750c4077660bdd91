// significance.h - how far an accuracy can be trusted, and whether two models differ.
// in: logits, what was true, where each example ends     out: an interval, a p-value
// Premises of one example are not independent: one odd conjecture spoils many of them at once. A
// test that counts premises one by one (McNemar's) therefore sees more evidence than there is. So
// whole examples are drawn (Efron's bootstrap) and whole examples change sides (Fisher's
// permutation test). Both draw from a seed: the same figures each time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace winnow {

struct DrawOptions {
  std::uint32_t draws = 9999;
  std::uint64_t seed = 1;
};

// Where accuracy lies in the middle 95 % of samples of as many examples, drawn with replacement.
struct AccuracyInterval {
  double low = 0, high = 0;
};
AccuracyInterval bootstrap_accuracy(std::span<const float> logits, const std::vector<bool>& useful,
                                    std::span<const std::uint64_t> item_ends,
                                    const DrawOptions& options = {});

// Two models on the same examples. If they were equally good, each example's figures could as well
// be the other model's: p is the share of such exchanges with a difference at least as large.
struct PermutationTest {
  double difference = 0;       // second minus first, in accuracy
  double p_value = 1;          // two-sided; at least 1 / (draws + 1)
  std::uint64_t examples = 0;  // those on which the models differ
};
PermutationTest permutation_test(std::span<const float> first, std::span<const float> second,
                                 const std::vector<bool>& useful,
                                 std::span<const std::uint64_t> item_ends,
                                 const DrawOptions& options = {});

}  // namespace winnow
