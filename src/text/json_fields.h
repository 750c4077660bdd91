// text/json_fields.h - refuses JSON in which an object has a field twice.
// JSON allows it and says nothing about which one counts, so one of two values would be dropped
// silently.
#pragma once

#include "winnow/error.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace winnow {

struct RepeatedField {
  std::string name;
  std::size_t offset;  // in the text, of the second one
};

// The first field that an object of `json` has a second time.
// Needs: text that a JSON parser accepted. Takes linear time, at any depth.
std::optional<RepeatedField> repeated_field(std::string_view json);

// Throws InputError at such a field; `at` is where `json` begins.
void refuse_repeated_fields(std::string_view json, const Place& at);

}  // namespace winnow
