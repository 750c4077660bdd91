// text/json_fields.h - refuses JSON in which an object has a field twice.
// JSON allows it and says nothing about which one counts, so one of two values would be dropped
// silently.
#pragma once

#include "winnow/error.h"

#include <string_view>

namespace winnow {

// Throws InputError at the second of two equal fields of an object; `at` is where `json` begins.
// Needs: text that a JSON parser accepted. Takes linear time, at any depth.
void refuse_repeated_fields(std::string_view json, const Place& at);

}  // namespace winnow
