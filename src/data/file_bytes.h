// data/file_bytes.h - the bytes of a file, read once.
// in: a path     out: its bytes in memory, at a multiple of 64
// They are a copy, not a mapping: whoever cuts the file off or writes into it afterwards neither
// ends this program (SIGBUS) nor changes what was checked (docs/decisions/read-not-mapped.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>

namespace winnow {

// How many bytes a file of some kind has, as far as its first bytes say. It is asked with nothing
// first, and again whenever so many have come, until it asks for no more than it sees: then that is
// all there should be, or the first bytes are of another kind of file.
using StatedSize = std::function<std::uint64_t(std::span<const std::byte> first)>;

class FileBytes {
 public:
  FileBytes() = default;
  // Reads to the end, from a pipe too. What has no size of its own (a pipe, a device) may never
  // end: of that, one byte more than the stated size is read at most, so that whoever checks the
  // bytes sees that they are too many. Throws InputError if the file cannot be read.
  FileBytes(const std::filesystem::path& path, const StatedSize& stated);
  explicit FileBytes(std::span<const std::byte> bytes);  // a copy

  std::span<const std::byte> bytes() const { return {data_.get(), size_}; }

 private:
  class Reader;
  std::shared_ptr<std::byte> data_;
  std::size_t size_ = 0;
};

}  // namespace winnow
