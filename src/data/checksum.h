// data/checksum.h - tells whether bytes are the ones that were written.
// in: bytes, in one piece or in several     out: 64 bits, the same however they were cut
// It finds accidents, not forgery. Every file that winnow writes for itself carries one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace winnow {

class Checksum {
 public:
  explicit Checksum(std::uint64_t bytes) : lanes_{1, 2, 3, bytes} {}  // how many there will be
  void add(std::span<const std::byte> bytes);
  std::uint64_t value() const;

 private:
  std::array<std::uint64_t, 4> lanes_;
  std::array<std::byte, 32> rest_ = {};  // less than a block, at the end of what was added
  std::size_t rest_size_ = 0;
};

std::uint64_t checksum(std::span<const std::byte> bytes);

// A checksum within the text that it is about: 16 hexadecimal digits, which count as zeros.
inline constexpr std::string_view kNoChecksum = "0000000000000000";
std::string checksum_text(std::uint64_t checksum);
// Of `bytes`, in which the 16 digits begin at `digits`.
std::uint64_t checksum_around(std::span<const std::byte> bytes, std::size_t digits);

}  // namespace winnow
