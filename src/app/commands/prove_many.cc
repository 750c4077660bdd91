// app/commands/prove_many.cc - `winnow prove` on many problems: a row as each one ends, then a
// summary. With --out, each problem is a line of a file, written at once and completely, so that a
// run that is killed loses one problem at most. A shard does its part and tells how all stand.
#include "app/cli/error_hint.h"
#include "app/cli/exit_code.h"
#include "app/cli/input.h"
#include "app/cli/jobs.h"
#include "app/cli/json.h"
#include "app/cli/last_resort.h"
#include "app/cli/next_step.h"
#include "app/cli/option_value.h"
#include "app/cli/program.h"
#include "app/cli/prove_options.h"
#include "app/cli/shard_option.h"
#include "app/cli/signals.h"
#include "app/cli/table.h"
#include "app/cli/terminal.h"
#include "app/commands/proof_print.h"
#include "app/experiment/comparison.h"
#include "app/experiment/division.h"
#include "app/experiment/result_lines.h"
#include "winnow/error.h"
#include "winnow/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>

namespace winnow {

namespace {

namespace fs = std::filesystem;

// What decides about the results of a run: it must be the same when the run goes on.
std::string settings_of(const ProveCommand& options) {
  const ProveOptions& how = options.prove;
  std::string text =
      fmt::format("time {} cpu {} memory {} numbers {} ranker {} model {} index {} proofs {}",
                  how.time_limit_s, how.cpu_time, how.memory_mib, how.numbers,
                  options.ranking.rank.ranker, options.ranking.selector.model,
                  fmt::join(options.ranking.selector.index, ","), options.ranking.selector.proofs);
  text +=
      fmt::format(" schedule {} slices {}{}", how.schedule, how.slices, how.every ? " every" : "");
  for (const std::string& prover : how.provers) text += " prover " + prover;
  // Only where they are not as always, so that runs from before they were here go on.
  const RankOptions& rank = options.ranking.rank;
  if (how.check) text += " check";
  if (how.minimise) text += " minimise";
  if (!rank.goal.empty()) text += " goal " + rank.goal;
  for (const std::string& name : rank.required) text += " require " + name;
  if (rank.required_roles != RankOptions().required_roles)
    text += fmt::format(" roles {}", fmt::join(rank.required_roles, ","));
  for (const std::string& folder : options.ranking.include_folders) text += " include " + folder;
  return text;
}

std::string row(const Outcome& outcome) {
  return fmt::format("{:<40} {:<20} {:>8.2f} s  {}\n", escaped(outcome.problem),
                     escaped(outcome.status), outcome.wall_s, escaped(outcome.prover));
}

Outcome outcome_of(const Proof& proof, const std::string& problem, const std::string& arm) {
  Outcome outcome;
  outcome.problem = problem;
  outcome.arm = arm;
  outcome.candidates = proof.candidates;
  outcome.proved = proof.verdict == Verdict::proved;
  outcome.status = proof.status;
  outcome.cpu_s = proof.cpu_s;
  outcome.wall_s = proof.wall_s;
  outcome.ranking_s = proof.ranking_s;
  if (proof.check) outcome.check = proof.check->opinion;
  if (proof.decided_by) outcome.prover = run_name(proof.slices[*proof.decided_by]);
  for (const ProofSlice& slice : proof.slices)
    outcome.slices.push_back({slice.k, slice.all, std::string(to_string(slice.verdict)),
                              slice.cpu_s, slice.ranker, slice.prover, slice.wanted});
  if (outcome.proved)
    for (const UsedAxiom& axiom : proof.used)
      outcome.axioms.push_back({axiom.name, axiom.file, axiom.line, text_fingerprint(axiom.text)});
  return outcome;
}

// Of an earlier run, what its results have: names of axioms, not their texts.
std::string kept_json(const Outcome& outcome) {
  nlohmann::ordered_json json = {
      {"problem", outcome.problem},       {"status", outcome.status}, {"kept", true},
      {"candidates", outcome.candidates}, {"cpu_s", outcome.cpu_s},   {"wall_s", outcome.wall_s}};
  if (!outcome.prover.empty()) json["prover"] = outcome.prover;
  if (outcome.proved) {
    json["axioms"] = nlohmann::ordered_json::array();
    for (const OutcomeAxiom& axiom : outcome.axioms) json["axioms"].push_back(axiom.name);
  }
  return print_json(json) + "\n";
}

auto proved_of(const std::vector<Outcome>& outcomes) {
  return std::ranges::count_if(outcomes, [](const Outcome& each) { return each.proved; });
}

// `kept`: so many of them stand in the results of an earlier run, and nothing has changed since.
std::string summary(const std::vector<Outcome>& outcomes, std::size_t kept) {
  std::map<std::string, std::size_t> by_status;
  double cpu_s = 0;
  for (const Outcome& outcome : outcomes) {
    ++by_status[outcome.status];
    cpu_s += outcome.cpu_s;
  }
  std::string text = fmt::format("proved {} of {}", proved_of(outcomes), outcomes.size());
  for (const auto& [status, count] : by_status)
    text += fmt::format(", {} {}", escaped(status), count);
  if (kept > 0) text += fmt::format("; {} of them earlier", kept);
  return text + fmt::format("; provers took {:.0f} s of CPU time\n", cpu_s);
}

// Results are told apart by the folder they are in.
std::string arm_of(const ProveCommand& options) {
  const fs::path folder = fs::path(options.out).lexically_normal();
  return (folder.has_filename() ? folder : folder.parent_path()).filename();
}

RunPlan plan_of(const ProveCommand& options, const std::string& arm,
                const std::vector<std::string>& problems) {
  std::vector<ShardTask> tasks;
  for (const std::string& file : problems) {
    std::error_code none;
    const auto bytes = fs::file_size(file, none);
    tasks.push_back({file, cost_of_bytes(none ? 0 : bytes, options.prove.time_limit_s)});
  }
  const Portion portion = portion_of(tasks, options.shard.value_or(Shard{}));
  RunPlan plan{.shard = options.shard,
               .division = portion.division,
               .all_problems = portion.all,
               .problems = {},
               .arms = {arm},
               .settings = {{arm, settings_of(options)}},
               .ks = {},
               .inputs = {{arm,
                           {options.ranking.rank.goal, options.ranking.selector.index,
                            options.ranking.include_folders}}}};
  for (std::size_t place : portion.tasks) plan.problems.push_back(problems[place]);
  return plan;
}

struct FileProof {
  Proof proof;
  bool is_read = false;                // the problem could be read
  std::vector<std::string> read = {};  // then: files beside its own
  std::optional<InputError> mistake = {};
};

// A problem that cannot be read, or not in time, is a row like any other.
FileProof prove_file(const std::string& file, const Selector& selector, const ProveCommand& options,
                     const Cancellation& interrupt) {
  const Stop stop(Deadline::in(clock_limit_s(options.prove)), &interrupt);
  FileProof result;
  Proof& proof = result.proof;
  try {
    ProveOptions how = options.prove;
    how.rank = options.ranking.rank;
    how.cancel = &interrupt;
    how.jobs = 1;
    const Formulas problem =
        Formulas::read(file, {.stop = stop, .include_folders = options.ranking.include_folders});
    refuse_empty(problem, file);
    result.is_read = true;
    result.read = options.ranking.selector.index;
    result.read.insert(result.read.end(), problem.files().begin() + 1, problem.files().end());
    if (!how.cpu_time) how.time_limit_s = std::max(kTimeLimit_s.least, stop.deadline().left_s());
    proof = prove(selector, problem, how);
    return result;
  } catch (const Stopped&) {
    proof.verdict = Verdict::out_of_time;
  } catch (const InputError& error) {
    proof.verdict = Verdict::failed;
    proof.message = error.what();
    result.mistake = error;
  }
  proof.status = szs_status(proof.verdict);
  return result;
}

}  // namespace

void refuse_empty(const Formulas& problem, const std::string& file) {
  if (problem.size() > 0) return;
  throw InputError(Place{input_name(file)}, "there is no formula in it",
                   "a problem has axioms, a conjecture, or both");
}

void prove_many(const ProveCommand& options, const std::vector<std::string>& all_problems) {
  ProveOptions how = options.prove;
  how.rank = options.ranking.rank;
  check(how);
  if (options.shard && options.out.empty())
    throw UsageError("--shard needs --out", "a folder in which the results of all shards meet");
  const std::string arm = arm_of(options);
  const RunPlan plan = plan_of(options, arm, all_problems);
  const std::vector<std::string>& problems = options.shard ? plan.problems : all_problems;
  std::optional<ResultLines> lines;
  if (!options.out.empty()) lines.emplace(options.out, plan, true);
  const Selector selector = open_selector(options.ranking);
  std::vector<Outcome> outcomes;
  std::mutex lock;
  Cancellation interrupt;
  SignalInterrupt signals(interrupt);
  const auto record = [&](Outcome outcome, const std::string& shown) {
    if (!options.quiet || options.json) write_out(shown);
    flush_out();
    outcomes.push_back(std::move(outcome));
  };
  FileFingerprints fingerprints;
  std::size_t kept = 0, mistakes = 0;
  for_each_of(static_cast<std::uint32_t>(options.prove.jobs), problems.size(), [&](std::size_t n) {
    if (interrupt.requested()) return;
    const std::string& file = problems[n];
    const std::string fingerprint = lines ? fingerprint_of(file) : "";  // of what is read now
    {
      std::lock_guard guard(lock);
      const Outcome* done = lines ? lines->find(file, arm) : nullptr;
      if (done != nullptr && is_still(*done, fingerprint, fingerprints)) {
        ++kept;
        record(*done, options.json ? kept_json(*done) : row(*done));
        return;
      }
    }
    const FileProof result = prove_file(file, selector, options, interrupt);
    if (interrupt.requested()) return;
    Outcome outcome = outcome_of(result.proof, file, arm);
    if (result.is_read && !result.mistake) outcome.fingerprint = fingerprint;  // else: once more
    if (lines)
      for (const std::string& other : result.read) outcome.read[other] = fingerprints.of(other);
    std::lock_guard guard(lock);
    if (lines) lines->add(outcome);
    if (result.mistake) {
      ++mistakes;
      fail(ExitCode::wrong_input, message_of(*result.mistake), hint_of(*result.mistake));
    }
    for (const std::string& warning : result.proof.warnings)
      fmt::print(stderr, "winnow: {}: {}\n", escaped(file), warning);
    if (const std::string failure = failure_text(result.proof); !failure.empty() && !result.mistake)
      fmt::print(stderr, "winnow: {}: {}\n", escaped(file), failure);
    record(outcome, options.json ? proof_json(result.proof, file, -1) : row(outcome));
  });
  if (signals.signal() != 0) {
    fmt::print(stderr, "winnow: interrupted{}\n",
               options.out.empty() ? "" : "; the same command goes on");
    leave_by_signal(signals.signal());
  }
  if (!options.json && !options.shard) write_out(summary(outcomes, kept));
  if (!options.json && options.shard) {
    const Results all = read_results(options.out);
    write_out(fmt::format("shard {}: {}all shards so far: {}{}", to_string(*options.shard),
                          summary(outcomes, kept), summary(all.outcomes, 0), all.missing));
  }
  if (!options.out.empty())
    say_next(fmt::format("winnow experiment report {} OTHER_RESULTS", options.out));
  if (mistakes > 0) leave(ExitCode::wrong_input);  // as of one problem, when all others are done
}

}  // namespace winnow
