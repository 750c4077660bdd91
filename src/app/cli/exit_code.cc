#include "app/cli/exit_code.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace winnow {

namespace {

struct Meaning {
  ExitCode code;
  std::string_view text;
};

constexpr Meaning kMeanings[] = {
    {ExitCode::done, "done; prove: proved, or Unsatisfiable"},
    {ExitCode::wrong_input, "the input is wrong, or the output cannot be written"},
    {ExitCode::wrong_command, "the command line is wrong"},
    {ExitCode::own_mistake, "a mistake of winnow's own"},
    {ExitCode::refuted, "refuted: CounterSatisfiable or Satisfiable"},
    {ExitCode::out_of_memory, "out of memory"},
    {ExitCode::out_of_time, "out of time"},
    {ExitCode::gave_up, "the prover gave up"},
    {ExitCode::prover_failed, "the prover failed"},
    {ExitCode::disputed, "prove --check: one prover refutes what another proved"},
    {ExitCode::unexpected, "reproduce: a figure is not as expected"},
    {ExitCode::try_again, "train on several processes: another one is gone; go on with --resume"},
};

}  // namespace

ExitCode exit_code(Verdict verdict) {
  switch (verdict) {
    case Verdict::proved:
      return ExitCode::done;
    case Verdict::refuted:
      return ExitCode::refuted;
    case Verdict::out_of_memory:
      return ExitCode::out_of_memory;
    case Verdict::out_of_time:
      return ExitCode::out_of_time;
    case Verdict::cancelled:
    case Verdict::gave_up:
      return ExitCode::gave_up;
    case Verdict::failed:
      return ExitCode::prover_failed;
    case Verdict::disputed:
      return ExitCode::disputed;
  }
  return ExitCode::own_mistake;
}

std::string exit_code_help() {
  std::string text = "Exit codes:\n";
  for (const Meaning& each : kMeanings)
    text += fmt::format("  {:>3}  {}\n", static_cast<int>(each.code), each.text);
  return text + "  129, 130, 143  interrupted: by SIGHUP, Ctrl-C, SIGTERM";
}

void leave(ExitCode code) { throw CLI::RuntimeError(static_cast<int>(code)); }
void leave_by_signal(int signal) { throw CLI::RuntimeError(128 + signal); }

}  // namespace winnow
