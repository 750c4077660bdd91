#include "process/process.h"

#include "process/find_program.h"
#include "process/raw.h"
#include "process/run.h"
#include "winnow/error.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <deque>
#include <system_error>
#include <utility>

namespace winnow {
namespace {

constexpr double kGuardTick_s = 0.1;  // how often a guard is looked at

}  // namespace

std::string_view to_string(Ending ending) {
  switch (ending) {
    case Ending::exited:
      return "exited";
    case Ending::signalled:
      return "died by a signal";
    case Ending::wall_limit:
      return "reached the time limit";
    case Ending::cpu_limit:
      return "reached the CPU time limit";
    case Ending::memory_limit:
      return "reached the memory limit";
    case Ending::output_limit:
      return "printed too much";
    case Ending::process_limit:
      return "started too many processes";
    case Ending::cancelled:
      return "cancelled";
    case Ending::not_started:
      return "could not be started";
    case Ending::lost:
      return "lost";
  }
  return "unknown";
}

struct ProcessGroup::State {
  const Cancellation* interrupt = nullptr;
  bool interrupted = false;
  std::size_t next = 0;
  std::vector<std::unique_ptr<ProcessRun>> runs;
  std::deque<Finished> finished;

  // One round of the event loop: waits for any news, and takes it.
  void step() {
    std::vector<pollfd> news;
    double wake_s = raw::now_s() + kGuardTick_s;
    for (const auto& run : runs) {
      wake_s = std::min(wake_s, run->deadline_s);
      // What has been heard stays readable, and would wake us again and again.
      for (const int fd : {run->reported ? -1 : run->control.fd(), run->output.fd(),
                           run->error.fd(), run->guard_gone ? -1 : run->guard_handle.fd()})
        news.push_back({fd, POLLIN, 0});
    }
    news.push_back({interrupt != nullptr && !interrupted ? interrupt->fd() : -1, POLLIN, 0});
    const double wait_s = std::max(0.0, wake_s - raw::now_s());
    if (poll(news.data(), news.size(), static_cast<int>(std::ceil(wait_s * 1000))) < 0 &&
        errno != EINTR)
      throw std::system_error(errno, std::generic_category(), "poll");
    if (interrupt != nullptr && !interrupted && interrupt->requested()) {
      interrupted = true;
      for (const auto& run : runs) run->end_at_once();
    }
    for (std::size_t i = runs.size(); i-- > 0;) {
      ProcessRun& run = *runs[i];
      run.drain(run.output, run.result.output);
      run.drain(run.error, run.result.error);
      if (!run.ended()) continue;
      finished.push_back({run.number, std::move(run.result)});
      runs.erase(runs.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
};

ProcessGroup::ProcessGroup(const Cancellation* interrupt) : state_(std::make_unique<State>()) {
  state_->interrupt = interrupt;
}

ProcessGroup::~ProcessGroup() {
  end_all();
  while (!state_->runs.empty()) state_->step();
}

std::size_t ProcessGroup::start(const ProcessJob& job) {
  require(!job.arguments.empty(), "a job without a program");
  require(job.scratch.text.empty() || !job.scratch.file.empty(), "a scratch text without a file");
  const std::string program = find_program(job.arguments.front());
  auto run = std::make_unique<ProcessRun>();
  const int error_number = start_run(job, program, *run);
  run->number = state_->next++;
  if (error_number != 0) {
    run->result.ending = Ending::not_started;
    run->result.error_number = error_number;
    state_->finished.push_back({run->number, std::move(run->result)});
    return state_->next - 1;
  }
  if (state_->interrupted) run->end_at_once();
  state_->runs.push_back(std::move(run));
  return state_->next - 1;
}

std::size_t ProcessGroup::running() const { return state_->runs.size() + state_->finished.size(); }

std::optional<ProcessGroup::Finished> ProcessGroup::wait() {
  while (state_->finished.empty()) {
    if (state_->runs.empty()) return std::nullopt;
    state_->step();
  }
  Finished first = std::move(state_->finished.front());
  state_->finished.pop_front();
  return first;
}

void ProcessGroup::cancel(std::size_t number) {
  for (const auto& run : state_->runs)
    if (run->number == number) run->ask_to_end();
}

void ProcessGroup::end_all() {
  for (const auto& run : state_->runs) run->end_at_once();
}

ProcessResult run_process(const ProcessJob& job, const Cancellation* interrupt) {
  ProcessGroup group(interrupt);
  group.start(job);
  return std::move(group.wait()->result);
}

}  // namespace winnow
