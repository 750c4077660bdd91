// process/process.h - runs programs that may do anything, within limits.
// in: a program, its input, limits     out: what it printed, how it ended, what it used
// When a result is there, the program and everything it started are gone, and so is its scratch
// directory (one that takes long to remove goes a little later); the same holds when winnow itself
// is killed. Each program runs below a supervisor and a guard of its own (process/supervisor.h,
// process/guard.h), and carries a mark, WINNOW_RUN, in its environment: whatever it does to those
// two, it neither stays behind nor makes winnow wait.
//
//   ProcessGroup group;
//   group.start({.arguments = {"eprover", "-s", "p.p"}, .limits = {.wall_s = 10}});
//   while (auto finished = group.wait()) use(finished->result.output);
#pragma once

#include "process/interrupt.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

// How memory is bounded. The sum over all processes is watched in each case; the kernel's own
// limits are per process but exact. `data` counts what can be written, so programs may reserve
// address space as they like (Java, Haskell); `address_space` counts that too.
enum class MemoryLimit : std::uint8_t { data, address_space, watched };

struct ProcessLimits {  // 0: no limit
  double wall_s = 0;
  double cpu_s = 0;  // of all its processes together
  std::uint64_t memory_bytes = 0;
  MemoryLimit memory_limit = MemoryLimit::data;
  std::size_t output_bytes = std::size_t{64} << 20;  // of stdout; and as much of stderr
  int processes = 256;
  double grace_s = 0.1;  // between SIGTERM and SIGKILL
};

struct ProcessJob {
  std::vector<std::string> arguments = {};    // the program first: a path, or a name in PATH
  std::vector<std::string> environment = {};  // "NAME=value", on top of winnow's own
  std::string input = {};                     // standard input
  std::string input_file = {};                // or a file; with neither, the input is empty
  // A file with this text exists while the program runs, and $TMPDIR points at its directory,
  // which goes with all it holds when the program has ended.
  struct Scratch {
    std::string directory = {};  // from new_scratch_name() (process/scratch.h); "" for none
    std::string file = {};       // a path in it
    std::string text = {};
  } scratch = {};
  ProcessLimits limits = {};
};

enum class Ending : std::uint8_t {
  exited,
  signalled,  // by itself
  wall_limit,
  cpu_limit,
  memory_limit,
  output_limit,
  process_limit,
  cancelled,    // by us
  not_started,  // see error_number
  lost,         // somebody killed the supervisor, or kept stopping it
};
std::string_view to_string(Ending ending);

struct ProcessResult {
  Ending ending = Ending::lost;
  int exit_code = -1;         // where it exited, also after our SIGTERM
  int signal = 0;             // where a signal ended it
  int error_number = 0;       // errno of what kept it from starting
  std::string output, error;  // stdout and stderr, cut off at the limit
  double cpu_s = 0;           // of all its processes
  double wall_s = 0;
  std::uint64_t peak_memory_bytes = 0;  // the largest sum that was seen; seen every 50 ms
};

// Several programs at once, driven by the one thread that owns the group.
// Threads may each have a group of their own.
class ProcessGroup {
 public:
  // With an interrupt: once it is requested, all programs are ended at once.
  explicit ProcessGroup(const Cancellation* interrupt = nullptr);
  ~ProcessGroup();  // ends all that still run, and waits for that
  ProcessGroup(const ProcessGroup&) = delete;
  ProcessGroup& operator=(const ProcessGroup&) = delete;

  // The number by which wait() and cancel() know it: 0, 1, 2, ...
  // Throws InputError where the program or the input file does not exist.
  std::size_t start(const ProcessJob& job);
  std::size_t running() const;

  struct Finished {
    std::size_t number;
    ProcessResult result;
  };
  std::optional<Finished> wait();   // the next that ends; nothing when none runs
  void cancel(std::size_t number);  // asks; wait() then gives its result
  void end_all();                   // all, at once and without grace; wait() as above

 private:
  struct State;
  std::unique_ptr<State> state_;
};

ProcessResult run_process(const ProcessJob& job, const Cancellation* interrupt = nullptr);

}  // namespace winnow
