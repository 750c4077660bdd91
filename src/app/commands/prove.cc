// app/commands/prove.cc - `winnow prove`: ranks a problem's axioms, runs provers on the best.
// in: TPTP problems
// out: the SZS status, the axioms used, with --proof the proof; an exit code (app/cli/exit_code.h).
#include "app/cli/exit_code.h"
#include "app/cli/input.h"
#include "app/cli/last_resort.h"
#include "app/cli/option_value.h"
#include "app/cli/prove_options.h"
#include "app/cli/shard_option.h"
#include "app/cli/signals.h"
#include "app/cli/table.h"
#include "app/cli/terminal.h"
#include "app/commands/commands.h"
#include "app/commands/lanes.h"
#include "app/commands/proof_print.h"
#include "winnow/options.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <filesystem>
#include <set>

namespace winnow {

namespace {

constexpr const char* kExamples =
    "Examples:\n"
    "  winnow prove problem.p                      all provers that are found, the best axioms\n"
    "  winnow prove problem.p --time 30 --jobs 2 --proof\n"
    "  winnow prove problem.p --minimise --used-axioms needed.ax\n"
    "  winnow prove problems/ --time 10 --out results   many problems, one table\n"
    "  winnow prove problems/ --time 10 --out results --shard 3/16   one of 16 parts\n"
    "  winnow prove problem.p --proofs earlier.store\n"
    "  winnow prove problem.p --prover cvc5 --prover e:auto\n"
    "  winnow prove problem.p --prover 'vampire --time_limit {time} {file}'\n"
    "  winnow prove problem.p --check --proof-graph proof.svg\n"
    "Without a conjecture the axioms are run as they are: Unsatisfiable or Satisfiable.\n"
    "'winnow provers' lists the provers and their strategies.\n";

using Clock = std::chrono::steady_clock;

std::string timeout_answer(const ProveCommand& options) {
  std::string status(szs_status(Verdict::out_of_time));
  nlohmann::ordered_json json;
  json["status"] = status;
  if (options.json) return json.dump(2) + "\n";
  return szs_line(status, input_name(options.ranking.problem));
}

std::string axioms_text(const Proof& proof) {
  std::string text = fmt::format("% axioms used in the proof of {}\n", escaped(proof.goal));
  for (const std::string& declaration : proof.declarations) text += declaration + "\n";
  for (const UsedAxiom& axiom : proof.used) text += axiom.text + "\n";
  return text;
}

// The files beside the answer, opened before the work so that a wrong path is noticed then.
class ProofFiles {
 public:
  explicit ProofFiles(const ProveCommand& options) : options_(options) {
    const SelectorOptions& ranked = options.ranking.selector;
    std::vector<std::string> inputs = {options.ranking.problem, ranked.model, ranked.proofs,
                                       options.schedule};
    inputs.insert(inputs.end(), ranked.index.begin(), ranked.index.end());
    if (!options.used_axioms.path.empty() && options.used_axioms.path != "-" &&
        !options.proof_graph.path.empty() &&
        std::filesystem::weakly_canonical(std::filesystem::absolute(options.used_axioms.path)) ==
            std::filesystem::weakly_canonical(std::filesystem::absolute(options.proof_graph.path)))
      throw UsageError("--used-axioms and --proof-graph are the same file");
    if (!options.used_axioms.path.empty())
      axioms_ = std::make_unique<TextOutput>(options.used_axioms, FileKind::axioms, inputs);
    if (!options.proof_graph.path.empty())
      graph_ = std::make_unique<TextOutput>(options.proof_graph, FileKind::picture, inputs);
  }
  // An output that the problem includes would be an axiom less at the next run.
  void check_includes(const Formulas& problem) const {
    std::set<std::string> files;
    for (const FormulaInfo& formula : problem) files.emplace(formula.file);
    const std::vector<std::string> inputs(files.begin(), files.end());
    check_output(options_.used_axioms.path, FileKind::axioms, inputs, options_.used_axioms.force);
    check_output(options_.proof_graph.path, FileKind::picture, inputs, options_.proof_graph.force);
  }
  void write(const Proof& proof) {
    if (proof.verdict != Verdict::proved) return;
    if (axioms_ && !proof.axioms_known) {
      say_unwritten(options_.used_axioms, "--minimise finds out which axioms are needed");
    } else if (axioms_) {
      axioms_->write(axioms_text(proof));
      axioms_->commit();
    }
    if (graph_ && proof.text.empty()) {
      say_unwritten(options_.proof_graph, "there is no derivation");
    } else if (graph_) {
      graph_->write(proof_svg(proof.text));
      graph_->commit();
    }
  }

 private:
  static void say_unwritten(const OutputChoice& output, std::string_view why) {
    fmt::print(stderr, "winnow: {} is not written: {}\n", escaped(output.path), why);
  }

  const ProveCommand& options_;
  std::unique_ptr<TextOutput> axioms_, graph_;
};

void prove_one(const ProveCommand& options, const Stop& stop, LastResort& last_resort) {
  Clock::time_point start = Clock::now();
  ProveOptions how = options.prove;
  how.rank = options.ranking.rank;
  how.derivation = options.proof || !options.proof_graph.path.empty();
  check(how);  // mistakes in options are told before any work
  ProofFiles files(options);
  Formulas problem = Formulas::read(
      options.ranking.problem, {.stop = stop, .include_folders = options.ranking.include_folders});
  refuse_empty(problem, options.ranking.problem);
  files.check_includes(problem);
  Selector selector = open_selector(options.ranking);
  // The time is the user's: reading is a part of it.
  if (!how.cpu_time) how.time_limit_s = std::max(kTimeLimit_s.least, stop.deadline().left_s());
  Lanes lanes(is_terminal(stderr) && !options.quiet, options.verbose);
  how.on_ranked = [&](const RankedGoal& told) {
    for (const std::string& note : told.notes) fmt::print(stderr, "winnow: {}\n", note);
    if (told.has_goal)
      lanes.say(fmt::format("ranked {} axioms by {} in {:.2f} s", told.candidates, told.ranker,
                            seconds_since(start)));
  };
  how.on_start = [&](const ProofSlice& slice) { lanes.start(slice); };
  how.on_slice = [&](const ProofSlice& slice) { lanes.end(slice); };
  Cancellation interrupt;
  SignalInterrupt signals(interrupt);
  how.cancel = &interrupt;
  Proof proof;
  try {
    proof = winnow::prove(selector, problem, how);
  } catch (const Stopped&) {
    if (signals.signal() == 0) throw;
  }
  lanes.clear();
  last_resort.stand_down();
  if (signals.signal() != 0) {
    fmt::print(stderr, "winnow: interrupted\n");
    leave_by_signal(signals.signal());
  }
  const std::string name = input_name(options.ranking.problem);
  write_out(options.json ? proof_json(proof, name, 2)
                         : proof_text(proof, name, options.proof, seconds_since(start)));
  files.write(proof);
  for (const std::string& warning : proof.warnings) fmt::print(stderr, "winnow: {}\n", warning);
  if (proof.verdict == Verdict::disputed && proof.check)
    fmt::print(stderr, "winnow: the proof is {}\n", check_line(*proof.check));
  if (const std::string failure = failure_text(proof); !failure.empty())
    fmt::print(stderr, "winnow: {}\n", failure);
  if (!proof.decided_by && lanes.watched())
    for (const std::string& line :
         after_failure(proof, options.prove.time_limit_s, !options.ranking.selector.proofs.empty()))
      fmt::print(stderr, "winnow: {}\n", line);
  leave(exit_code(proof.verdict));
}

void run_one(const ProveCommand& options) {
  const Deadline deadline = Deadline::in(clock_limit_s(options.prove));
  LastResort last_resort(deadline, timeout_answer(options),
                         static_cast<int>(ExitCode::out_of_time));
  try {
    prove_one(options, Stop(deadline), last_resort);
  } catch (const Stopped&) {  // before any prover could start
    last_resort.stand_down();
    write_out(timeout_answer(options));
    leave(ExitCode::out_of_time);
  }
}

void run(ProveCommand& options) {
  const std::vector<std::string> problems = problem_files(options.problems);
  if (!options.schedule.empty() && !options.prove.slices.empty())
    throw UsageError("--schedule and --slices are two plans", "choose one of them");
  if (!options.schedule.empty()) options.prove.schedule = read_schedule(options.schedule);
  options.proof_graph.force = options.used_axioms.force;  // one --force for both
  if (problems.size() == 1 && problems == options.problems && options.out.empty() &&
      !options.shard) {
    options.ranking.problem = problems.front();
    return run_one(options);
  }
  if (!options.used_axioms.path.empty() || !options.proof_graph.path.empty() || options.proof)
    throw UsageError("--proof, --used-axioms and --proof-graph are for one problem",
                     "with --json each line of the output has the axioms");
  prove_many(options, problems);
}

}  // namespace

void add_prove_command(CLI::App& app) {
  auto options = std::make_shared<ProveCommand>();
  CLI::App* command = app.add_subcommand(
      "prove", "prove problems: the best axioms by a ranking, and several provers");
  add_input(*command, "PROBLEM", options->problems,
            "TPTP problems, or folders of them; includes are read too; -: standard input")
      ->required();
  add_ranking_options(*command, options->ranking, true);
  add_seconds(*command, "--time", options->prove.time_limit_s,
              "for a problem, reading and ranking included: 500ms, 10s, 2m, 1h", kTimeLimit_s,
              "90s");
  CLI::Option* provers =
      command->add_option("--prover", options->prove.provers,
                          "e, cvc5, spass, ... ('winnow provers' lists them), one of their\n"
                          "strategies (e:auto), or a command that reads TPTP, with {file},\n"
                          "{time} (s), {memory} (MiB); may be repeated; all that are found\n"
                          "if not given");
  check_with(suggest(provers->allow_extra_args(false), prover_names()), check_prover_name);
  add_input(*command, "--schedule", options->schedule,
            "which prover with how many axioms for how long, from 'winnow\n"
            "experiment schedule'; winnow's own if not given");
  check_with(command->add_option("--slices", options->prove.slices,
                                 "how many axioms, each for an equal share of the time, instead\n"
                                 "of a schedule: 16,32,...,2048,all; '...' doubles"),
             [](const std::string& text) { check_slices(text); });
  add_value(*command, "--jobs", options->prove.jobs,
            "provers at once; of many problems: problems at once", kJobs);
  add_value(*command, "--memory", options->prove.memory_mib, "MiB for each prover", kMemoryMib);
  command->add_flag("--cpu-time", options->prove.cpu_time, "--time counts CPU time of the provers");
  add_value(*command, "--numbers", options->prove.numbers,
            "how numbers of FOF and CNF are read: interpreted (as TPTP says), free\n"
            "(constants like others), or auto: interpreted unless the prover's command\n"
            "says free",
            kNumbers);
  command->add_flag("--check", options->prove.check,
                    "ask a second prover about the proof that is found");
  command->add_flag("--minimise", options->prove.minimise,
                    "leave axioms out of the proof that is found until none can be");
  command->add_flag("--proof", options->proof, "print the proof");
  add_output_options(*command, options->used_axioms, "a file for the axioms that the proof uses",
                     "--used-axioms");
  command->add_option("--proof-graph", options->proof_graph.path,
                      "a file for a picture of the proof (SVG), axioms at the top");
  command->add_option("--out", options->out,
                      "a folder for the results of many problems; a run that was stopped goes on");
  add_shard_option(*command, options->shard,
                   "the I-th of N equal parts of many problems, from 0, into a file of its own");
  command->add_flag("--json", options->json,
                    "one JSON object a problem: runs, times, axioms, proof");
  command->add_flag("--verbose", options->verbose, "say how each run ended, also into a file");
  command->add_flag("--quiet", options->quiet, "no progress");
  command->footer(kExamples + exit_code_help());
  command->callback([options] { run(*options); });
}

}  // namespace winnow
