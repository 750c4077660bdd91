// process/supervisor.h - the small process that stands between winnow and one program.
// in: a task with program, pipes and limits     out: one report; nobody of the program's is left
// The one idea: a child subreaper inherits every orphan below it, so "no children left" means
// that the program and all it ever started are gone - also daemons in sessions of their own.
// It outlives winnow: when winnow goes, by whatever signal, the supervisor ends the program and
// follows. Its own parent is a guard (process/guard.h), in case that it does not.
#pragma once

#include "process/process.h"

#include <sys/types.h>

#include <cstddef>
#include <cstdint>

namespace winnow {

struct SupervisorTask {
  const char* program;  // path for execve
  char* const* arguments;
  char* const* environment;
  int input_fd, output_fd, error_fd;
  int control_fd;  // a byte from winnow: end the program; closed: at once
  pid_t parent;
  const char* directory;  // scratch directory to make; "" for none
  const char* file;
  const char* file_text;
  std::size_t file_size;
  ProcessLimits limits;
};

struct SupervisorReport {
  Ending ending = Ending::lost;
  int wait_status = 0;
  int error_number = 0;  // why it did not start
  double cpu_s = 0;
  double wall_s = 0;
  std::uint64_t peak_memory_bytes = 0;
};

// The exit code of a supervisor whose scratch directory was there before; 0 for all else.
inline constexpr int kForeignScratch = 17;

// Runs in a child of the guard that has all signals blocked; allocates nothing; never returns.
[[noreturn]] void supervise(const SupervisorTask& task);

}  // namespace winnow
