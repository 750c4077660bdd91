// error.h - the two kinds of error winnow throws.
//   InputError     the user's file or option is wrong: place, what, and a hint
//   ContractError  our caller is wrong: a broken precondition
// What the world refuses (a timeout, no proof) is a value, never an exception.
#pragma once

#include <cstdint>
#include <source_location>
#include <stdexcept>
#include <string>
#include <string_view>

namespace winnow {

// A place in an input; line and column count from 1, 0 means "not known".
struct Place {
  std::string file;
  std::uint64_t line = 0;
  std::uint64_t column = 0;
};

std::string to_string(const Place& at);  // "mizar.p:12:7", "mizar.p:12", "mizar.p"

class InputError : public std::runtime_error {
 public:
  explicit InputError(std::string_view what, std::string_view hint = {});
  InputError(const Place& at, std::string_view what, std::string_view hint = {});

  const Place& place() const { return place_; }
  const std::string& hint() const { return hint_; }

 private:
  Place place_;
  std::string hint_;
};

class ContractError : public std::logic_error {
 public:
  ContractError(std::string_view what, std::source_location at);
};

inline void require(bool holds, std::string_view what,
                    std::source_location at = std::source_location::current()) {
  if (!holds) [[unlikely]]
    throw ContractError(what, at);
}

}  // namespace winnow
