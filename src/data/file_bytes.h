// data/file_bytes.h - the bytes of a file, read once.
// in: a path     out: its bytes in memory, at a multiple of 64
// They are a copy, not a mapping: whoever cuts the file off or writes into it afterwards neither
// ends this program (SIGBUS) nor changes what was checked (docs/decisions/read-not-mapped.md).
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace winnow {

class FileBytes {
 public:
  FileBytes() = default;
  // Reads to the end, from a pipe too. Throws InputError if the file cannot be read.
  explicit FileBytes(const std::filesystem::path& path);
  explicit FileBytes(std::span<const std::byte> bytes);  // a copy

  std::span<const std::byte> bytes() const { return {data_.get(), size_}; }

 private:
  std::shared_ptr<std::byte> data_;
  std::size_t size_ = 0;
};

}  // namespace winnow
