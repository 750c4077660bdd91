// process/marked.h - ends processes that carry a mark in their environment.
// The last resort, when those who should know a program's processes were themselves killed by it.
#pragma once

#include <string>

namespace winnow {

// SIGKILL to all processes with the environment entry `mark` ("NAME=value"), until none is left or
// some cannot be ended.
void end_marked(const std::string& mark);

}  // namespace winnow
