// rank/faiss/clusters.cc - of a build with Faiss (WINNOW_FAISS), in place of rank/clusters.cc.
#include "rank/clusters.h"

#include "kernel/blas_scope.h"
#include "kernel/half.h"
#include "term/in_pieces.h"

#include <faiss/Clustering.h>
#include <faiss/IndexFlat.h>

#include <algorithm>

// Of OpenMP, whose header each compiler has for itself alone.
extern "C" {
int omp_get_max_threads();
void omp_set_num_threads(int threads);
}

namespace winnow {

namespace {

constexpr std::size_t kSampled = 64;        // vectors of the sample for each cluster
constexpr int kIterations = 10;             // more move hardly any vector
constexpr int kSeed = 1;                    // of the first centroids
constexpr std::size_t kAssigned = 1 << 13;  // vectors that a thread assigns at a time

// Faiss divides its work among OpenMP's threads. Here threads are winnow's own, with the same
// pieces for any number of them, so that sums of floats come out the same.
class OneThreadedOpenMp {
 public:
  OneThreadedOpenMp() : before_(omp_get_max_threads()) { omp_set_num_threads(1); }
  ~OneThreadedOpenMp() { omp_set_num_threads(before_); }
  OneThreadedOpenMp(const OneThreadedOpenMp&) = delete;
  OneThreadedOpenMp& operator=(const OneThreadedOpenMp&) = delete;

 private:
  int before_;  // of this thread: OpenMP keeps the setting for each
};

}  // namespace

void check_clusters() {}

std::vector<std::uint32_t> cluster(std::span<const std::uint16_t* const> vectors, std::size_t width,
                                   std::uint32_t clusters, std::uint32_t threads,
                                   const std::function<void(std::size_t)>& progress) {
  std::vector<std::uint32_t> cluster_of(vectors.size(), 0);
  clusters = static_cast<std::uint32_t>(std::min<std::size_t>(clusters, vectors.size()));
  if (clusters <= 1) return cluster_of;
  const OneThreadedBlas blas;
  faiss::IndexFlatIP centroids(static_cast<faiss::Index::idx_t>(width));
  {
    const OneThreadedOpenMp alone;
    const std::size_t sampled = std::min(kSampled * clusters, vectors.size());
    std::vector<float> sample(sampled * width);
    for (std::size_t i = 0; i < sampled; ++i)  // evenly from the whole
      widen({vectors[i * vectors.size() / sampled], width},
            std::span(sample).subspan(i * width, width));
    faiss::ClusteringParameters how;
    how.niter = kIterations;
    how.seed = kSeed;
    how.spherical = true;
    how.min_points_per_centroid = 1;  // below it Faiss prints a warning
    how.max_points_per_centroid = static_cast<int>(kSampled);
    faiss::Clustering k_means(static_cast<int>(width), static_cast<int>(clusters), how);
    k_means.train(static_cast<faiss::Index::idx_t>(sampled), sample.data(), centroids);
  }
  in_pieces(threads, equal_pieces(vectors.size(), kAssigned), progress, [&] {
    return [&, piece = std::vector<float>(), labels = std::vector<faiss::Index::idx_t>()](
               std::size_t first, std::size_t count) mutable {
      const OneThreadedOpenMp alone;
      piece.resize(count * width);
      labels.resize(count);
      for (std::size_t i = 0; i < count; ++i)
        widen({vectors[first + i], width}, std::span(piece).subspan(i * width, width));
      centroids.assign(static_cast<faiss::Index::idx_t>(count), piece.data(), labels.data());
      // Which has no nearest one (-1) is in the first.
      for (std::size_t i = 0; i < count; ++i)
        cluster_of[first + i] =
            static_cast<std::uint32_t>(std::max<faiss::Index::idx_t>(labels[i], 0));
    };
  });
  return cluster_of;
}

}  // namespace winnow
