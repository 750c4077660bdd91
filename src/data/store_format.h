// data/store_format.h - the bytes of a store: header, section table, sections (docs/formats.md).
// Everything is little-endian and an array of fixed-width numbers that begins at a multiple of 64,
// so that a file is used as it is.
#pragma once

#include "data/checksum.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace winnow::store_format {

// The first byte is no text and the last a line end: a file that went through a text conversion
// or a 7-bit channel is noticed at once.
inline constexpr std::array<char, 8> kMagic = {'\x89', 'w', 'i', 'n', 'n', 'o', 'w', '\n'};
inline constexpr std::uint32_t kVersion = 1;
inline constexpr std::uint32_t kByteOrder = 0x01020304;
inline constexpr std::size_t kAlignment = 64;

struct Header {
  std::array<char, 8> magic = kMagic;
  std::uint32_t version = kVersion;
  std::uint32_t byte_order = kByteOrder;
  std::uint64_t size = 0;      // of the whole file
  std::uint32_t sections = 0;  // entries of the table, which follows the header
  std::uint32_t reserved = 0;
  std::uint64_t table_checksum = 0;
  std::uint64_t header_checksum = 0;  // of the bytes before it
  std::array<std::uint64_t, 2> padding = {};
};
static_assert(sizeof(Header) == kAlignment);

struct Entry {
  std::array<char, 8> tag = {};  // padded with zero bytes
  std::uint64_t offset = 0;      // from the beginning of the file
  std::uint64_t length = 0;      // in bytes, without padding
  std::uint64_t checksum = 0;
};
static_assert(sizeof(Entry) == 32);

// The sections, in the order of the file. The number after the tag is an element's width.
struct Section {
  std::string_view tag;
  std::size_t width;
};
inline constexpr Section kSymbolText{"sym.text", 1};
inline constexpr Section kSymbolEnds{"sym.ends", 4};
inline constexpr Section kSymbolKinds{"sym.kind", 1};
inline constexpr Section kTermHeads{"trm.head", 4};
inline constexpr Section kTermArgEnds{"trm.ends", 4};
inline constexpr Section kTermArgs{"trm.args", 4};
inline constexpr Section kTermOpen{"trm.open", 1};
inline constexpr Section kNameText{"nam.text", 1};
inline constexpr Section kNameEnds{"nam.ends", 4};
inline constexpr Section kFormulaTerms{"frm.term", 4};
inline constexpr Section kFormulaNames{"frm.name", 4};
inline constexpr Section kFormulaLanguages{"frm.lang", 1};
inline constexpr Section kFormulaPositions{"frm.pos", 4};
inline constexpr Section kChronology{"frm.chro", 4};
inline constexpr Section kExampleNames{"exa.name", 4};
inline constexpr Section kExampleConjectures{"exa.conj", 4};
inline constexpr Section kPremiseEnds{"pre.ends", 4};
inline constexpr Section kPremises{"pre.item", 4};
inline constexpr Section kDependencyEnds{"dep.ends", 4};
inline constexpr Section kDependencies{"dep.item", 4};
inline constexpr Section kSplitNames{"spl.name", 4};
inline constexpr Section kSplitEnds{"spl.ends", 4};

constexpr std::uint64_t padded(std::uint64_t offset) {
  return (offset + kAlignment - 1) / kAlignment * kAlignment;
}

using winnow::checksum;

// What a header says of the size of its file (data/file_bytes.h).
std::uint64_t stated_size(std::span<const std::byte> first);

// Makes a header and checksums that fit the rest of `bytes`, so that tests and fuzzers reach what
// lies behind the checksums.
void seal(std::span<std::byte> bytes);

}  // namespace winnow::store_format
