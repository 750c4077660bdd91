// dag/number_text.h - tables of small numbers as text, for the metadata of model files.
// A line is a list. A number is written five bits at a time, the lowest first; all digits but the last
// are of the second half of the alphabet. Most numbers take two or three characters.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

// Adds a line.
void write_numbers(std::span<const std::uint32_t> numbers, std::string& text);

// Reads such lines from front to back; whatever is not that is refused with a ContractError that says
// what is wrong with `what`.
class NumberScanner {
 public:
  NumberScanner(std::string_view text, std::string what) : left_(text), what_(std::move(what)) {}

  bool done() const { return left_.empty(); }
  // A line of keys: sixteen hexadecimal digits each.
  std::vector<std::uint64_t> keys();
  // A line of numbers below a bound, added to a list.
  void numbers(std::size_t below, std::vector<std::uint32_t>& list);

 private:
  std::string_view next_line();
  void expect(bool holds, const char* otherwise) const;

  std::string_view left_;
  std::string what_;
};

}  // namespace winnow
