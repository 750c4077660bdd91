#include "data/store_format.h"

#include "term/hash.h"

#include <bit>
#include <cstring>

namespace winnow::store_format {

// The format is little-endian; a port to the other kind would swap bytes here and in Store::open.
static_assert(std::endian::native == std::endian::little);

// Four chains side by side: a single one waits for each multiplication (4 times slower).
std::uint64_t checksum(std::span<const std::byte> bytes) {
  std::uint64_t lanes[4] = {1, 2, 3, bytes.size()};
  const std::byte* at = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 32; at += 32, left -= 32) {
    std::uint64_t words[4];
    std::memcpy(words, at, 32);
    for (int i = 0; i < 4; ++i) lanes[i] = mix(lanes[i], words[i]);
  }
  std::uint64_t tail[4] = {};
  if (left != 0) std::memcpy(tail, at, left);
  for (int i = 0; i < 4; ++i) lanes[i] = mix(lanes[i], tail[i]);
  return mix(mix(lanes[0], lanes[1]), mix(lanes[2], lanes[3]));
}

void seal(std::span<std::byte> bytes) {
  if (bytes.size() < sizeof(Header)) return;
  Header header;
  std::memcpy(&header.sections, bytes.data() + offsetof(Header, sections), sizeof(header.sections));
  header.size = bytes.size();
  auto table = bytes.subspan(sizeof(Header));
  if (header.sections > table.size() / sizeof(Entry)) return;
  table = table.first(header.sections * sizeof(Entry));
  for (std::size_t at = 0; at < table.size(); at += sizeof(Entry)) {
    Entry entry;
    std::memcpy(&entry, &table[at], sizeof(entry));
    if (entry.offset > bytes.size() || entry.length > bytes.size() - entry.offset) continue;
    entry.checksum = checksum(bytes.subspan(entry.offset, entry.length));
    std::memcpy(&table[at], &entry, sizeof(entry));
  }
  header.table_checksum = checksum(table);
  std::memcpy(bytes.data(), &header, sizeof(header));
  header.header_checksum = checksum(bytes.first(offsetof(Header, header_checksum)));
  std::memcpy(bytes.data(), &header, sizeof(header));
}

}  // namespace winnow::store_format
