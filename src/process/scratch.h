// process/scratch.h - a directory for one run of a prover: the problem file, and whatever the
// prover writes into $TMPDIR. Both functions allocate nothing and may run after a fork.
#pragma once

#include <cstddef>

namespace winnow {

// Makes the directory (mode 0700) and in it the file with the text. Returns 0 or the errno.
int make_scratch(const char* directory, const char* file, const char* text, std::size_t size);

// Removes the directory and everything in it, however deep. False: raw::now_s() came to
// `deadline_s` before all of it was gone.
bool remove_scratch(const char* directory, double deadline_s);

}  // namespace winnow
