// learn/words.h - messages between the processes of a run, as words of four bytes.
// in: numbers, texts, floats     out: the same, in the same order, in another process
#pragma once

#include "term/ragged.h"
#include "winnow/error.h"

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

using Words = std::vector<std::uint32_t>;

// One message for each process, or from each.
struct Parcels {
  Words words;
  std::vector<std::size_t> ends;  // [processes]

  std::span<const std::uint32_t> of(std::size_t process) const {
    return Ends(ends).list(words, process);
  }
};

class WordWriter {
 public:
  explicit WordWriter(Words& out) : out_(out) {}

  void word(std::uint32_t value) { out_.push_back(value); }
  void number(std::uint64_t value) {
    word(static_cast<std::uint32_t>(value));
    word(static_cast<std::uint32_t>(value >> 32));
  }
  void real(double value) { number(std::bit_cast<std::uint64_t>(value)); }
  void text(std::string_view value) { copy(value.data(), value.size(), true); }
  void floats(std::span<const float> values) { copy(values.data(), values.size_bytes(), false); }

 private:
  void copy(const void* from, std::size_t bytes, bool with_length) {
    if (with_length) number(bytes);
    std::size_t begin = out_.size();
    out_.resize(begin + (bytes + 3) / 4);
    if (bytes != 0) std::memcpy(out_.data() + begin, from, bytes);
  }

  Words& out_;
};

class WordReader {
 public:
  explicit WordReader(std::span<const std::uint32_t> in) : in_(in) {}

  std::uint32_t word() { return take(1)[0]; }
  std::uint64_t number() {
    std::uint64_t low = word();
    return low | std::uint64_t{word()} << 32;
  }
  double real() { return std::bit_cast<double>(number()); }
  std::string text() {
    std::size_t bytes = number();
    std::string value(bytes, '\0');
    std::span<const std::uint32_t> from = take((bytes + 3) / 4);
    if (bytes != 0) std::memcpy(value.data(), from.data(), bytes);
    return value;
  }
  // The next ones as they are; valid as long as the message.
  std::span<const std::uint32_t> take(std::size_t count) {
    require(count <= in_.size(), "a message of another process ends early");
    std::span<const std::uint32_t> taken = in_.first(count);
    in_ = in_.subspan(count);
    return taken;
  }
  void floats(std::span<float> out) {
    std::span<const std::uint32_t> from = take(out.size());
    if (!out.empty()) std::memcpy(out.data(), from.data(), out.size_bytes());
  }

 private:
  std::span<const std::uint32_t> in_;
};

}  // namespace winnow
