// rank/approximate_search.h - the formulas of a library that score best, from a few of its lists.
// in: an index set and the inverted file of each index, a question     out: its best formulas
// Scores are exact, and of every list that is looked at: what is approximate is which lists are.
#pragma once

#include "rank/index_set.h"
#include "rank/inverted_file.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace winnow {

class ApproximateSearch {
 public:
  // `files` are those of the indexes, in any order; `set` must outlive this and be where it is.
  // Throws CodedError as InvertedFile::open, for whichever file is missing or of another index.
  static ApproximateSearch open(const IndexSet& set, std::span<const std::string> files);
  // `inverted`: for each of set.shards().
  ApproximateSearch(const IndexSet& set, std::vector<InvertedFile> inverted);

  std::size_t width() const { return inverted_.front().width(); }  // of a question, in numbers
  // The best `most` formulas of the `probes` best lists of each index, ascending: rows of the set.
  // Equal scores in its order.
  std::vector<std::uint32_t> best(std::span<const float> question, std::uint32_t probes,
                                  std::size_t most) const;

 private:
  const IndexSet& set_;
  std::vector<InvertedFile> inverted_;             // [shards]
  std::vector<std::vector<std::uint32_t>> place_;  // [shards, rows] of the set; one shard: empty
};

}  // namespace winnow
