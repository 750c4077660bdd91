#include "data/json_text.h"

#include "text/json_fields.h"

#include <vector>

namespace winnow {

namespace {

// Where the text is nested too deep, or its end. Brackets within strings do not count.
std::size_t too_deep_at(std::string_view text) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    char c = text[at];
    if (in_string) {
      if (c == '\\') ++at;
      if (c == '"') in_string = false;
      continue;
    }
    if (c == '"') in_string = true;
    if ((c == '{' || c == '[') && ++depth > kMostNested) return at;
    if ((c == '}' || c == ']') && depth > 0) --depth;
  }
  return text.size();
}

void refuse_depth(std::string_view text) {
  std::size_t at = too_deep_at(text);
  if (at < text.size())
    throw nlohmann::ordered_json::parse_error::create(
        101, at, "nested deeper than " + std::to_string(kMostNested) + " levels", nullptr);
}

void refuse_repetition(std::string_view text) {
  if (auto repeated = repeated_field(text))
    throw nlohmann::ordered_json::parse_error::create(
        101, repeated->offset, "the field '" + repeated->name + "' is here a second time", nullptr);
}

}  // namespace

nlohmann::ordered_json parse_json(std::string_view text) {
  using Json = nlohmann::ordered_json;
  refuse_depth(text);
  std::vector<std::size_t> fields;  // of the objects around, by depth
  Json json = Json::parse(text, [&](int depth, Json::parse_event_t event, Json&) {
    const auto level = static_cast<std::size_t>(depth);
    if (event == Json::parse_event_t::object_start) {
      fields.resize(level + 2);
      fields[level + 1] = 0;
    }
    if (event == Json::parse_event_t::key && ++fields.at(level) > kMostFields)
      throw Json::parse_error::create(
          101, 0, "an object with more than " + std::to_string(kMostFields) + " fields", nullptr);
    return true;
  });
  refuse_repetition(text);
  return json;
}

nlohmann::json parse_sorted_json(std::string_view text) {
  refuse_depth(text);
  auto json = nlohmann::json::parse(text);
  refuse_repetition(text);
  return json;
}

std::string print_json(const nlohmann::ordered_json& json, int indent) {
  return json.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace winnow
