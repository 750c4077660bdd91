// dag/number_text.h - tables of small numbers as text, for the metadata of model files.
// A line is a list, of keys or of numbers. A number is written five bits at a time, the lowest
// first; all digits but the last are of the second half of the alphabet. Most numbers take two or
// three characters.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

// Keys are sixteen hexadecimal digits each, with nothing between them.
std::string keys_text(std::span<const std::uint64_t> keys);
// Throws ContractError that says what is wrong with `what`.
std::vector<std::uint64_t> read_keys(std::string_view text, const std::string& what);

// Adds a line.
void write_numbers(std::span<const std::uint32_t> numbers, std::string& text);

// Reads such lines from front to back; whatever is not that is refused with a ContractError that
// says what is wrong with `what`.
class NumberScanner {
 public:
  NumberScanner(std::string_view text, std::string what) : left_(text), what_(std::move(what)) {}

  bool done() const { return left_.empty(); }
  std::vector<std::uint64_t> keys() { return read_keys(next_line(), what_); }  // a line of them
  // A line of numbers below a bound, added to a list.
  void numbers(std::size_t below, std::vector<std::uint32_t>& list);

 private:
  std::string_view next_line();

  std::string_view left_;
  std::string what_;
};

}  // namespace winnow
