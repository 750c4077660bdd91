// app/prove.cc - `winnow prove`: ranks a problem's axioms and runs a prover on the best of them.
// in: a TPTP problem     out: the SZS status, and with --proof the proof; an exit code
// (app/exit_code.h)
#include "winnow/prove.h"
#include "app/commands.h"
#include "app/exit_code.h"
#include "app/input.h"
#include "app/last_resort.h"
#include "app/option_value.h"
#include "app/ranking.h"
#include "app/signals.h"
#include "app/terminal.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>

namespace winnow {

namespace {

constexpr const char* kExamples =
    "Examples:\n"
    "  winnow prove problem.p --proof\n"
    "  winnow prove problem.p --time 30 --jobs 2 --slices 32,128,all\n"
    "  winnow prove problem.p --proofs earlier.store --ranker fusion/knn\n"
    "  winnow prove problem.p --prover 'vampire --time_limit {time} {file}'\n"
    "  winnow prove problem.p --check\n"
    "Without a conjecture the axioms are run as they are: Unsatisfiable or Satisfiable.\n"
    "With several rankers, a stroke between them, each slice is tried with the best of each.\n";

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

struct Options {
  RankingOptions ranking;
  ProveOptions prove;
  bool proof = false, json = false, quiet = false, verbose = false;
};

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

bool has_several(const std::string& rankers) { return rankers.find('/') != std::string::npos; }

// "best 32", and by whom if there are several rankers.
std::string slice_name(const ProofSlice& slice, bool several) {
  if (slice.all) return fmt::format("all {}", slice.k);
  return fmt::format("best {}{}", slice.k, several ? " by " + slice.ranker : "");
}

std::string check_line(const ProofCheck& said) {
  if (said.prover.empty()) return "not confirmed: there is no second prover";
  if (said.opinion == "confirmed")
    return fmt::format("confirmed by {} from {} axioms, {:.2f} s", said.prover, said.axioms,
                       said.cpu_s);
  if (said.opinion == "contradicted")
    return fmt::format("CONTRADICTED by {}: it says {} of the {} axioms that the proof uses",
                       said.prover, said.status, said.axioms);
  return fmt::format("not confirmed: {} says {} of {} axioms{}{}", said.prover, said.status,
                     said.axioms, said.message.empty() ? "" : ": ", said.message);
}

Json to_json(const Proof& proof) {
  Json slices = Json::array();
  for (const ProofSlice& slice : proof.slices)
    slices.push_back({{"k", slice.k},
                      {"all", slice.all},
                      {"ranker", slice.ranker},
                      {"verdict", to_string(slice.verdict)},
                      {"status", slice.status},
                      {"limit_s", slice.limit_s},
                      {"cpu_s", slice.cpu_s},
                      {"wall_s", slice.wall_s}});
  Json json = {{"status", proof.status},         {"goal", proof.goal},
               {"candidates", proof.candidates}, {"ranker", proof.ranker},
               {"ranking_s", proof.ranking_s},   {"cpu_s", proof.cpu_s},
               {"wall_s", proof.wall_s},         {"slices", slices}};
  if (proof.decided_by) json["decided_by"] = *proof.decided_by;
  if (!proof.message.empty()) json["message"] = proof.message;
  if (!proof.warnings.empty()) json["warnings"] = proof.warnings;
  if (!proof.text.empty()) {
    json["axioms"] = proof.axioms;
    json["proof"] = proof.text;
  }
  if (proof.check)
    json["check"] = {{"opinion", proof.check->opinion},
                     {"prover", proof.check->prover},
                     {"status", proof.check->status},
                     {"axioms", proof.check->axioms},
                     {"cpu_s", proof.check->cpu_s}};
  return json;
}

void print(const Proof& proof, const std::string& problem, bool with_proof, double seconds) {
  write_out(fmt::format("% SZS status {} for {}\n", proof.status, problem));
  if (proof.decided_by)
    write_out(fmt::format("% {} axioms of {}, {:.2f} s\n",
                          slice_name(proof.slices[*proof.decided_by], has_several(proof.ranker)),
                          proof.candidates, seconds));
  if (proof.check) write_out(fmt::format("% {}\n", check_line(*proof.check)));
  if (with_proof && !proof.text.empty())
    write_out(
        fmt::format("% SZS output start Proof for {0}\n{1}{2}% SZS output end Proof for {0}\n",
                    problem, proof.text, proof.text.ends_with('\n') ? "" : "\n"));
}

// CPU time of the provers may take longer by the clock, but not without end.
double clock_limit_s(const Options& options) {
  return options.prove.cpu_time ? 6 * options.prove.time_limit_s + 10 : options.prove.time_limit_s;
}

std::string timeout_answer(const Options& options) {
  std::string status(szs_status(Verdict::out_of_time));
  Json json;
  json["status"] = status;
  if (options.json) return json.dump(2) + "\n";
  return fmt::format("% SZS status {} for {}\n", status, input_name(options.ranking.problem));
}

void prove(const Options& options, const Stop& stop, LastResort& last_resort) {
  Clock::time_point start = Clock::now();
  ProveOptions how = options.prove;
  how.rank = options.ranking.rank;
  check(how);  // mistakes in options are told before any work
  Formulas problem = Formulas::read(
      options.ranking.problem, {.stop = stop, .include_folders = options.ranking.include_folders});
  Selector selector = open_selector(options.ranking);
  // The time is the user's: reading is a part of it.
  if (!how.cpu_time) how.time_limit_s = std::max(0.0, stop.deadline().left_s());
  bool watched = options.verbose || (is_terminal(stderr) && !options.quiet), several = false;
  how.on_ranked = [&](const RankedGoal& told) {
    for (const std::string& note : told.notes) fmt::print(stderr, "winnow: {}\n", note);
    several = has_several(told.ranker);
    if (watched && told.has_goal)
      fmt::print(stderr, "winnow: ranked {} axioms by {} in {:.2f} s\n", told.candidates,
                 told.ranker, seconds_since(start));
  };
  how.on_slice = [&](const ProofSlice& slice) {
    if (watched)
      fmt::print(stderr, "winnow: {:<12} {:<14} {:.1f} s\n", slice_name(slice, several),
                 to_string(slice.verdict), slice.wall_s);
  };
  Cancellation interrupt;
  SignalInterrupt signals(interrupt);
  how.cancel = &interrupt;
  Proof proof;
  try {
    proof = winnow::prove(selector, problem, how);
  } catch (const Stopped&) {
    if (signals.signal() == 0) throw;
  }
  last_resort.stand_down();
  if (signals.signal() != 0) {
    fmt::print(stderr, "winnow: interrupted\n");
    leave_by_signal(signals.signal());
  }
  if (options.json)
    write_out(to_json(proof).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  else
    print(proof, input_name(options.ranking.problem), options.proof, seconds_since(start));
  for (const std::string& warning : proof.warnings) fmt::print(stderr, "winnow: {}\n", warning);
  if (proof.verdict == Verdict::disputed)
    fmt::print(stderr, "winnow: the proof is {}\n", check_line(*proof.check));
  if (proof.verdict == Verdict::failed)
    fmt::print(stderr, "winnow: the prover failed: {}\n", proof.message);
  leave(exit_code(proof.verdict));
}

void run(const Options& options) {
  const Deadline deadline = Deadline::in(clock_limit_s(options));
  LastResort last_resort(deadline, timeout_answer(options),
                         static_cast<int>(ExitCode::out_of_time));
  try {
    prove(options, Stop(deadline), last_resort);
  } catch (const Stopped&) {  // before any prover could start
    last_resort.stand_down();
    write_out(timeout_answer(options));
    leave(ExitCode::out_of_time);
  }
}

}  // namespace

void add_prove_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  options->prove.prover = default_prover();
  CLI::App* command =
      app.add_subcommand("prove", "prove a problem: a prover on the best axioms, in slices");
  add_ranking_options(*command, options->ranking, true);
  add_seconds(*command, "--time", options->prove.time_limit_s,
              "for everything, reading and ranking included: 500ms, 10s, 2m, 1h",
              between(1e-3, kLongest_s), "90s");
  check_with(
      command->add_option("--slices", options->prove.slices, "how many axioms; '...' doubles")
          ->capture_default_str(),
      [](const std::string& text) { check_slices(text); });
  add_value(*command, "--jobs", options->prove.jobs, "slices at once", between(1, 1024));
  command
      ->add_option("--prover", options->prove.prover,
                   "a command that reads TPTP; {file}, {time} (s), {memory} (MiB)")
      ->capture_default_str();
  add_value(*command, "--memory", options->prove.memory_mib, "MiB for each prover",
            between(1, 1 << 30));
  command->add_flag("--cpu-time", options->prove.cpu_time, "--time counts CPU time of the provers");
  add_value(*command, "--numbers", options->prove.numbers,
            "how numbers of FOF and CNF are read: interpreted (as TPTP says), free\n"
            "(constants like others), or auto: interpreted unless the prover's command\n"
            "says free",
            one_of("interpreted, free, auto"));
  command->add_flag("--check", options->prove.check,
                    "ask a second prover about the proof that is found");
  command->add_flag("--proof", options->proof, "print the proof");
  command->add_flag("--json", options->json, "one JSON object: slices, times, axioms, proof");
  command->add_flag("--verbose", options->verbose, "say how each slice ended, also into a file");
  command->add_flag("--quiet", options->quiet, "no progress");
  command->footer(kExamples + exit_code_help());
  command->callback([options] { run(*options); });
}

}  // namespace winnow
