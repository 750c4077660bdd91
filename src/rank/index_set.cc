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

// Every index against the first: are they parts of the same?
void check_kin(const LibraryIndex& first, const std::string& first_name, const LibraryIndex& other,
               const std::string& other_name) {
  if (other.shard().count != first.shard().count || first.shard().is_whole())
    refuse(other_name,
           fmt::format("is {}, and '{}' is {}", place_of(other.shard()), first_name,
                       place_of(first.shard())),
           "several indexes are taken together if they are the shards of one library");
  if (other.library() != first.library())
    refuse(other_name, fmt::format("is a shard of another library than '{}'", first_name),
           "make all shards from the same files, named in the same order");
  if (other.fingerprint() != first.fingerprint() || other.width() != first.width())
    refuse(other_name, fmt::format("was made with another model than '{}'", first_name),
           "make all shards with the same model");
}

void check_complete(std::span<const LibraryIndex> shards, std::span<const std::string> names) {
  std::vector<std::uint32_t> missing;
  std::size_t at = 0;
  std::uint32_t count = shards.front().shard().count;
  std::size_t total = count - shards.size();
  for (std::uint32_t i = 0; i < count && missing.size() < kMostNamed; ++i)
    if (at < shards.size() && shards[at].shard().index == i)
      ++at;
    else
      missing.push_back(i);
  if (missing.empty()) return;
  std::string list;
  for (std::uint32_t each : missing) list += fmt::format("{}{}", list.empty() ? "" : ", ", each);
  if (total > missing.size()) list += fmt::format(" and {} more", total - missing.size());
  refuse(names.front(),
         fmt::format("is {}; of the others, {} {} missing", place_of(shards.front().shard()), list,
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
  std::vector<std::size_t> order(shards.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return shards[i].shard().index; });
  std::vector<std::string> sorted_names;
  for (std::size_t i : order) {
    if (!shards_.empty()) {
      check_kin(shards_.front(), sorted_names.front(), shards[i], names[i]);
      if (shards_.back().shard() == shards[i].shard())
        refuse(
            names[i],
            fmt::format("is {}, and so is '{}'", place_of(shards[i].shard()), sorted_names.back()),
            "name each shard once");
    }
    shards_.push_back(std::move(shards[i]));
    sorted_names.push_back(names[i]);
  }
  check_complete(shards_, sorted_names);
  if (shards_.size() > 1) put_in_order();
}

void IndexSet::put_in_order() {
  std::size_t formulas = 0;
  for (const LibraryIndex& shard : shards_) formulas += shard.size();
  if (formulas > UINT32_MAX)
    throw InputError("these shards have more than 4,294,967,295 formulas together");
  rows_.reserve(formulas);
  for (std::uint32_t s = 0; s < shards_.size(); ++s)
    for (std::uint32_t row = 0; row < shards_[s].size(); ++row) rows_.push_back({s, row});
  std::ranges::sort(rows_, {},
                    [&](const Row& each) { return shards_[each.shard].position(each.row); });
  std::unordered_set<std::uint64_t> seen;  // as write_index, of which each shard saw a part
  seen.reserve(formulas);
  std::erase_if(rows_, [&](const Row& each) {
    const LibraryIndex& shard = shards_[each.shard];
    return !seen.insert(mix(shard.hash(each.row), hash_text(shard.name(each.row)))).second;
  });
}

}  // namespace winnow
