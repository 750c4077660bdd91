// term/hash.h - the hash functions of the project. Fixed, so that ids never depend on a run.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace winnow {

// Folds `value` into `seed`: one widening multiplication, as in wyhash.
constexpr std::uint64_t mix(std::uint64_t seed, std::uint64_t value) {
  __extension__ using Wide = unsigned __int128;
  Wide product = static_cast<Wide>(seed ^ 0x9e3779b97f4a7c15ull) * (value ^ 0xe7037ed1a0b428dbull);
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// The first `size` <= 8 bytes at `at` as one number, padded with zeros. Overlapping fixed-size
// loads: names are short, and a call of memcpy for each would cost more than hashing them.
inline std::uint64_t load_word(const char* at, std::size_t size) {
  auto byte = [at](std::size_t i) {
    return static_cast<std::uint64_t>(static_cast<unsigned char>(at[i])) << (8 * i);
  };
  if (size >= 8) {
    std::uint64_t word;
    std::memcpy(&word, at, 8);
    return word;
  }
  if (size >= 4) {
    std::uint32_t low, high;
    std::memcpy(&low, at, 4);
    std::memcpy(&high, at + size - 4, 4);
    return low | static_cast<std::uint64_t>(high) << (8 * (size - 4));
  }
  return size == 0 ? 0 : byte(0) | byte(size / 2) | byte(size - 1);
}

inline std::uint64_t hash_text(std::string_view text, std::uint64_t seed = 0) {
  std::uint64_t hash = mix(seed, text.size());
  const char* at = text.data();
  std::size_t left = text.size();
  for (; left >= 8; at += 8, left -= 8) hash = mix(hash, load_word(at, 8));
  if (left != 0) hash = mix(hash, load_word(at, left));
  return mix(hash, 0x2545f4914f6cdd1dull);
}

// The first and the last bytes of a text of at most 16: they overlap in the middle, so that there
// is no loop and nothing to pad.
struct FirstAndLast {
  std::uint64_t first, last;
  bool operator==(const FirstAndLast&) const = default;
};
inline FirstAndLast load_first_and_last(std::string_view text) {
  const char* at = text.data();
  std::size_t size = text.size();
  if (size >= 8) return {load_word(at, 8), load_word(at + size - 8, 8)};
  if (size >= 4) {
    std::uint32_t first, last;
    std::memcpy(&first, at, 4);
    std::memcpy(&last, at + size - 4, 4);
    return {first, last};
  }
  return {load_word(at, size), 0};
}

// For names, most of which are short. Another function than hash_text, whose values are kept in
// files.
inline std::uint64_t hash_name(std::string_view name, std::uint64_t seed) {
  if (name.size() > 16) return hash_text(name, seed);
  FirstAndLast ends = load_first_and_last(name);
  return mix(ends.first ^ (name.size() + (seed << 8)) * 0xff51afd7ed558ccdull, ends.last);
}

// a == b without a call: for names that are most likely equal.
inline bool is_same_text(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  return a.size() <= 16 ? load_first_and_last(a) == load_first_and_last(b) : a == b;
}

}  // namespace winnow
