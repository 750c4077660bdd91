// term/key_map.h - hashes of a large collection to its numbers, in one array.
// in: keys that are hashes already     out: for each the number that came with it first
// One array instead of an allocation for each key. Whatever is made of it must not depend on the
// order of its slots, so there is no way to visit them.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

namespace winnow {

class KeyMap {
 public:
  explicit KeyMap(std::size_t expected = 0) : slots_(room_for(expected)) {}

  std::size_t size() const { return size_; }

  // Keeps `value` if the key is new; otherwise the value that it has. Needs: value < ~0u.
  struct Inserted {
    std::uint32_t value;
    bool is_new;
  };
  Inserted insert(std::uint64_t key, std::uint32_t value) {
    if (3 * (size_ + 1) > 2 * slots_.size()) grow();
    Slot& slot = slots_[place_of(key)];
    if (slot.value != 0) return {slot.value - 1, false};
    slot = {key, value + 1};
    ++size_;
    return {value, true};
  }

  std::optional<std::uint32_t> find(std::uint64_t key) const {
    const Slot& slot = slots_[place_of(key)];
    if (slot.value == 0) return std::nullopt;
    return slot.value - 1;
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t value = 0;  // + 1; 0: empty
  };
  static std::size_t room_for(std::size_t keys) {
    return std::bit_ceil(std::max<std::size_t>(16, keys + keys / 2 + 1));
  }
  std::size_t place_of(std::uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = (key ^ key >> 32) & mask;
    while (slots_[at].value != 0 && slots_[at].key != key) at = (at + 1) & mask;
    return at;
  }
  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& each : old)
      if (each.value != 0) slots_[place_of(each.key)] = each;
  }

  std::vector<Slot> slots_;  // open addressing
  std::size_t size_ = 0;
};

}  // namespace winnow
