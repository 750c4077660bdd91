#include "data/file_parts.h"

#include "winnow/error.h"

#include <algorithm>
#include <array>

namespace winnow {

std::span<const std::byte> FilePartReader::take(const FilePart& part, std::size_t element) {
  if (part.offset % store_format::kAlignment != 0 || part.offset > bytes_.size() ||
      part.offset < done_ || part.length > bytes_.size() - part.offset ||
      part.length % element != 0)
    refuse_("is corrupt: a part lies outside the file");
  skip_zeros(part.offset);
  done_ = part.offset + part.length;
  const auto content = bytes_.subspan(part.offset, part.length);
  if (store_format::checksum(content) != part.checksum) refuse_("is corrupt: a checksum is wrong");
  return content;
}

// What no checksum covers: zeros up to where a part begins.
void FilePartReader::skip_zeros(std::uint64_t to) {
  const auto padding = bytes_.subspan(done_, to - done_);
  if (std::ranges::any_of(padding, [](std::byte each) { return each != std::byte{0}; }))
    refuse_("is corrupt: something stands between its parts");
}

std::uint64_t lay_out(std::span<const std::span<const std::byte>> parts, std::size_t header_size,
                      std::span<FilePart> places) {
  require(parts.size() == places.size(), "a place for each part");
  std::uint64_t offset = store_format::padded(header_size);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    places[i] = {offset, parts[i].size(), store_format::checksum(parts[i])};
    offset = store_format::padded(offset + parts[i].size());
  }
  return offset;
}

void write_parts(AtomicFile& file, std::span<const std::byte> header,
                 std::span<const std::span<const std::byte>> parts) {
  std::uint64_t written = 0;
  auto write = [&](std::span<const std::byte> piece) {
    constexpr std::array<std::byte, store_format::kAlignment> kZeros = {};
    file.write(piece);
    written += piece.size();
    file.write(std::span(kZeros).first(store_format::padded(written) - written));
    written = store_format::padded(written);
  };
  write(header);
  for (auto each : parts) write(each);
}

void seal_parts(std::span<const std::byte> bytes, std::span<FilePart> places) {
  for (FilePart& part : places)
    if (part.offset <= bytes.size() && part.length <= bytes.size() - part.offset)
      part.checksum = store_format::checksum(bytes.subspan(part.offset, part.length));
}

}  // namespace winnow
