// text/utf8.h - characters of UTF-8 text, which are what a reader counts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace winnow {

// Whether a character begins with this byte; the others of it follow.
inline bool begins_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) != 0x80;
}

inline std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, begins_character));
}

// With spaces after it, up to a width in characters.
inline std::string padded_right(std::string_view text, std::size_t width) {
  const std::size_t used = characters(text);
  return std::string(text) + std::string(used < width ? width - used : 0, ' ');
}

// With spaces before it.
inline std::string padded_left(std::string_view text, std::size_t width) {
  const std::size_t used = characters(text);
  return std::string(used < width ? width - used : 0, ' ').append(text);
}

}  // namespace winnow
