#include "data/store_format.h"

#include <bit>
#include <cstring>

namespace winnow::store_format {

// The format is little-endian; a port to the other kind would swap bytes here and in Store::open.
static_assert(std::endian::native == std::endian::little);

std::uint64_t stated_size(std::span<const std::byte> first) {
  Header header;
  if (first.size() < sizeof(header)) return sizeof(header);
  std::memcpy(&header, first.data(), sizeof(header));
  const bool ours =
      header.magic == kMagic &&
      header.header_checksum == checksum(first.first(offsetof(Header, header_checksum)));
  return ours ? header.size : first.size();
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
