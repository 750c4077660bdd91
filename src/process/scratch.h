// process/scratch.h - a directory for one run of a program: a file that it reads, and whatever it
// writes into $TMPDIR.
#pragma once

#include <cstddef>
#include <string>

namespace winnow {

// A name in the directory for temporary files that is not in use: nothing is made yet.
std::string new_scratch_name();

// The others allocate nothing and may run after a fork.

// Makes the directory (mode 0700) and in it the file with the text. Returns 0 or the errno.
int make_scratch(const char* directory, const char* file, const char* text, std::size_t size);

// Removes the directory and everything in it, however deep. False: raw::now_s() came to
// `deadline_s` before all of it was gone.
bool remove_scratch(const char* directory, double deadline_s);

}  // namespace winnow
