#include "rank/index_set.h"

#include "term/hash.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <unordered_set>

namespace winnow {

namespace {

constexpr std::size_t kMostNamed = 8;  // missing shards that a message lists

[[noreturn]] void refuse(const std::string& name, const std::string& what, std::string_view hint) {
  throw InputError(Place{name}, what, hint);
}

std::string place_of(const Shard& shard) {
  return shard.is_whole() ? "the index of a whole library"
                          : fmt::format("shard {} of {}", shard.index, shard.count);
}

// Two shards of one library: were they made to be taken together?
void check_kin(const LibraryIndex& first, const std::string& first_name, const LibraryIndex& other,
               const std::string& other_name) {
  if (other.shard().count != first.shard().count)
    refuse(other_name,
           fmt::format("is {}, and '{}' is {}", place_of(other.shard()), first_name,
                       place_of(first.shard())),
           "the shards of a library are taken together if they are of one number");
  if (other.shard() == first.shard())
    refuse(other_name, fmt::format("is {}, and so is '{}'", place_of(other.shard()), first_name),
           "name each shard once");
}

void check_model(const LibraryIndex& first, const std::string& first_name,
                 const LibraryIndex& other, const std::string& other_name) {
  if (other.fingerprint() != first.fingerprint() || other.width() != first.width())
    refuse(other_name, fmt::format("was made with another model than '{}'", first_name),
           "make all indexes with the same model");
}

// Which indexes are of one library, each list by the numbers of its shards. Libraries stand in the
// order in which they are named first.
std::vector<std::vector<std::size_t>> libraries_of(std::span<const LibraryIndex> indexes,
                                                   std::span<const std::string> names) {
  std::vector<std::vector<std::size_t>> libraries;
  for (std::size_t i = 0; i < indexes.size(); ++i) {
    const LibraryIndex& index = indexes[i];
    check_model(indexes.front(), names.front(), index, names[i]);
    auto found = libraries.end();
    if (!index.shard().is_whole())
      found = std::ranges::find_if(libraries, [&](const std::vector<std::size_t>& library) {
        const LibraryIndex& first = indexes[library.front()];
        return !first.shard().is_whole() && first.library() == index.library();
      });
    if (found == libraries.end()) {
      libraries.push_back({i});
      continue;
    }
    for (std::size_t other : *found) check_kin(indexes[other], names[other], index, names[i]);
    found->push_back(i);
  }
  for (std::vector<std::size_t>& library : libraries)
    std::ranges::sort(library, {}, [&](std::size_t i) { return indexes[i].shard().index; });
  return libraries;
}

// `shards`: all that there are of one library, by their numbers.
void check_complete(std::span<const LibraryIndex> indexes, std::span<const std::size_t> shards,
                    const std::string& first_name) {
  const Shard& first = indexes[shards.front()].shard();
  std::vector<std::uint32_t> missing;
  std::size_t at = 0;
  std::size_t total = first.count - shards.size();
  for (std::uint32_t i = 0; i < first.count && missing.size() < kMostNamed; ++i)
    if (at < shards.size() && indexes[shards[at]].shard().index == i)
      ++at;
    else
      missing.push_back(i);
  if (missing.empty()) return;
  std::string list;
  for (std::uint32_t each : missing) list += fmt::format("{}{}", list.empty() ? "" : ", ", each);
  if (total > missing.size()) list += fmt::format(" and {} more", total - missing.size());
  refuse(first_name,
         fmt::format("is {}; of the others, {} {} missing", place_of(first), list,
                     total == 1 ? "is" : "are"),
         "name the indexes of all shards: what is left out would be missing from every ranking");
}

}  // namespace

IndexSet IndexSet::open(std::span<const std::string> files) {
  std::vector<LibraryIndex> shards;
  for (const std::string& file : files) shards.push_back(LibraryIndex::open(file));
  return {std::move(shards), files};
}

IndexSet::IndexSet(std::vector<LibraryIndex> shards, std::span<const std::string> names) {
  require(!shards.empty() && names.size() == shards.size(), "a name for each index");
  const std::vector<std::vector<std::size_t>> libraries = libraries_of(shards, names);
  std::size_t formulas = 0;
  for (const std::vector<std::size_t>& library : libraries) {
    check_complete(shards, library, names[library.front()]);
    for (std::size_t i : library) formulas += shards[i].size();
  }
  if (formulas > UINT32_MAX)
    throw InputError("these indexes have more than 4,294,967,295 formulas together");
  for (const std::vector<std::size_t>& library : libraries) {
    const auto first = static_cast<std::uint32_t>(shards_.size());
    for (std::size_t i : library) shards_.push_back(std::move(shards[i]));
    if (names.size() > 1) add_in_order(first);
  }
  if (names.size() > 1) leave_out_what_is_there_twice();
}

// The rows of one library, whose shards are those from `first` on.
void IndexSet::add_in_order(std::uint32_t first) {
  const auto begin = static_cast<std::ptrdiff_t>(rows_.size());
  for (std::uint32_t s = first; s < shards_.size(); ++s)
    for (std::uint32_t row = 0; row < shards_[s].size(); ++row) rows_.push_back({s, row});
  if (!shards_[first].shard().is_whole())
    std::ranges::sort(rows_.begin() + begin, rows_.end(), {},
                      [&](const Row& each) { return shards_[each.shard].position(each.row); });
}

void IndexSet::leave_out_what_is_there_twice() {
  std::unordered_set<std::uint64_t> seen;  // as write_index, of which each index saw a part
  seen.reserve(rows_.size());
  std::erase_if(rows_, [&](const Row& each) {
    const LibraryIndex& shard = shards_[each.shard];
    return !seen.insert(mix(shard.hash(each.row), hash_text(shard.name(each.row)))).second;
  });
}

}  // namespace winnow
