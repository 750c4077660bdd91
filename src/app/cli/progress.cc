#include "app/cli/progress.h"

#include "app/cli/terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

namespace winnow {

namespace {

constexpr auto kRedraw = std::chrono::milliseconds(100);
constexpr auto kLog = std::chrono::seconds(10);
constexpr std::size_t kBar = 24;

std::string rate(const ProgressState& state) {
  double per_s = static_cast<double>(state.done) / state.elapsed_s;
  return per_s < 10 ? fmt::format("{:.1f}/s", per_s)
                    : with_commas(static_cast<std::uint64_t>(std::llround(per_s))) + "/s";
}

bool rate_known(const ProgressState& state) { return state.done > 0 && state.elapsed_s > 0.2; }

std::string time_left(const ProgressState& state) {
  double left = state.elapsed_s * static_cast<double>(state.total - state.done) /
                static_cast<double>(state.done);
  return clock_time(left) + " left";
}

}  // namespace

std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string clock_time(double seconds) {
  auto s = static_cast<std::uint64_t>(std::max(0.0, std::ceil(seconds)));
  if (s < 3600) return fmt::format("{}:{:02}", s / 60, s % 60);
  return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

std::string progress_bar(const ProgressState& state, std::size_t width) {
  std::string line(state.task);
  if (state.total != 0) {
    std::uint64_t done = std::min(state.done, state.total);
    auto full = static_cast<std::size_t>(done * kBar / state.total);
    line += fmt::format(" [{}{}] {} %  {}/{} {}", std::string(full, '#'),
                        std::string(kBar - full, '-'), done * 100 / state.total,
                        with_commas(state.done), with_commas(state.total), state.unit);
  } else {
    line += fmt::format(" {} {}", with_commas(state.done), state.unit);
  }
  if (rate_known(state)) {
    line += "  " + rate(state);
    if (state.total >= state.done) line += "  " + time_left(state);
  }
  if (!state.note.empty()) line += fmt::format("  {}", state.note);
  if (line.size() > width) line.resize(width);
  return line;
}

std::string progress_log_line(const ProgressState& state) {
  std::string line = fmt::format("{}: {}", state.task, with_commas(state.done));
  if (state.total != 0) line += fmt::format(" of {}", with_commas(state.total));
  line += fmt::format(" {}", state.unit);
  if (rate_known(state)) {
    line += ", " + rate(state);
    if (state.total > state.done) line += ", " + time_left(state);
    if (state.total == state.done) line += ", " + clock_time(state.elapsed_s) + " in all";
  }
  if (!state.note.empty()) line += fmt::format(", {}", state.note);
  return line;
}

Progress::Progress(std::string task, std::string unit, bool quiet, std::FILE* out)
    : task_(std::move(task)),
      unit_(std::move(unit)),
      out_(out),
      quiet_(quiet),
      terminal_(::isatty(::fileno(out)) != 0),
      started_(Clock::now()),
      next_(started_) {}

Progress::~Progress() {
  if (!finished_) clear_line();
}

bool Progress::due() const { return !quiet_ && Clock::now() >= next_; }

void Progress::update(std::uint64_t done, std::uint64_t total) {
  done_ = done;
  total_ = total;
  if (quiet_) return;
  if (auto now = Clock::now(); now >= next_) show(now);
}

void Progress::finish() {
  if (finished_) return;
  finished_ = true;
  if (quiet_) return;
  clear_line();
  // On a terminal the result that follows says it all.
  if (!terminal_) fmt::print(out_, "{}\n", progress_log_line(state(Clock::now())));
  std::fflush(out_);
}

ProgressState Progress::state(Clock::time_point now) const {
  return {task_, unit_,  note_,
          done_, total_, std::chrono::duration<double>(now - started_).count()};
}

void Progress::show(Clock::time_point now) {
  if (terminal_) {
    // One column stays free: a full line would wrap on some terminals.
    fmt::print(out_, "\r\x1b[K{}", progress_bar(state(now), terminal_width(out_) - 1));
    drawn_ = true;
    next_ = now + kRedraw;
  } else {
    fmt::print(out_, "{}\n", progress_log_line(state(now)));
    next_ = now + kLog;
  }
  std::fflush(out_);
}

void Progress::clear_line() {
  if (drawn_) fmt::print(out_, "\r\x1b[K");
  std::fflush(out_);
  drawn_ = false;
}

}  // namespace winnow
