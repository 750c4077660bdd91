// rank/index.h - a library of formulas on disk, ready to be ranked.
// in: annotated formulas, their features, a model's encodings     out: one file, used as it is
// An index is made anew from its library each time, which is cheap, except for the encodings: those
// of formulas that an older index of the same model has are taken from it.
// An index may be a shard of a library: the formulas whose position, from 0, is the shard's number
// modulo the number of shards. It knows whose shard it is; rank/index_set.h puts all together.
#pragma once

#include "dag/features.h"
#include "data/file_bytes.h"
#include "rank/index_draft.h"
#include "score/network.h"
#include "term/ragged.h"
#include "text/role_number.h"
#include "winnow/shard.h"

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

class LibraryIndex {
 public:
  // Throws InputError if the file is none of ours, cut off, corrupt, or of another version.
  static LibraryIndex open(const std::filesystem::path& path);
  // The same for bytes in memory, which are copied; `name` stands in for the file's name.
  static LibraryIndex from_bytes(std::span<const std::byte> bytes,
                                 const std::string& name = "<index>");

  const std::string& file() const { return name_; }  // as it was opened
  std::uint32_t size() const { return static_cast<std::uint32_t>(hashes_.size()); }
  std::string_view name(std::uint32_t i) const { return slice(names_, name_ends_, i); }
  std::string_view text(std::uint32_t i) const { return slice(texts_, text_ends_, i); }
  std::string_view role(std::uint32_t i) const { return known_roles()[roles_[i]]; }
  std::uint8_t role_number(std::uint32_t i) const { return roles_[i]; }  // among known_roles()
  bool is_type(std::uint32_t i) const { return roles_[i] == type_; }  // declares, has no features
  std::uint64_t hash(std::uint32_t i) const { return hashes_[i]; }    // FeatureReader::hash

  // The symbols of a formula, numbered in order of first appearance; and the hashes of all.
  std::span<const FeatureId> symbols(std::uint32_t i) const {
    return part(symbols_, symbol_ends_, i);
  }
  std::span<const std::uint64_t> feature_hashes() const { return feature_hashes_; }

  // Which shard of which library it is, told by a hash of the library's texts; and where a formula
  // stands in the whole.
  Shard shard() const { return shard_; }
  std::uint64_t library() const { return library_; }
  std::uint32_t position(std::uint32_t i) const { return shard_.is_whole() ? i : positions_[i]; }

  // Of the header, with the checksums of all parts: an index with other contents has another.
  std::uint64_t checksum() const { return checksum_; }

  // Encodings by the model with this fingerprint; 0: none.
  std::uint64_t fingerprint() const { return fingerprint_; }
  bool has_encodings() const { return fingerprint_ != 0; }
  std::size_t width() const { return has_encodings() ? width_ : 0; }
  const std::uint16_t* encoding(std::uint32_t i) const {  // 16-bit floats; Needs: has_encodings()
    return encodings_.data() + i * width_;
  }

 private:
  explicit LibraryIndex(FileBytes file) : file_(std::move(file)) {}
  void attach(const std::string& name);
  template <class T>
  static std::span<const T> part(std::span<const T> items, std::span<const std::uint64_t> ends,
                                 std::uint32_t i) {
    return Ends(ends).list(items, i);
  }
  static std::string_view slice(std::span<const char> text, std::span<const std::uint64_t> ends,
                                std::uint32_t i) {
    auto found = part(text, ends, i);
    return {found.data(), found.size()};
  }

  FileBytes file_;
  std::string name_;
  std::uint64_t checksum_ = 0;
  std::uint64_t fingerprint_ = 0;
  std::uint64_t width_ = 0;
  Shard shard_;
  std::uint64_t library_ = 0;
  std::span<const char> names_, texts_;
  std::span<const std::uint64_t> name_ends_, text_ends_, symbol_ends_;
  std::span<const std::uint8_t> roles_;
  std::uint8_t type_ = number_of_role("type");
  std::span<const std::uint64_t> hashes_, feature_hashes_;
  std::span<const FeatureId> symbols_;
  std::span<const std::uint32_t> positions_;  // of a shard
  std::span<const std::uint16_t> encodings_;
};

struct IndexCounts {
  std::uint32_t formulas = 0;  // in the index
  std::uint32_t repeated = 0;  // in the library, but with the name and term of an earlier one
  std::uint32_t encoded = 0;   // anew
};

// Whose part the formulas are, if they are not all of a library.
struct IndexPart {
  Shard shard;
  std::uint64_t library = 0;  // a hash of the texts of the whole
};

// Writes an index completely or not at all. `network` may be null; `old` is an earlier index or
// null, whose encodings are taken if they are by the same model. The others are computed from the
// draft's texts, a part at a time.
IndexCounts write_index(const std::filesystem::path& path, const IndexDraft& draft,
                        const Network* network, const LibraryIndex* old,
                        const std::function<void(std::size_t)>& progress = {},
                        const IndexPart& part = {});

// Makes checksums and the size in the header fit the rest of `bytes`, so that tests and fuzzers
// reach what lies behind them.
void seal_index(std::span<std::byte> bytes);

}  // namespace winnow
