// term/hash.h - the two hash functions of the project. Fixed, so that ids never depend on a run.
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

inline std::uint64_t hash_text(std::string_view text, std::uint64_t seed = 0) {
  std::uint64_t hash = mix(seed, text.size());
  const char* at = text.data();
  std::size_t left = text.size();
  for (; left >= 8; at += 8, left -= 8) {
    std::uint64_t word;
    std::memcpy(&word, at, 8);
    hash = mix(hash, word);
  }
  if (left != 0) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, left);
    hash = mix(hash, word);
  }
  return mix(hash, 0x2545f4914f6cdd1dull);
}

}  // namespace winnow
