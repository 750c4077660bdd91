#include "rank/inverted_file.h"

#include "data/file_parts.h"
#include "kernel/half.h"
#include "rank/ranking.h"
#include "winnow/error_code.h"
#include "winnow/library.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace winnow {

namespace {

namespace format = store_format;  // alignment and checksums are those of a store

enum ListsPart : std::size_t { kListMeans, kListEnds, kListRows, kListsParts };

constexpr std::array<char, 8> kListsMagic = {'\x89', 'w', 'l', 'i', 's', 't', 's', '\n'};
constexpr std::uint32_t kListsVersion = 1;

struct ListsHeader {
  std::array<char, 8> magic = kListsMagic;
  std::uint32_t version = kListsVersion;
  std::uint32_t byte_order = format::kByteOrder;
  std::uint64_t size = 0;   // of the whole file
  std::uint64_t index = 0;  // checksum of the index's header
  std::uint64_t width = 0;
  std::array<FilePart, kListsParts> parts = {};
  std::uint64_t checksum = 0;  // of the bytes before it
};

std::uint64_t lists_checksum(const ListsHeader& header) {
  return format::checksum(
      std::as_bytes(std::span(&header, 1)).first(offsetof(ListsHeader, checksum)));
}

// What a header says of the size of its file (data/file_bytes.h).
std::uint64_t stated_lists_size(std::span<const std::byte> first) {
  ListsHeader header;
  if (first.size() < sizeof(header)) return sizeof(header);
  std::memcpy(&header, first.data(), sizeof(header));
  const bool ours = header.magic == kListsMagic && header.checksum == lists_checksum(header);
  return ours ? header.size : first.size();
}

[[noreturn]] void refuse_lists(const std::string& name, std::string_view what) {
  throw CodedError(ErrorCode::no_inverted_file, {name}, Place{name}, what,
                   "make it again from its index");
}

// A power of two near the square root of the number of vectors, half again as many: then a question
// multiplies with about as many means as with rows of a probed list.
std::uint32_t lists_for(std::size_t vectors) {
  const auto wanted = 1.5 * std::sqrt(static_cast<double>(std::max<std::size_t>(vectors, 1)));
  return std::bit_ceil(static_cast<std::uint32_t>(wanted / std::sqrt(2.0)));
}

}  // namespace

std::string inverted_file_of(const std::string& index) { return index + ".ivf"; }

InvertedFile InvertedFile::open(const std::filesystem::path& path, const LibraryIndex& index) {
  std::error_code none;
  if (!std::filesystem::exists(path, none))
    throw CodedError(ErrorCode::no_inverted_file, {path.string()}, Place{path.string()},
                     "is not there, and an approximate search needs it",
                     "make it from its index, or search exactly");
  InvertedFile file{FileBytes(path, stated_lists_size)};
  file.attach(index, path.string());
  return file;
}

InvertedFile InvertedFile::from_bytes(std::span<const std::byte> bytes, const LibraryIndex& index,
                                      const std::string& name) {
  InvertedFile file{FileBytes(bytes)};
  file.attach(index, name);
  return file;
}

void InvertedFile::attach(const LibraryIndex& index, const std::string& name) {
  const auto bytes = file_.bytes();
  ListsHeader header;
  if (bytes.size() < sizeof(kListsMagic) ||
      std::memcmp(bytes.data(), kListsMagic.data(), sizeof(kListsMagic)) != 0)
    refuse_lists(name, "is no inverted file of an index");
  if (bytes.size() < sizeof(header)) refuse_lists(name, "is cut off");
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (header.version != kListsVersion || header.byte_order != format::kByteOrder)
    refuse_lists(name, "is of another version of winnow");
  if (lists_checksum(header) != header.checksum)
    refuse_lists(name, "is corrupt: its header is damaged");
  if (header.size != bytes.size())
    refuse_lists(name, bytes.size() < header.size ? "is cut off" : "is too long");
  if (header.index != index.checksum())
    refuse_lists(name, "was made for another index, or for this one before it changed");
  FilePartReader reader(bytes, sizeof(header),
                        [&](std::string_view what) { refuse_lists(name, what); });
  width_ = header.width;
  reader.take(header.parts[kListMeans], means_);
  reader.take(header.parts[kListEnds], ends_);
  reader.take(header.parts[kListRows], rows_);
  reader.finish();

  // A forged file must not lead out of the arrays, and every formula is in one list.
  auto check = [&](bool holds) {
    if (!holds) refuse_lists(name, "is corrupt: its parts contradict each other");
  };
  check(width_ != 0 && width_ <= index.width());
  check(ends_.size() <= rows_.size() && means_.size() == ends_.size() * width_);
  check(std::ranges::is_sorted(ends_));
  check((ends_.empty() ? 0 : ends_.back()) == rows_.size());
  std::vector<bool> is_listed(index.size());
  for (std::uint32_t row : rows_) {
    check(row < index.size() && !is_listed[row] && !index.is_type(row));
    is_listed[row] = true;
  }
  std::size_t vectors = 0;
  for (std::uint32_t row = 0; row < index.size(); ++row) vectors += index.is_type(row) ? 0 : 1;
  check(rows_.size() == vectors);
}

std::vector<InvertedFile::Scored> InvertedFile::search(const LibraryIndex& index,
                                                       std::span<const float> question,
                                                       std::uint32_t probes) const {
  require(question.size() == width_, "a question as long as a vector");
  const std::size_t first = index.width() - width_;
  std::vector<const std::uint16_t*> vectors;
  for (std::uint32_t i = 0; i < lists(); ++i) vectors.push_back(means_.data() + i * width_);
  std::vector<float> scores(vectors.size());
  dot_rows(question, vectors, scores);
  const Ranking best = rank_by_score(scores);
  std::vector<Scored> found;
  for (std::size_t n = 0; n < std::min<std::size_t>(probes, best.size()); ++n) {
    const auto rows = list(best[n].candidate);
    vectors.clear();
    for (std::uint32_t row : rows) vectors.push_back(index.encoding(row) + first);
    scores.resize(rows.size());
    dot_rows(question, vectors, scores);
    for (std::size_t i = 0; i < rows.size(); ++i) found.push_back({rows[i], scores[i]});
  }
  return found;
}

void seal_inverted_file(std::span<std::byte> bytes) {
  ListsHeader header;
  if (bytes.size() < sizeof(header)) return;
  std::memcpy(&header, bytes.data(), sizeof(header));
  header.magic = kListsMagic;
  header.version = kListsVersion;
  header.byte_order = format::kByteOrder;
  header.size = bytes.size();
  seal_parts(bytes, header.parts);
  header.checksum = lists_checksum(header);
  std::memcpy(bytes.data(), &header, sizeof(header));
}

namespace {

struct Lists {
  std::vector<std::uint16_t> means;
  std::vector<std::uint32_t> ends, rows;
};

// Without those that are empty. Rows are added up in their order.
Lists lists_of(const LibraryIndex& index, std::size_t width, std::span<const std::uint32_t> rows,
               std::span<const std::uint32_t> list_of, std::uint32_t wanted) {
  std::vector<std::uint32_t> next(wanted + 1, 0);
  for (std::uint32_t each : list_of) {
    require(each < wanted, "a list that nobody wants");
    ++next[each + 1];
  }
  for (std::uint32_t i = 0; i < wanted; ++i) next[i + 1] += next[i];
  Lists lists;
  lists.rows.resize(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) lists.rows[next[list_of[i]]++] = rows[i];
  std::vector<float> vector(width), mean(width);
  std::vector<double> sums(width);
  for (std::uint32_t i = 0, begin = 0; i < wanted; ++i) {
    const std::uint32_t end = next[i];
    if (end == begin) continue;
    std::ranges::fill(sums, 0.0);
    for (std::uint32_t row : std::span(lists.rows).subspan(begin, end - begin)) {
      widen({index.encoding(row) + index.width() - width, width}, vector);
      for (std::size_t n = 0; n < width; ++n) sums[n] += vector[n];
    }
    for (std::size_t n = 0; n < width; ++n) mean[n] = static_cast<float>(sums[n] / (end - begin));
    const std::vector<std::uint16_t> halves = narrow_clamped(mean);
    lists.means.insert(lists.means.end(), halves.begin(), halves.end());
    lists.ends.push_back(end);
    begin = end;
  }
  return lists;
}

}  // namespace

std::uint32_t write_inverted_file(const std::filesystem::path& path, const LibraryIndex& index,
                                  std::size_t width, const DivideVectors& divide) {
  require(width != 0 && width <= index.width(), "vectors are a part of encodings");
  AtomicFile file(path);  // a folder that refuses says so before the work
  std::vector<std::uint32_t> rows;
  std::vector<const std::uint16_t*> vectors;
  for (std::uint32_t row = 0; row < index.size(); ++row) {
    if (index.is_type(row)) continue;
    rows.push_back(row);
    vectors.push_back(index.encoding(row) + index.width() - width);
  }
  const std::uint32_t wanted = lists_for(rows.size());
  const std::vector<std::uint32_t> list_of = divide(vectors, wanted);
  require(list_of.size() == rows.size(), "a list for each vector");
  const Lists lists = lists_of(index, width, rows, list_of, wanted);

  ListsHeader header;
  header.index = index.checksum();
  header.width = width;
  auto bytes = [](const auto& items) { return std::as_bytes(std::span(items)); };
  const std::array<std::span<const std::byte>, kListsParts> parts = {
      bytes(lists.means), bytes(lists.ends), bytes(lists.rows)};
  header.size = lay_out(parts, sizeof(ListsHeader), header.parts);
  header.checksum = lists_checksum(header);
  write_parts(file, bytes(std::span(&header, 1)), parts);
  file.commit();
  return static_cast<std::uint32_t>(lists.ends.size());
}

}  // namespace winnow
