// app/cli/exit_code.h - what the program's exit code tells its caller: one meaning for each code,
// the same for every command. --help and docs/command-line.md show this table.
#pragma once

#include "winnow/verdict.h"

#include <string>

namespace winnow {

enum class ExitCode {
  done = 0,           // prove: proved, or Unsatisfiable
  wrong_input = 1,    // a file that cannot be read, understood or written
  wrong_command = 2,  // the command line
  own_mistake = 3,    // a mistake of winnow's own
  refuted = 4,        // CounterSatisfiable, Satisfiable
  out_of_memory = 5,
  out_of_time = 8,
  gave_up = 9,
  prover_failed = 10,
  disputed = 11,    // one prover refutes what another proved
  unexpected = 12,  // reproduce: a figure is not as expected
  try_again = 75,   // train: another process of the run is gone (EX_TEMPFAIL of sysexits.h)
};

ExitCode exit_code(Verdict verdict);
// The table for --help, a code a line.
std::string exit_code_help();

// Ends the command at once with this code, or as shells report a signal: 128 and its number.
[[noreturn]] void leave(ExitCode code);
[[noreturn]] void leave_by_signal(int signal);

}  // namespace winnow
