// data/file_parts.h - a header and the arrays behind it, as one file.
// in: arrays     out: where each lies, and the file; or the arrays of a file that was read
// Each array begins at a multiple of 64 and has a checksum; the gaps are zeros. A header keeps the
// places.
#pragma once

#include "data/atomic_file.h"
#include "data/store_format.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace winnow {

struct FilePart {
  std::uint64_t offset = 0, length = 0, checksum = 0;  // in bytes
};

// Takes the parts of a file one after another, in its order.
class FilePartReader {
 public:
  // `refuse` throws; it is told what is wrong. What both show must outlive this.
  using Refuse = std::function<void(std::string_view what)>;
  FilePartReader(std::span<const std::byte> bytes, std::size_t header_size, Refuse refuse)
      : bytes_(bytes), done_(header_size), refuse_(std::move(refuse)) {}

  template <class T>
  void take(const FilePart& part, std::span<const T>& out) {
    const std::span<const std::byte> content = take(part, sizeof(T));
    out = {reinterpret_cast<const T*>(content.data()), content.size() / sizeof(T)};
  }
  void finish() { skip_zeros(bytes_.size()); }  // nothing may stand behind the last part

 private:
  std::span<const std::byte> take(const FilePart& part, std::size_t element);
  void skip_zeros(std::uint64_t to);

  std::span<const std::byte> bytes_;
  std::uint64_t done_;
  Refuse refuse_;
};

// Where parts lie behind a header; returns the size of the file. Needs: a place for each part.
std::uint64_t lay_out(std::span<const std::span<const std::byte>> parts, std::size_t header_size,
                      std::span<FilePart> places);
void write_parts(AtomicFile& file, std::span<const std::byte> header,
                 std::span<const std::span<const std::byte>> parts);

// Makes the checksums of the places fit `bytes`.
void seal_parts(std::span<const std::byte> bytes, std::span<FilePart> places);

}  // namespace winnow
