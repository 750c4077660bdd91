// data/json_text.h - JSON that anybody may have written.
// in: text     out: a value that is safe to copy, print and destroy
// The parser keeps no stack of calls, but copying and printing a value do: a file of brackets
// would end the program. Nothing of ours is nested deeper than a few levels.
#pragma once

#include <nlohmann/json.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace winnow {

inline constexpr std::size_t kMostNested = 100;
inline constexpr std::size_t kMostFields = 4096;

// Throws nlohmann's parse_error, also for what is nested deeper than kMostNested, for an object
// that has a field twice, and for one with more than kMostFields: each is looked for among all
// before it.
nlohmann::ordered_json parse_json(std::string_view text);

// The same for objects with any number of fields; they come sorted.
nlohmann::json parse_sorted_json(std::string_view text);

// The text of JSON; what is no UTF-8 in it becomes the character that stands for such bytes.
std::string print_json(const nlohmann::ordered_json& json, int indent = -1);

// A whole number from 0 to what T holds, where a plain get() would wrap or cut. Throws nlohmann's
// out_of_range.
template <class Json>
std::uint64_t whole_number(const Json& json, std::uint64_t most) {
  if (!json.is_number_unsigned() || json.template get<std::uint64_t>() > most)
    throw Json::out_of_range::create(
        401, "a whole number from 0 to " + std::to_string(most) + " is expected", &json);
  return json.template get<std::uint64_t>();
}
template <std::unsigned_integral T, class Json>
T whole_number(const Json& json) {
  return static_cast<T>(whole_number(json, std::uint64_t{std::numeric_limits<T>::max()}));
}

}  // namespace winnow
