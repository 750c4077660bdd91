#include "process/run.h"

#include "process/marked.h"
#include "process/raw.h"
#include "process/scratch.h"

#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace winnow {
namespace {

constexpr double kGuardPatience_s = 0.6;  // for guards beyond a run's limits, then the next step

}  // namespace

void ProcessRun::expect_end(double seconds, Ending why) {
  const double until_s = raw::now_s() + seconds + kGuardPatience_s;
  if (until_s >= deadline_s) return;
  deadline_s = until_s;
  overdue = why;
}

void ProcessRun::ask_to_end() {
  const char byte = 'c';
  send(control.fd(), &byte, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
  expect_end(grace_s, Ending::cancelled);
}

void ProcessRun::end_at_once() {
  shutdown(control.fd(), SHUT_WR);
  expect_end(0, Ending::cancelled);
}

void ProcessRun::drain(Descriptor& from, std::string& into) {
  char buffer[65536];
  while (from.open()) {
    const ssize_t got = read(from.fd(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) return from.close();
    const std::size_t room = output_limit == 0 ? sizeof buffer : output_limit - into.size();
    into.append(buffer, std::min(static_cast<std::size_t>(got), room));
    if (static_cast<std::size_t>(got) <= room) continue;
    flooded = true;
    from.close();
    ask_to_end();
  }
}

void ProcessRun::hear() {
  SupervisorReport message;
  while (!reported) {
    const ssize_t got = recv(control.fd(), &message, sizeof message, MSG_DONTWAIT);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return;
    if (got == static_cast<ssize_t>(sizeof(pid_t))) {
      pid_t supervisor = 0;
      std::memcpy(&supervisor, &message, sizeof supervisor);
      supervisor_handle = Descriptor(static_cast<int>(syscall(SYS_pidfd_open, supervisor, 0)));
      continue;
    }
    if (got == static_cast<ssize_t>(sizeof message)) report = message;
    reported = true;
    expect_end(0, report.ending);  // the guard has only to tidy up
  }
}

void ProcessRun::look_after_guard() {
  siginfo_t about{};
  if (guard_gone) return;
  if (waitid(P_PID, static_cast<id_t>(guard), &about, WSTOPPED | WNOHANG) == 0 &&
      about.si_pid == guard)
    kill(guard, SIGCONT);
  guard_gone = waitpid(guard, nullptr, WNOHANG) != 0;
}

bool ProcessRun::take_over() {
  if (raw::now_s() < deadline_s) return false;
  if (!guard_asked) {
    guard_asked = true;
    kill(guard, SIGTERM);
    kill(guard, SIGCONT);
    deadline_s = raw::now_s() + kGuardPatience_s;
    return false;
  }
  kill(guard, SIGKILL);  // a direct child, not waited for: its id is still its own
  while (waitpid(guard, nullptr, 0) < 0 && errno == EINTR) {
  }
  guard_gone = true;
  if (!reported) report.ending = overdue;
  return true;
}

bool ProcessRun::ended() {
  hear();
  look_after_guard();
  if (guard_gone) hear();
  if (!guard_gone && !take_over()) return false;
  const bool lost = report.ending == Ending::lost || !reported || guard_asked;
  if (lost) {  // without a guard that could vouch for it, all who carry the run's mark go
    if (supervisor_handle.open())
      syscall(SYS_pidfd_send_signal, supervisor_handle.fd(), SIGKILL, nullptr, 0);
    end_marked(mark);
  }
  drain(output, result.output);
  drain(error, result.error);
  if (lost && !scratch.empty()) remove_scratch(scratch.c_str(), raw::now_s() + kGuardPatience_s);
  result.ending = flooded ? Ending::output_limit : report.ending;
  result.error_number = report.error_number;
  result.cpu_s = report.cpu_s;
  result.wall_s = reported ? report.wall_s : raw::now_s() - started_s;
  result.peak_memory_bytes = report.peak_memory_bytes;
  const bool ran =
      reported && report.ending != Ending::not_started && report.ending != Ending::lost;
  if (ran && WIFEXITED(report.wait_status)) result.exit_code = WEXITSTATUS(report.wait_status);
  if (ran && WIFSIGNALED(report.wait_status)) result.signal = WTERMSIG(report.wait_status);
  return true;
}

}  // namespace winnow
