#include "app/commands/lanes.h"

#include "app/commands/proof_print.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace winnow {

void Lanes::say(const std::string& line) {
  if (!watched()) return;
  clear();
  fmt::print(stderr, "winnow: {}\n", line);
  draw();
}

void Lanes::start(const ProofSlice& slice) {
  running_.push_back(run_name(slice));
  if (!terminal_) return;
  clear();
  draw();
}

void Lanes::end(const ProofSlice& slice) {
  const auto found = std::ranges::find(running_, run_name(slice));
  if (found != running_.end()) running_.erase(found);
  // On a terminal the many short runs in vain would push what matters out of sight.
  const bool worth_a_line = verbose_ || slice.verdict == Verdict::proved;
  if (worth_a_line) {
    say(fmt::format("{:<44} {:<12} {:.1f} s", run_name(slice), to_string(slice.verdict),
                    slice.wall_s));
  } else if (terminal_) {
    clear();
    draw();
  }
}

void Lanes::clear() {
  for (; drawn_ > 0; --drawn_) std::fputs("\033[1A\033[2K", stderr);
  std::fflush(stderr);
}

void Lanes::draw() {
  if (!terminal_) return;
  for (const std::string& line : running_) fmt::print(stderr, "  {} ...\n", line.substr(0, 72));
  drawn_ = running_.size();
  std::fflush(stderr);
}

}  // namespace winnow
