#include "data/checksum.h"

#include "term/hash.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace winnow {

namespace {

// Words are read as they lie; a port to the other byte order would swap them here.
static_assert(std::endian::native == std::endian::little);

constexpr std::size_t kBlock = 32;

// Four chains side by side: a single one waits for each multiplication (4 times slower).
std::array<std::uint64_t, 4> fold(std::array<std::uint64_t, 4> lanes, const std::byte* at,
                                  std::size_t blocks) {
  for (; blocks != 0; --blocks, at += kBlock) {
    std::uint64_t words[4];
    std::memcpy(words, at, kBlock);
    for (int i = 0; i < 4; ++i) lanes[i] = mix(lanes[i], words[i]);
  }
  return lanes;
}

}  // namespace

void Checksum::add(std::span<const std::byte> bytes) {
  if (rest_size_ != 0) {
    std::size_t taken = std::min(kBlock - rest_size_, bytes.size());
    std::copy_n(bytes.begin(), taken, rest_.begin() + static_cast<std::ptrdiff_t>(rest_size_));
    rest_size_ += taken;
    bytes = bytes.subspan(taken);
    if (rest_size_ < kBlock) return;
    lanes_ = fold(lanes_, rest_.data(), 1);
  }
  lanes_ = fold(lanes_, bytes.data(), bytes.size() / kBlock);
  bytes = bytes.subspan(bytes.size() / kBlock * kBlock);
  std::ranges::copy(bytes, rest_.begin());
  rest_size_ = bytes.size();
}

std::uint64_t Checksum::value() const {
  std::array<std::byte, kBlock> tail = {};
  std::copy_n(rest_.begin(), rest_size_, tail.begin());
  auto lanes = fold(lanes_, tail.data(), 1);
  return mix(mix(lanes[0], lanes[1]), mix(lanes[2], lanes[3]));
}

std::uint64_t checksum(std::span<const std::byte> bytes) {
  Checksum sum(bytes.size());
  sum.add(bytes);
  return sum.value();
}

std::string checksum_text(std::uint64_t checksum) { return fmt::format("{:016x}", checksum); }

std::uint64_t checksum_around(std::span<const std::byte> bytes, std::size_t digits) {
  Checksum sum(bytes.size());
  sum.add(bytes.first(digits));
  sum.add(std::as_bytes(std::span(kNoChecksum)));
  sum.add(bytes.subspan(digits + kNoChecksum.size()));
  return sum.value();
}

}  // namespace winnow
