// rank/clusters.cc - of a build without Faiss, which clusters nothing. rank/faiss/ has the other.
#include "rank/clusters.h"
#include "winnow/error.h"

namespace winnow {

void check_clusters() {
  throw InputError("this winnow was built without Faiss, which divides an index into lists",
                   "install libfaiss-dev and build with -DWINNOW_FAISS=ON; what was made with it "
                   "needs no Faiss to be searched");
}

std::vector<std::uint32_t> cluster(std::span<const std::uint16_t* const>, std::size_t,
                                   std::uint32_t, std::uint32_t,
                                   const std::function<void(std::size_t)>&) {
  check_clusters();
  return {};
}

}  // namespace winnow
