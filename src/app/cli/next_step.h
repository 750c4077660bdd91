// app/cli/next_step.h - what a long command says at its end: the command that one would type next.
// One line on standard error, and only to a person: a script knows what it does next.
#pragma once

#include <string_view>

namespace winnow {

// say_next("winnow rank PROBLEM --index library.index");
void say_next(std::string_view command);

}  // namespace winnow
