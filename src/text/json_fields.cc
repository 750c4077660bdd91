#include "text/json_fields.h"

#include "text/source.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace winnow {

namespace {

// Behind the string that begins at `at`, which is a quote.
const char* string_end(const char* at, const char* end) {
  for (++at; at != end && *at != '"'; ++at)
    if (*at == '\\' && ++at == end) break;
  return at == end ? end : at + 1;
}

// "\u0061" and "a" are the same field.
std::string name_of(std::string_view quoted) {
  if (quoted.find('\\') == std::string_view::npos)
    return std::string(quoted.substr(1, quoted.size() - 2));
  return nlohmann::json::parse(quoted).get<std::string>();
}

bool is_json_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace

std::optional<RepeatedField> repeated_field(std::string_view json) {
  std::vector<std::unordered_set<std::string>> objects;  // their fields, outermost first
  const char* end = json.data() + json.size();
  for (const char* c = json.data(); c != end;) {
    if (*c == '{') objects.emplace_back();
    if (*c == '}' && !objects.empty()) objects.pop_back();
    if (*c != '"') {
      ++c;
      continue;
    }
    const char* begin = c;
    c = string_end(c, end);
    std::string_view quoted(begin, static_cast<std::size_t>(c - begin));
    while (c != end && is_json_space(*c)) ++c;
    if (c == end || *c != ':' || objects.empty()) continue;  // a value
    std::string name = name_of(quoted);
    if (!objects.back().insert(name).second)
      return RepeatedField{std::move(name), static_cast<std::size_t>(begin - json.data())};
  }
  return std::nullopt;
}

void refuse_repeated_fields(std::string_view json, const Place& at) {
  if (auto repeated = repeated_field(json))
    throw InputError(place_of(json.data() + repeated->offset, json.data(), at),
                     fmt::format("the field '{}' is here a second time", repeated->name),
                     "an object has each field once");
}

}  // namespace winnow
