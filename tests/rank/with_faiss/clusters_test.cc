// Vectors that point the same way are in one cluster.
#include "rank/clusters.h"

#include "kernel/half.h"
#include "term/hash.h"

#include <gmock/gmock.h>

#include <set>

namespace winnow {
namespace {

using testing::Each;

constexpr std::size_t kWidth = 9;

// Around as many directions as asked for, in turn, some longer than others.
class Vectors {
 public:
  Vectors(std::size_t count, std::size_t directions) {
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<float> vector(kWidth);
      for (std::size_t n = 0; n < kWidth; ++n)
        vector[n] = noise(i * kWidth + n) * 0.02f + noise(i % directions * 1000003 + n);
      for (float& each : vector) each *= 1 + 0.5f * static_cast<float>(i % 3);
      halves_.push_back(narrow_clamped(vector));
    }
    for (const auto& each : halves_) rows_.push_back(each.data());
  }
  std::span<const std::uint16_t* const> rows() const { return rows_; }

 private:
  static float noise(std::size_t seed) {
    return static_cast<float>(mix(seed, 5) % 2001) / 1000 - 1;
  }
  std::vector<std::vector<std::uint16_t>> halves_;
  std::vector<const std::uint16_t*> rows_;
};

TEST(Clusters, AreOfVectorsThatPointTheSameWay) {
  const Vectors vectors(600, 4);
  const auto cluster_of = cluster(vectors.rows(), kWidth, 16, 1);
  std::vector<std::set<std::size_t>> directions(16);
  for (std::size_t i = 0; i < cluster_of.size(); ++i) {
    ASSERT_LT(cluster_of[i], 16u);
    directions[cluster_of[i]].insert(i % 4);
  }
  for (const auto& each : directions) EXPECT_LE(each.size(), 1u);
}

TEST(Clusters, AreTheSameOnAnyNumberOfThreads) {
  const Vectors vectors(40000, 300);
  const auto cluster_of = cluster(vectors.rows(), kWidth, 64, 1);
  for (std::uint32_t threads : {1u, 2u, 3u})
    EXPECT_EQ(cluster(vectors.rows(), kWidth, 64, threads), cluster_of) << threads;
}

TEST(Clusters, OfFewVectorsOrEqualOnesAreNoTrouble) {
  EXPECT_TRUE(cluster({}, kWidth, 4, 1).empty());
  EXPECT_THAT(cluster(Vectors(1, 1).rows(), kWidth, 4, 1), Each(0u));
  EXPECT_EQ(cluster(Vectors(3, 3).rows(), kWidth, 100, 2).size(), 3u);
  const std::vector<std::uint16_t> zeros(kWidth, 0);
  const std::vector<const std::uint16_t*> equal(50, zeros.data());
  const auto cluster_of = cluster(equal, kWidth, 8, 1);
  EXPECT_THAT(cluster_of, Each(cluster_of.front()));
}

}  // namespace
}  // namespace winnow
