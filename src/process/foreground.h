// process/foreground.h - runs a program of ours in the foreground: it reads and writes where we do.
// in: a program with arguments     out: how it ended
// Without limits and supervisors: it is not a prover that may do anything. An interrupt is passed
// on, and the program is waited for, so that it can write what it knows and go on another time.
#pragma once

#include "process/interrupt.h"

#include <string>
#include <vector>

namespace winnow {

struct ForegroundResult {
  int exit_code = -1;        // -1: a signal ended it
  int signal = 0;            // that signal
  bool interrupted = false;  // it was told to end
};

// `output_file`: where its standard output goes instead; "": where ours goes. Throws InputError if
// the program cannot be started or the file cannot be written.
ForegroundResult run_in_foreground(const std::vector<std::string>& arguments,
                                   const std::string& output_file, const Cancellation& interrupt);

}  // namespace winnow
