// process/find_program.h - where a program is.
#pragma once

#include <string>

namespace winnow {

// The path of a program, as a shell finds it. Throws InputError with a hint if there is none.
std::string find_program(const std::string& name);

}  // namespace winnow
