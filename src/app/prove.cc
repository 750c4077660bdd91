// app/prove.cc - `winnow prove`: ranks a problem's axioms and runs a prover on the best of them.
// in: a TPTP problem     out: the SZS status, and with --proof the proof; exit codes as E's
#include "app/commands.h"
#include "app/ranking.h"
#include "app/terminal.h"
#include "prover/slices.h"
#include "winnow/error.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>

namespace winnow {

namespace {

constexpr const char* kExamples =
    "Examples:\n"
    "  winnow prove problem.p --proof\n"
    "  winnow prove problem.p --time 30 --jobs 2 --slices 32,128,all\n"
    "  winnow prove problem.p --proofs earlier.store --ranker clues/knn\n"
    "  winnow prove problem.p --prover 'vampire --time_limit {time} {file}'\n"
    "With several rankers, a stroke between them, each slice is tried with the best of each.\n"
    "Exit codes: 0 proved, 1 refuted (or the input is wrong), 2 out of memory (or the command\n"
    "line is wrong), 8 out of time, 9 gave up, 10 the prover failed; after Ctrl-C 130.";

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

struct Options {
  RankingOptions ranking;
  double time_s = 90;
  std::string slices = "16,32,...,2048,all";
  int jobs = 1;
  std::string prover = std::string(kDefaultProver);
  std::uint64_t memory_mib = 2048;
  bool cpu_time = false, proof = false, json = false, quiet = false, verbose = false;
};

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// "best 32", and by whom if there are several rankers.
std::string slice_name(const SliceResult& slice, const std::vector<std::string>& rankers) {
  if (slice.all) return fmt::format("all {}", slice.k);
  return fmt::format("best {}{}", slice.k, rankers.size() > 1 ? " by " + rankers[slice.ranking] : "");
}

// One line for each slice that ended: for people who watch, so on a terminal unless told otherwise.
void report(const SliceResult& slice, const std::vector<std::string>& rankers) {
  fmt::print(stderr, "winnow: {:<12} {:<14} {:.1f} s\n", slice_name(slice, rankers),
             to_string(slice.verdict), slice.wall_s);
}

Json to_json(const RankedProblem& problem, const SlicesResult& result, double ranking_s) {
  std::vector<std::string> rankers = split_rankers(problem.ranker());
  Json slices = Json::array();
  for (const SliceResult& slice : result.slices)
    slices.push_back({{"k", slice.k},
                      {"all", slice.all},
                      {"ranker", rankers[slice.ranking]},
                      {"verdict", to_string(slice.verdict)},
                      {"status", slice.status},
                      {"limit_s", slice.limit_s},
                      {"cpu_s", slice.cpu_s},
                      {"wall_s", slice.wall_s}});
  Json json = {{"status", szs_status(result.verdict)},
               {"goal", problem.question().goal_name()},
               {"candidates", problem.question().candidates().size()},
               {"ranker", problem.ranker()},
               {"ranking_s", ranking_s},
               {"cpu_s", result.cpu_s},
               {"wall_s", result.wall_s},
               {"slices", slices}};
  if (result.decided_by) json["decided_by"] = *result.decided_by;
  if (!result.message.empty()) json["message"] = result.message;
  if (!result.proof.empty()) {
    json["axioms"] = used_axioms(result.proof);
    json["proof"] = result.proof;
  }
  return json;
}

// Ends the program with a prover's exit code; 0 goes on as usual.
void leave(int code) {
  flush_out();
  if (code != 0) throw CLI::RuntimeError(code);
}

void run(const Options& options) {
  // Mistakes in options are told before any work.
  SliceOptions slices{.slices = parse_slices(options.slices), .jobs = options.jobs,
                      .time_limit_s = options.time_s, .cpu_time = options.cpu_time,
                      .memory_bytes = options.memory_mib << 20};
  ProverCommand command = parse_prover_command(options.prover);
  Clock::time_point start = Clock::now();
  RankedProblem problem(options.ranking);
  double ranking_s = seconds_since(start);
  // The time is the user's: ranking is a part of it.
  if (!options.cpu_time) slices.time_limit_s = std::max(0.1, options.time_s - ranking_s);

  bool watched = options.verbose || (is_terminal(stderr) && !options.quiet);
  if (watched)
    fmt::print(stderr, "winnow: ranked {} axioms by {} in {:.2f} s\n",
               problem.question().candidates().size(), problem.ranker(), ranking_s);
  std::vector<std::vector<std::string_view>> rankings = problem.premises();
  std::vector<std::string_view> always = problem.always();
  std::vector<std::string> rankers = split_rankers(problem.ranker());
  Interrupt interrupt;
  SignalInterrupt signals(interrupt);
  SlicesResult result = run_slices(
      command,
      {.rankings = rankings, .always = always, .conjecture = problem.question().goal_text()},
      slices, &interrupt, [&](const SliceResult& slice) { if (watched) report(slice, rankers); });
  if (signals.signal() != 0) {
    fmt::print(stderr, "winnow: interrupted\n");
    leave(128 + signals.signal());
  }
  if (options.json) {
    write_out(to_json(problem, result, ranking_s)
                  .dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  } else {
    write_out(fmt::format("% SZS status {} for {}\n", szs_status(result.verdict),
                          options.ranking.problem));
    if (result.decided_by)
      write_out(fmt::format("% {} axioms of {}, {:.2f} s\n",
                            slice_name(result.slices[*result.decided_by], rankers),
                            problem.question().candidates().size(), seconds_since(start)));
    if (options.proof && !result.proof.empty())
      write_out(fmt::format("% SZS output start Proof for {0}\n{1}{2}% SZS output end Proof for {0}\n",
                            options.ranking.problem, result.proof,
                            result.proof.ends_with('\n') ? "" : "\n"));
  }
  if (result.verdict == Verdict::failed)
    fmt::print(stderr, "winnow: the prover failed: {}\n", result.message);
  leave(exit_code(result.verdict));
}

}  // namespace

void add_prove_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("prove", "prove a problem: a prover on the best axioms, in slices");
  add_ranking_options(*command, options->ranking);
  options->ranking.several = true;
  command->add_option("--time", options->time_s, "seconds for everything")->capture_default_str()
      ->check(CLI::PositiveNumber);
  command->add_option("--slices", options->slices, "how many axioms; '...' doubles")
      ->capture_default_str();
  command->add_option("--jobs", options->jobs, "slices at once")->capture_default_str()
      ->check(CLI::Range(1, 1024));
  command->add_option("--prover", options->prover,
                      "a command that reads TPTP; {file}, {time} (s), {memory} (MiB)")
      ->capture_default_str();
  command->add_option("--memory", options->memory_mib, "MiB for each prover")->capture_default_str()
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 30));
  command->add_flag("--cpu-time", options->cpu_time, "--time counts CPU time of the provers");
  command->add_flag("--proof", options->proof, "print the proof");
  command->add_flag("--json", options->json, "one JSON object: slices, times, axioms, proof");
  command->add_flag("--verbose", options->verbose, "say how each slice ended, also into a file");
  command->add_flag("--quiet", options->quiet, "no progress");
  command->footer(kExamples);
  command->callback([options] { run(*options); });
}

}  // namespace winnow
