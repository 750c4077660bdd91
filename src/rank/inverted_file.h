// rank/inverted_file.h - an index in lists of similar formulas, so that a question looks at few.
// in: an index, clusters of its vectors     out: a file beside it; for a question, rows and scores
// A list has the mean of its vectors, whose product with a question is the mean of their scores. A
// question takes the lists whose means score best and multiplies with all of their rows, which are
// in the index: a list keeps numbers of rows, no vectors. So a score is the exact one, and what is
// missed is a good row of a list that is not (inverted file: Sivic and Zisserman, ICCV 2003).
#pragma once

#include "data/file_bytes.h"
#include "rank/index.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace winnow {

class InvertedFile {
 public:
  // Throws CodedError if the file is not there, none of ours, cut off, corrupt, or of another index
  // than this.
  static InvertedFile open(const std::filesystem::path& path, const LibraryIndex& index);
  // The same for bytes in memory, which are copied; `name` stands in for the file's name.
  static InvertedFile from_bytes(std::span<const std::byte> bytes, const LibraryIndex& index,
                                 const std::string& name = "<inverted file>");

  std::uint32_t lists() const { return static_cast<std::uint32_t>(ends_.size()); }
  std::span<const std::uint32_t> list(std::uint32_t i) const {  // rows of the index, ascending
    return Ends(ends_).list(rows_, i);
  }
  std::size_t width() const { return width_; }  // of a vector, in numbers

  struct Scored {
    std::uint32_t row;
    float score;
  };
  // The rows of the `probes` lists that are best for a question, with their exact scores. Needs:
  // the index that it was opened for, and a question of width() numbers.
  std::vector<Scored> search(const LibraryIndex& index, std::span<const float> question,
                             std::uint32_t probes) const;

 private:
  explicit InvertedFile(FileBytes file) : file_(std::move(file)) {}
  void attach(const LibraryIndex& index, const std::string& name);

  FileBytes file_;
  std::uint64_t width_ = 0;
  std::span<const std::uint16_t> means_;  // [lists, width] 16-bit floats
  std::span<const std::uint32_t> ends_;   // [lists]
  std::span<const std::uint32_t> rows_;   // [formulas that are no types]
};

// Who says which list each vector goes to, below `lists` (rank/clusters.h).
using DivideVectors = std::function<std::vector<std::uint32_t>(
    std::span<const std::uint16_t* const> vectors, std::uint32_t lists)>;

// Writes it completely or not at all, and returns how many lists it has. A vector is the last
// `width` numbers of an encoding; types have none.
std::uint32_t write_inverted_file(const std::filesystem::path& path, const LibraryIndex& index,
                                  std::size_t width, const DivideVectors& divide);

// Makes checksums and the size in the header fit the rest of `bytes`, so that tests and fuzzers
// reach what lies behind them.
void seal_inverted_file(std::span<std::byte> bytes);

}  // namespace winnow
