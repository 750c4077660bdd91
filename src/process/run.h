// process/run.h - one program that runs: what winnow knows of it, and how it is ended.
// in: a job     out: a run that is driven by news from its pipes, its supervisor and its guard
// A run asks first and kills later: the program through its supervisor, then the guard, and at the
// last everybody who carries the run's mark.
#pragma once

#include "process/descriptor.h"
#include "process/process.h"
#include "process/supervisor.h"

#include <sys/types.h>

#include <cstddef>
#include <limits>
#include <string>

namespace winnow {

struct ProcessRun {
  std::size_t number = 0;
  pid_t guard = -1;
  Descriptor control, output, error, guard_handle, supervisor_handle;
  std::size_t output_limit = 0;
  double grace_s = 0;
  bool flooded = false;
  std::string scratch, mark;
  SupervisorReport report;
  bool reported = false;  // or nobody is left who could
  bool guard_gone = false;
  double started_s = 0;
  // When winnow takes the matter into its own hands: first it asks the guard, then it kills.
  double deadline_s = std::numeric_limits<double>::infinity();
  bool guard_asked = false;
  Ending overdue = Ending::wall_limit;  // what to call it then
  ProcessResult result;

  void expect_end(double seconds, Ending why);
  void ask_to_end();
  // The supervisor takes it as if winnow were gone: no grace. Its report still arrives.
  void end_at_once();

  // Takes what is there without waiting for more.
  void drain(Descriptor& from, std::string& into);

  void hear();
  // A guard that somebody has stopped goes on; one that is gone is waited for.
  void look_after_guard();
  // Where whoever should have ended has not. True: the guard is gone, without a report.
  bool take_over();

  // True: nobody is left, and the result is complete.
  bool ended();
};

// Starts the program of a job, which is at the path `program`. Returns 0, or the errno of what the
// system refused. Throws InputError where the input file cannot be read.
int start_run(const ProcessJob& job, const std::string& program, ProcessRun& run);

}  // namespace winnow
