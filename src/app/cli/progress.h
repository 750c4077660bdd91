// app/cli/progress.h - how a long command says how far it is.
// in: items done, of how many     out: on a terminal one line that is redrawn, with rate and time
// left; otherwise log lines: one at the start, one every ten seconds, one at the end
//
//   Progress progress("importing", "examples", quiet);
//   for (...) {
//     progress.update(done, total);
//     if (progress.due()) progress.note(fmt::format("loss {:.2f}", loss));   // shown from now on
//   }
//   progress.finish();
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace winnow {

struct ProgressState {
  std::string_view task;  // "importing"
  std::string_view unit;  // "examples"
  std::string_view note;  // "loss 0.41 acc 0.81"
  std::uint64_t done = 0;
  std::uint64_t total = 0;  // 0: not known
  double elapsed_s = 0;
};

// importing [######----] 61 %  17,855/29,271 examples  4,120/s  0:03 left  loss 0.41
// At most `width` characters.
std::string progress_bar(const ProgressState& state, std::size_t width);
// importing: 17,855 of 29,271 examples, 4,120/s, 0:03 left, loss 0.41
std::string progress_log_line(const ProgressState& state);

std::string with_commas(std::uint64_t number);  // 29,271
std::string clock_time(double seconds);         // 0:03, 1:02:03

class Progress {
 public:
  Progress(std::string task, std::string unit, bool quiet, std::FILE* out = stderr);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();  // as finish(), without the last log line if work was cut short

  // Cheap enough to call for every item.
  void update(std::uint64_t done, std::uint64_t total);
  // Whether the next update will show something: for notes that cost something to write.
  bool due() const;
  void note(std::string text) { note_ = std::move(text); }
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  ProgressState state(Clock::time_point now) const;
  void show(Clock::time_point now);
  void clear_line();

  std::string task_, unit_, note_;
  std::FILE* out_;
  bool quiet_, terminal_;
  bool drawn_ = false;
  bool finished_ = false;
  Clock::time_point started_, next_;
  std::uint64_t done_ = 0, total_ = 0;
};

}  // namespace winnow
