// tests/api/random/random_source.h - numbers that a seed decides, the same on every machine.
// (SplitMix64: Steele, Lea and Flood, Fast splittable pseudorandom number generators, OOPSLA 2014.)
#pragma once

#include <cstddef>
#include <cstdint>

namespace winnow::random_tester {

class RandomSource {
 public:
  explicit RandomSource(std::uint64_t seed) : state_(seed) {}

  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }
  bool one_in(std::size_t count) { return below(count) == 0; }
  template <class Items>
  const auto& one_of(const Items& items) {
    return items[below(items.size())];
  }

 private:
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  std::uint64_t state_;
};

}  // namespace winnow::random_tester
