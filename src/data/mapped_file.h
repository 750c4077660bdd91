// data/mapped_file.h - a file as read-only bytes in memory.
// in: a path     out: its bytes, mapped: opening costs no reading, and two programs share the pages
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace winnow {

class MappedFile {
 public:
  // Throws InputError if the file cannot be read.
  explicit MappedFile(const std::filesystem::path& path);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  std::span<const std::byte> bytes() const { return {data_, size_}; }

 private:
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace winnow
