#include "winnow/significance.h"

#include "term/hash.h"
#include "winnow/error.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace winnow {

namespace {

struct ExampleCounts {
  std::int64_t right = 0, items = 0;
};

std::vector<ExampleCounts> count_examples(std::span<const float> logits,
                                          const std::vector<bool>& useful,
                                          std::span<const std::uint64_t> item_ends) {
  require(logits.size() == useful.size(), "a logit for each premise");
  require(item_ends.empty() ? logits.empty() : item_ends.back() == logits.size(),
          "the last example ends with the last premise");
  std::vector<ExampleCounts> counts;
  std::uint64_t item = 0;
  for (std::uint64_t end : item_ends) {
    ExampleCounts& count = counts.emplace_back();
    for (; item < end; ++item, ++count.items) count.right += (logits[item] > 0) == useful[item];
  }
  return counts;
}

// A stream of numbers that depends on the seed and the draw alone.
class Draw {
 public:
  Draw(std::uint64_t seed, std::uint64_t draw) : state_(mix(mix(seed, draw), 23)) {}
  std::uint64_t bits() { return mix(state_, ++count_); }
  std::uint64_t below(std::uint64_t limit) {  // the bias is below limit / 2^64
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>(static_cast<Wide>(bits()) * limit >> 64);
  }

 private:
  std::uint64_t state_, count_ = 0;
};

}  // namespace

AccuracyInterval bootstrap_accuracy(std::span<const float> logits, const std::vector<bool>& useful,
                                    std::span<const std::uint64_t> item_ends,
                                    const DrawOptions& options) {
  const std::vector<ExampleCounts> counts = count_examples(logits, useful, item_ends);
  if (logits.empty() || options.draws == 0) return {};
  std::vector<double> accuracies;
  for (std::uint64_t n = 0; n < options.draws; ++n) {
    Draw draw(options.seed, n);
    ExampleCounts sum;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const ExampleCounts& chosen = counts[draw.below(counts.size())];
      sum.right += chosen.right;
      sum.items += chosen.items;
    }
    if (sum.items > 0)
      accuracies.push_back(static_cast<double>(sum.right) / static_cast<double>(sum.items));
  }
  std::ranges::sort(accuracies);
  const auto at = [&](double share) {
    return accuracies[static_cast<std::size_t>(
        std::lround(share * static_cast<double>(accuracies.size() - 1)))];
  };
  return {at(0.025), at(0.975)};
}

PermutationTest permutation_test(std::span<const float> first, std::span<const float> second,
                                 const std::vector<bool>& useful,
                                 std::span<const std::uint64_t> item_ends,
                                 const DrawOptions& options) {
  const std::vector<ExampleCounts> a = count_examples(first, useful, item_ends);
  const std::vector<ExampleCounts> b = count_examples(second, useful, item_ends);
  PermutationTest test;
  std::vector<std::int64_t> gains;  // of the second model, where there are any
  std::int64_t gain = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (b[i].right != a[i].right) gain += gains.emplace_back(b[i].right - a[i].right);
  test.examples = gains.size();
  if (first.empty()) return test;
  test.difference = static_cast<double>(gain) / static_cast<double>(first.size());

  std::uint64_t as_large = 1;  // the exchange that is nobody's: what was measured
  for (std::uint64_t n = 0; n < options.draws; ++n) {
    Draw draw(options.seed, n);
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < gains.size();) {
      std::uint64_t sides = draw.bits();
      for (const std::size_t end = std::min(gains.size(), i + 64); i < end; ++i, sides >>= 1)
        sum += (sides & 1) != 0 ? gains[i] : -gains[i];
    }
    as_large += std::abs(sum) >= std::abs(gain);
  }
  test.p_value = static_cast<double>(as_large) / (options.draws + 1.0);
  return test;
}

}  // namespace winnow
