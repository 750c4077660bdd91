#include "prover/slices.h"

#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <utility>

namespace winnow {
namespace {

constexpr double kShortest_s = 0.02;  // a share below this starts no prover

InputError wrong_slices(std::string_view text, std::string_view what) {
  return InputError(fmt::format("slices '{}': {}", text, what), "for example 16,32,...,2048,all");
}

// Twice the last slice, four times, ... up to and with `end`.
void double_up(std::vector<std::size_t>& slices, std::size_t end, std::string_view text) {
  const std::size_t first = slices.back();
  while (slices.back() < end && slices.back() <= end / 2) slices.push_back(2 * slices.back());
  if (slices.back() != end)
    throw wrong_slices(text, fmt::format("doubling {} does not meet {}", first, end));
}

std::string problem_text(const SliceTask& task, const Slice& slice, const Rendering& rendering) {
  std::string text;
  for (const std::string_view formula : task.always) rendering.add(text, formula);
  for (const std::string_view formula : std::span(task.rankings[slice.ranking]).first(slice.k))
    rendering.add(text, formula);
  if (!task.conjecture.empty()) rendering.add(text, task.conjecture);
  return text;
}

Rendering rendering_of(const ProverCommand& command, const SliceTask& task, Numbers numbers) {
  const std::span<const std::string_view> parts[] = {
      task.rankings.front(), task.always,
      std::span(&task.conjecture, task.conjecture.empty() ? 0 : 1)};
  return make_rendering(command, numbers, parts);
}

// Refutations that decided nothing, and errors of the prover that the verdict does not show.
void warn(SlicesResult& result, const Rendering& rendering) {
  for (const SliceResult& slice : result.slices)
    if (slice.verdict == Verdict::failed && result.verdict != Verdict::failed) {
      result.warnings.push_back("the prover failed: " + slice.message);
      break;
    }
  if (result.decided_by) return;
  for (const SliceResult& slice : result.slices)
    if (slice.verdict == Verdict::refuted && slice.all) {
      result.warnings.push_back(
          fmt::format("the prover says {}, which is no refutation: {}", slice.status,
                      rendering.doubt.empty() ? "it did not see all axioms" : rendering.doubt));
      return;
    }
}

// Divides the time that is left among the slices that are left.
class Budget {
 public:
  Budget(const SliceOptions& options, std::size_t slices) : options_(options), slices_(slices) {}

  // The share of the next slice when `waiting`, with this one, have not been started.
  double share(std::size_t waiting) const {
    if (options_.every) return options_.time_limit_s / static_cast<double>(slices_);
    if (options_.cpu_time)
      return (options_.time_limit_s - used_s_ - promised_s_) / static_cast<double>(waiting);
    const auto lanes = static_cast<std::size_t>(options_.jobs);
    const std::size_t rounds = (waiting + lanes - 1) / lanes;
    return (options_.time_limit_s - wall_s()) / static_cast<double>(rounds);
  }
  void promise(double share_s) { promised_s_ += share_s; }
  void settle(double share_s, double cpu_s) {
    promised_s_ -= share_s;
    used_s_ += cpu_s;
  }
  double used_s() const { return used_s_; }
  double wall_s() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  const SliceOptions& options_;
  std::size_t slices_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double used_s_ = 0;      // CPU time of slices that ended
  double promised_s_ = 0;  // shares of slices that run
};

// The word for the whole run where no slice decided: the most hopeful thing that happened.
void summarize(SlicesResult& result, bool untried) {
  const auto any = [&](Verdict verdict) {
    return std::any_of(result.slices.begin(), result.slices.end(),
                       [&](const SliceResult& slice) { return slice.verdict == verdict; });
  };
  const bool failures_alone =
      !result.slices.empty() && std::ranges::all_of(result.slices, [](const SliceResult& slice) {
        return slice.verdict == Verdict::failed;
      });
  if (!failures_alone && (untried || any(Verdict::out_of_time))) {
    result.verdict = Verdict::out_of_time;
  } else if (any(Verdict::out_of_memory)) {
    result.verdict = Verdict::out_of_memory;
  } else if (any(Verdict::gave_up) || any(Verdict::refuted)) {
    result.verdict = Verdict::gave_up;
  } else if (result.slices.empty()) {
    result.verdict = Verdict::out_of_time;
  } else {
    result.verdict = Verdict::failed;
    for (const SliceResult& slice : result.slices)
      if (result.message.empty()) result.message = slice.message;
  }
}

}  // namespace

std::vector<std::size_t> parse_slices(std::string_view text) {
  std::vector<std::size_t> slices;
  bool dots = false;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    std::string_view item = text.substr(start, end - start);
    start = end + 1;
    while (!item.empty() && item.front() == ' ') item.remove_prefix(1);
    while (!item.empty() && item.back() == ' ') item.remove_suffix(1);
    if (item == "...") {
      if (slices.empty() || slices.back() == kAllPremises || dots)
        throw wrong_slices(text, "'...' needs a number before it");
      dots = true;
      continue;
    }
    std::size_t k = kAllPremises;
    if (item != "all") {
      const auto [stop, error] = std::from_chars(item.data(), item.data() + item.size(), k);
      if (error != std::errc() || stop != item.data() + item.size() || k == 0 || k == kAllPremises)
        throw wrong_slices(text, fmt::format("'{}' is no number above 0, '...' or 'all'", item));
    }
    if (!dots) {
      slices.push_back(k);
      continue;
    }
    if (k == kAllPremises) throw wrong_slices(text, "'...' needs a number after it");
    double_up(slices, k, text);
    dots = false;
  }
  if (dots) throw wrong_slices(text, "'...' needs a number after it");
  return slices;
}

std::vector<Slice> usable_slices(std::span<const std::size_t> slices, std::size_t premises,
                                 std::size_t rankings) {
  std::vector<Slice> usable;
  for (const std::size_t k : slices)
    for (std::size_t ranking = 0; ranking < rankings; ++ranking) {
      Slice slice{std::min(k, premises), ranking};
      if (slice.k == premises) slice.ranking = 0;  // all premises are the same by any ranking
      if (std::ranges::find(usable, slice) == usable.end()) usable.push_back(slice);
    }
  return usable;
}

std::string_view status_of(Verdict verdict, bool has_conjecture, bool contradictory_axioms) {
  if (verdict == Verdict::proved && !has_conjecture) return "Unsatisfiable";
  if (verdict == Verdict::proved && contradictory_axioms) return "ContradictoryAxioms";
  if (verdict == Verdict::refuted && !has_conjecture) return "Satisfiable";
  return szs_status(verdict);
}

SlicesResult run_slices(const ProverCommand& command, const SliceTask& task,
                        const SliceOptions& options, const Cancellation* interrupt,
                        const std::function<void(const SliceResult&)>& on_slice) {
  require(options.jobs >= 1, "slices need at least one job");
  require(!task.rankings.empty(), "slices need a ranking");
  const std::size_t premises = task.rankings.front().size();
  const std::vector<Slice> slices = usable_slices(options.slices, premises, task.rankings.size());
  const Rendering rendering = rendering_of(command, task, options.numbers);
  SlicesResult result;
  bool contradictory_axioms = false;
  Budget budget(options, slices.size());
  bool untried = false;
  std::size_t next = 0;
  ProcessGroup group(interrupt);

  const auto start_next = [&] {
    const double share_s = budget.share(slices.size() - next);
    if (share_s < kShortest_s) {
      untried = true;
      next = slices.size();
      return;
    }
    const Slice& chosen = slices[next++];
    group.start(make_prover_job(rendering.command, problem_text(task, chosen, rendering),
                                {.time_s = share_s,
                                 .cpu_time = options.cpu_time,
                                 .memory_bytes = options.memory_bytes,
                                 .memory_limit = options.memory_limit}));
    budget.promise(share_s);
    SliceResult slice;
    slice.k = chosen.k;
    slice.ranking = chosen.ranking;
    slice.all = chosen.k == premises;
    slice.limit_s = share_s;
    result.slices.push_back(std::move(slice));  // in the order of the group's numbers
  };
  const auto take = [&](ProcessGroup::Finished finished) {
    SliceResult& slice = result.slices[finished.number];
    ProverResult ran =
        read_prover_result(rendering.command, finished.result, task.has_conjecture());
    slice.verdict = ran.verdict;
    slice.status = std::move(ran.status);
    slice.message = std::move(ran.message);
    slice.cpu_s = ran.cpu_s;
    slice.wall_s = ran.wall_s;
    budget.settle(slice.limit_s, slice.cpu_s);
    const bool decides =
        slice.verdict == Verdict::proved || (slice.verdict == Verdict::refuted && slice.all &&
                                             task.complete && rendering.doubt.empty());
    if (decides && !result.decided_by) {
      result.decided_by = finished.number;
      result.verdict = slice.verdict;
      result.proof = rendering.restore(std::move(ran.proof));
      contradictory_axioms = ran.contradictory_axioms;
      if (!options.every) group.end_all();
    }
    if (on_slice) on_slice(slice);
  };

  const auto stopped = [&] { return interrupt != nullptr && interrupt->requested(); };
  for (;;) {
    while (next < slices.size() && (options.every || !result.decided_by) && !stopped() &&
           group.running() < static_cast<std::size_t>(options.jobs))
      start_next();
    auto finished = group.wait();
    if (!finished) break;
    take(std::move(*finished));
  }
  if (!result.decided_by) {
    if (stopped()) {
      result.verdict = Verdict::cancelled;
    } else {
      summarize(result, untried);
    }
  }
  result.status = status_of(result.verdict, task.has_conjecture(), contradictory_axioms);
  warn(result, rendering);
  result.cpu_s = budget.used_s();
  result.wall_s = budget.wall_s();
  return result;
}

}  // namespace winnow
