// rank/clusters.h - which vectors point the same way.
// in: vectors, 16 bits a number     out: for each its cluster
// Spherical k-means by Faiss (Johnson, Douze and Jegou, 2017), in builds that have it: clusters are
// found in a sample, then every vector goes to the nearest centroid by inner product. Vectors of
// about one length are near each other by it where they are by distance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace winnow {

// Throws InputError in a build without Faiss.
void check_clusters();

// [vectors] below `clusters`. Results do not depend on threads. `progress` hears how many vectors
// have theirs. Throws as check_clusters().
std::vector<std::uint32_t> cluster(std::span<const std::uint16_t* const> vectors, std::size_t width,
                                   std::uint32_t clusters, std::uint32_t threads,
                                   const std::function<void(std::size_t)>& progress = {});

}  // namespace winnow
