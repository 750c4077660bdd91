// app/cli/error_hint.h - what the command line adds to an error of the library: its options.
#pragma once

#include "winnow/error_code.h"

#include <string>

namespace winnow {

std::string message_of(const InputError& error);  // "--width cannot be 0"
std::string hint_of(const InputError& error);     // "any formula can be the goal (--goal NAME)"

}  // namespace winnow
