#include "rank/approximate_search.h"

#include "winnow/error.h"
#include "winnow/library.h"

#include <algorithm>

namespace winnow {

namespace {

constexpr std::uint32_t kNone = ~0u;  // a formula that another index has, too

}  // namespace

ApproximateSearch ApproximateSearch::open(const IndexSet& set, std::span<const std::string> files) {
  std::vector<InvertedFile> inverted;
  for (const LibraryIndex& shard : set.shards()) {
    const auto own = std::ranges::find(files, shard.file());
    require(own != files.end(), "the files of the set");
    inverted.push_back(InvertedFile::open(inverted_file_of(*own), shard));
  }
  return {set, std::move(inverted)};
}

ApproximateSearch::ApproximateSearch(const IndexSet& set, std::vector<InvertedFile> inverted)
    : set_(set), inverted_(std::move(inverted)) {
  require(inverted_.size() == set.shards().size(), "an inverted file for each index");
  if (inverted_.size() == 1) return;
  for (const LibraryIndex& shard : set.shards()) place_.emplace_back(shard.size(), kNone);
  for (std::uint32_t i = 0; i < set.size(); ++i) place_[set.row(i).shard][set.row(i).row] = i;
}

std::vector<std::uint32_t> ApproximateSearch::best(std::span<const float> question,
                                                   std::uint32_t probes, std::size_t most) const {
  std::vector<InvertedFile::Scored> found;
  for (std::size_t shard = 0; shard < inverted_.size(); ++shard)
    for (InvertedFile::Scored each :
         inverted_[shard].search(set_.shards()[shard], question, probes)) {
      if (!place_.empty()) each.row = place_[shard][each.row];
      if (each.row != kNone) found.push_back(each);
    }
  const auto count = static_cast<std::ptrdiff_t>(std::min(most, found.size()));
  std::ranges::nth_element(found, found.begin() + count,
                           [](const InvertedFile::Scored& a, const InvertedFile::Scored& b) {
                             return a.score != b.score ? a.score > b.score : a.row < b.row;
                           });
  std::vector<std::uint32_t> rows;
  for (const InvertedFile::Scored& each : std::span(found).first(static_cast<std::size_t>(count)))
    rows.push_back(each.row);
  std::ranges::sort(rows);
  return rows;
}

}  // namespace winnow
