// app/cli/schedule_file.h - a schedule that a user names.
#pragma once

#include <string>

namespace winnow {

// Its text, for ProveOptions::schedule. Read once, since it may be a pipe and may change meanwhile;
// checked here, so that mistakes have a place. Throws InputError.
std::string read_schedule(const std::string& file);

}  // namespace winnow
