#include "rank/index.h"

#include "data/file_parts.h"
#include "term/hash.h"
#include "text/role.h"
#include "text/tptp.h"
#include "winnow/error_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace winnow {

namespace {

namespace format = store_format;  // alignment and checksums are those of a store

// The sections, in the order of the file.
enum Part : std::size_t {
  kNames,
  kNameEnds,
  kTexts,
  kTextEnds,
  kRoles,
  kHashes,
  kFeatureHashes,
  kSymbolEnds,
  kSymbols,
  kPositions,
  kEncodings,
  kParts,
};

constexpr std::array<char, 8> kMagic = {'\x89', 'w', 'i', 'n', 'd', 'e', 'x', '\n'};
// 1: questions counted as axioms; 2: had shapes, which nobody asked for, and no shards; 3: had
// encodings of 32 bits a number, and no roles.
constexpr std::uint32_t kVersion = 4;

constexpr std::size_t kEncoded = 1 << 14;  // formulas that are encoded at a time

struct Header {
  std::array<char, 8> magic = kMagic;
  std::uint32_t version = kVersion;
  std::uint32_t byte_order = format::kByteOrder;
  std::uint64_t size = 0;  // of the whole file
  std::uint64_t fingerprint = 0, width = 0;
  std::uint64_t library = 0;
  std::uint32_t shard = 0, shards = 1;
  std::array<FilePart, kParts> parts = {};
  std::uint64_t checksum = 0;  // of the bytes before it
};

std::uint64_t header_checksum(const Header& header) {
  return format::checksum(std::as_bytes(std::span(&header, 1)).first(offsetof(Header, checksum)));
}

// What a header says of the size of its file (data/file_bytes.h).
std::uint64_t stated_size(std::span<const std::byte> first) {
  Header header;
  if (first.size() < sizeof(header)) return sizeof(header);
  std::memcpy(&header, first.data(), sizeof(header));
  const bool ours = header.magic == kMagic && header.checksum == header_checksum(header);
  return ours ? header.size : first.size();
}

// Whether none of the halves is infinite or no number: has an exponent of ones. Four at a time:
// with one more in the exponent's last place, ones carry into the place of the sign, and nothing
// beyond.
bool are_numbers(std::span<const std::uint16_t> halves) {
  constexpr std::uint64_t kExponents = 0x7c007c007c007c00, kOnes = 0x0400040004000400,
                          kSigns = 0x8000800080008000;
  std::uint64_t carried = 0;
  std::size_t i = 0;
  for (; i + 4 <= halves.size(); i += 4) {
    std::uint64_t four;
    std::memcpy(&four, halves.data() + i, sizeof(four));
    carried |= (four & kExponents) + kOnes;
  }
  for (; i < halves.size(); ++i) carried |= (halves[i] & kExponents) + kOnes;
  return (carried & kSigns) == 0;
}

[[noreturn]] void refuse(const std::string& name, std::string_view what) {
  throw CodedError(ErrorCode::not_an_index, {name}, Place{name}, what,
                   "make it again from its formulas");
}

// Rows of `old` that have encodings of the draft's formulas, or kNone.
std::vector<std::uint32_t> encoded_rows(const IndexDraft& draft, const LibraryIndex& old) {
  if (draft.old() == &old &&
      std::ranges::find(draft.old_rows, IndexDraft::kNone) == draft.old_rows.end())
    return draft.old_rows;
  KeyMap known(old.size());
  for (std::uint32_t row = 0; row < old.size(); ++row)
    if (!old.is_type(row)) known.insert(old.hash(row), row);
  std::vector<std::uint32_t> rows;
  rows.reserve(draft.size());
  for (std::uint64_t hash : draft.hashes)
    rows.push_back(known.find(hash).value_or(IndexDraft::kNone));
  return rows;
}

// Encodings of the draft, row by row: an old one where there is one, else a new one.
std::vector<std::uint16_t> encode(const IndexDraft& draft, const Network& network,
                                  const LibraryIndex* old, std::uint32_t& encoded,
                                  const std::function<void(std::size_t)>& progress) {
  const std::size_t width = network.kept_width();
  const std::uint8_t type = number_of_role("type");
  std::vector<std::uint16_t> rows(draft.size() * width, 0);
  std::vector<std::uint32_t> known(draft.size(), IndexDraft::kNone), missing;
  if (old != nullptr && old->fingerprint() == fingerprint(network.model().file()) &&
      old->width() == width)
    known = encoded_rows(draft, *old);
  for (std::uint32_t i = 0; i < draft.size(); ++i) {
    if (draft.roles[i] == type) continue;
    if (known[i] == IndexDraft::kNone)
      missing.push_back(i);
    else
      std::copy_n(old->encoding(known[i]), width, rows.data() + i * width);
  }
  // A part at a time: neither all terms nor 32 bits a number are there at once, and what is looked
  // up by the ids of a bank stays in the cache.
  for (std::size_t first = 0; first < missing.size(); first += kEncoded) {
    const auto part = std::span(missing).subspan(first, std::min(kEncoded, missing.size() - first));
    TermBank bank;
    TptpParser parser(bank);
    std::vector<TermId> terms;
    for (std::uint32_t i : part) terms.push_back(parser.parse(draft.text(i)).term);
    const std::vector<std::uint16_t> fresh =
        network.keep(network.encode(bank.view(), terms, [&](std::size_t done) {
          if (progress) progress(first + done);
        }));
    for (std::size_t n = 0; n < part.size(); ++n)
      std::copy_n(fresh.data() + n * width, width, rows.data() + part[n] * width);
  }
  encoded = static_cast<std::uint32_t>(missing.size());
  return rows;
}

}  // namespace

LibraryIndex LibraryIndex::open(const std::filesystem::path& path) {
  LibraryIndex index{FileBytes(path, stated_size)};
  index.attach(path.string());
  return index;
}

LibraryIndex LibraryIndex::from_bytes(std::span<const std::byte> bytes, const std::string& name) {
  LibraryIndex index{FileBytes(bytes)};
  index.attach(name);
  return index;
}

void LibraryIndex::attach(const std::string& name) {
  auto bytes = file_.bytes();
  Header header;
  if (bytes.size() < sizeof(kMagic) ||
      std::memcmp(bytes.data(), kMagic.data(), sizeof(kMagic)) != 0)
    refuse(name, "is not a winnow index");
  if (bytes.size() < sizeof(header)) refuse(name, "is cut off");
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (header.version != kVersion || header.byte_order != format::kByteOrder)
    refuse(name, fmt::format("is an index of version {}; this program reads version {}",
                             header.version, kVersion));
  if (header_checksum(header) != header.checksum) refuse(name, "is corrupt: its header is damaged");
  if (header.size != bytes.size())
    refuse(name, bytes.size() < header.size ? "is cut off" : "is too long");
  FilePartReader reader(bytes, sizeof(header), [&](std::string_view what) { refuse(name, what); });
  auto take = [&](Part part, auto& out) { reader.take(header.parts[part], out); };
  name_ = name;
  checksum_ = header.checksum;
  fingerprint_ = header.fingerprint;
  width_ = header.width;
  library_ = header.library;
  shard_ = {header.shard, header.shards};
  take(kNames, names_);
  take(kNameEnds, name_ends_);
  take(kTexts, texts_);
  take(kTextEnds, text_ends_);
  take(kRoles, roles_);
  take(kHashes, hashes_);
  take(kFeatureHashes, feature_hashes_);
  take(kSymbolEnds, symbol_ends_);
  take(kSymbols, symbols_);
  take(kPositions, positions_);
  take(kEncodings, encodings_);
  reader.finish();

  // Everything that is used as an index is looked at: a forged file must not lead out of its
  // arrays.
  auto check = [&](bool holds) {
    if (!holds) refuse(name, "is corrupt: its parts contradict each other");
  };
  auto check_ends = [&](std::span<const std::uint64_t> ends, std::size_t size) {
    check(ends.size() == hashes_.size() && std::ranges::is_sorted(ends));
    check(ends.empty() ? size == 0 : ends.back() == size);
  };
  auto check_ids = [&](std::span<const FeatureId> ids) {
    for (FeatureId id : ids) check(winnow::index(id) < feature_hashes_.size());
  };
  check_ends(name_ends_, names_.size());
  check_ends(text_ends_, texts_.size());
  check_ends(symbol_ends_, symbols_.size());
  check_ids(symbols_);
  check(roles_.size() == hashes_.size() && hashes_.size() <= UINT32_MAX);
  const std::size_t roles = known_roles().size();
  for (std::uint8_t role : roles_) check(role < roles);
  check(fingerprint_ == 0 ? encodings_.empty()
                          : width_ <= UINT32_MAX && encodings_.size() == hashes_.size() * width_);
  check(shard_.index < shard_.count);
  check(positions_.size() == (shard_.is_whole() ? 0 : hashes_.size()));
  check(std::ranges::is_sorted(positions_, std::ranges::less_equal()));  // each once
  for (std::uint32_t position : positions_) check(position % shard_.count == shard_.index);
  check(are_numbers(encodings_));  // the order of scores that are none is no order
}

void seal_index(std::span<std::byte> bytes) {
  Header header;
  if (bytes.size() < sizeof(header)) return;
  std::memcpy(&header, bytes.data(), sizeof(header));
  header.magic = kMagic;
  header.version = kVersion;
  header.byte_order = format::kByteOrder;
  header.size = bytes.size();
  seal_parts(bytes, header.parts);
  header.checksum = header_checksum(header);
  std::memcpy(bytes.data(), &header, sizeof(header));
}

IndexCounts write_index(const std::filesystem::path& path, const IndexDraft& draft,
                        const Network* network, const LibraryIndex* old,
                        const std::function<void(std::size_t)>& progress, const IndexPart& part) {
  AtomicFile file(path);  // a folder that refuses says so before the work
  IndexCounts counts{draft.size(), draft.repeated, 0};
  std::vector<std::uint16_t> encodings;
  Header header;
  header.library = part.library;
  header.shard = part.shard.index;
  header.shards = part.shard.count;
  if (network != nullptr) {
    encodings = encode(draft, *network, old, counts.encoded, progress);
    header.fingerprint = fingerprint(network->model().file());
    header.width = network->kept_width();
  }

  auto bytes = [](const auto& items) { return std::as_bytes(std::span(items)); };
  const std::span<const std::uint32_t> positions =
      part.shard.is_whole() ? std::span<const std::uint32_t>() : draft.positions;
  const std::array<std::span<const std::byte>, kParts> parts = {bytes(draft.names),
                                                                bytes(draft.name_ends),
                                                                bytes(draft.texts),
                                                                bytes(draft.text_ends),
                                                                bytes(draft.roles),
                                                                bytes(draft.hashes),
                                                                bytes(draft.table.hashes()),
                                                                bytes(draft.symbol_ends),
                                                                bytes(draft.symbols()),
                                                                bytes(positions),
                                                                bytes(encodings)};
  header.size = lay_out(parts, sizeof(Header), header.parts);
  header.checksum = header_checksum(header);
  write_parts(file, bytes(std::span(&header, 1)), parts);
  file.commit();
  return counts;
}

}  // namespace winnow
