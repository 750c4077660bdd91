#include "plan/class_table.h"

#include "term/hash.h"

#include <algorithm>

namespace winnow {

namespace {

std::uint64_t hash_key(std::span<const std::uint32_t> key) {
  std::uint64_t hash = key.size();
  std::size_t i = 0;
  for (; i + 1 < key.size(); i += 2)
    hash = mix(hash, key[i] | static_cast<std::uint64_t>(key[i + 1]) << 32);
  if (i < key.size()) hash = mix(hash, key[i]);
  return hash;
}

}  // namespace

ClassTable::ClassTable() { clear(); }

void ClassTable::clear() {
  slots_.assign(1024, {});
  words_.clear();
  ends_.clear();
}

std::uint32_t ClassTable::intern(std::span<const std::uint32_t> key) {
  std::uint64_t hash = hash_key(key);
  auto upper = static_cast<std::uint32_t>(hash >> 32);
  std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    Slot slot = slots_[at];
    if (slot.id == 0) {
      words_.insert(words_.end(), key.begin(), key.end());
      ends_.push_back(words_.size());
      slots_[at] = {upper, size()};
      if (2 * ends_.size() > slots_.size()) grow();
      return size() - 1;
    }
    if (slot.hash == upper && std::ranges::equal(this->key(slot.id - 1), key)) return slot.id - 1;
  }
}

void ClassTable::grow() {
  slots_.assign(2 * slots_.size(), {});
  std::size_t mask = slots_.size() - 1;
  for (std::uint32_t id = 0; id < size(); ++id) {
    std::uint64_t hash = hash_key(key(id));
    std::size_t at = hash & mask;
    while (slots_[at].id != 0) at = (at + 1) & mask;
    slots_[at] = {static_cast<std::uint32_t>(hash >> 32), id + 1};
  }
}

}  // namespace winnow
