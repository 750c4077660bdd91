// app/experiment/name_file.h - names of problems that an experiment keeps away from.
#pragma once

#include <set>
#include <string>

namespace winnow {

// The lines of a file; none if `file` is empty.
std::set<std::string> names_in(const std::string& file);

}  // namespace winnow
