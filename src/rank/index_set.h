// rank/index_set.h - several libraries, or the shards of one, as one index of the whole.
// in: indexes, of a library in shards all of them, in any order     out: formulas in their order
// Nothing is approximated: formulas stand where they stand in their library, and libraries in the
// order in which they are named; a formula that two indexes have under one name is there once, and
// whoever counts symbols counts those of the whole.
#pragma once

#include "rank/index.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

class IndexSet {
 public:
  // Throws InputError if a file cannot be read, if a shard is missing or there twice, and if the
  // files are not of one model.
  static IndexSet open(std::span<const std::string> files);
  // The same for what is open; `names` stand for the files.
  IndexSet(std::vector<LibraryIndex> shards, std::span<const std::string> names);

  std::uint32_t size() const {
    return shards_.size() == 1 ? shards_.front().size() : static_cast<std::uint32_t>(rows_.size());
  }
  struct Row {
    std::uint32_t shard, row;
  };
  Row row(std::uint32_t i) const { return shards_.size() == 1 ? Row{0, i} : rows_[i]; }
  std::span<const LibraryIndex> shards() const { return shards_; }
  const LibraryIndex& shard_of(std::uint32_t i) const { return shards_[row(i).shard]; }

  std::string_view name(std::uint32_t i) const { return shard_of(i).name(row(i).row); }
  std::string_view text(std::uint32_t i) const { return shard_of(i).text(row(i).row); }
  bool is_type(std::uint32_t i) const { return shard_of(i).is_type(row(i).row); }
  std::uint8_t role_number(std::uint32_t i) const { return shard_of(i).role_number(row(i).row); }
  std::uint64_t hash(std::uint32_t i) const { return shard_of(i).hash(row(i).row); }

  // Encodings by the model with this fingerprint; 0: none.
  std::uint64_t fingerprint() const { return shards_.front().fingerprint(); }
  std::size_t width() const { return shards_.front().width(); }
  const std::uint16_t* encoding(std::uint32_t i) const { return shard_of(i).encoding(row(i).row); }

 private:
  void add_in_order(std::uint32_t first);
  void leave_out_what_is_there_twice();

  std::vector<LibraryIndex> shards_;  // library by library, by their numbers
  std::vector<Row> rows_;             // [formulas]; empty for one index
};

}  // namespace winnow
