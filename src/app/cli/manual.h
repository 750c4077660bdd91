// app/cli/manual.h - manual pages: one for the program and one for each command.
// in: the table of commands     out: pages in the man macros of roff, with the names of their files
#pragma once

#include "app/cli/command_table.h"

#include <string>
#include <string_view>
#include <vector>

namespace winnow {

struct ManualPage {
  std::string file;  // "winnow-rank.1"
  std::string text;
};

std::vector<ManualPage> manual_pages(const CommandRow& program, std::string_view version);

}  // namespace winnow
