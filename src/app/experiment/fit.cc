#include "app/experiment/fit.h"

#include "app/cli/progress.h"
#include "app/cli/terminal.h"
#include "app/experiment/name_file.h"
#include "app/experiment/questions.h"
#include "rank/fusion_rows.h"
#include "term/hash.h"
#include "winnow/error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <optional>
#include <set>

namespace winnow {

namespace {

// In every fifth question the library stands in no order, in every fifth in reverse.
LibraryOrder order_of(std::size_t question, const std::string& order, std::uint64_t seed) {
  std::uint64_t drawn = mix(seed, question) % 5;
  if (order == "kept" || drawn > 1) return LibraryOrder::kept;
  return drawn == 0 ? LibraryOrder::shuffled : LibraryOrder::reversed;
}

// A user's own proofs are few at first, so each question is also asked with few of the proofs.
// Their number is drawn so that one or two are as likely as a thousand or two.
Proofs few_proofs(const Proofs& all, std::size_t question, std::uint64_t seed) {
  const std::uint64_t drawn = mix(seed, question + 1);
  const double share = static_cast<double>(drawn >> 11) * 0x1p-53;
  return some_proofs(all, static_cast<std::size_t>(std::pow(all.size(), share)), drawn);
}

// The evidence as it is in one of the cases; nothing if that is not there.
std::optional<Evidence> evidence_of(FusionCase which, const Evidence& all) {
  const bool proofs = which == FusionCase::proofs || which == FusionCase::both;
  const bool model = which == FusionCase::model || which == FusionCase::both;
  const bool has_proofs = all.proofs != nullptr && all.proofs->size() > 0;
  if ((proofs && !has_proofs) || (model && !all.retrieve)) return std::nullopt;
  Evidence evidence = all;
  if (!proofs) evidence.proofs = nullptr;
  if (!model) evidence.retrieve = {};
  return evidence;
}

}  // namespace

void run_features_experiment(const FeaturesExperimentOptions& options) {
  ExperimentOptions common = options.common;
  common.fusion = kNoFusion;  // it is learned from this, and an older one may not be read any more
  std::set<std::string> left_out = names_in(options.except);
  check_output(options.out, FileKind::rows,
               {common.data, common.needs, options.except, common.selector.model});
  ExperimentQuestions questions(common, {"fusion"});
  FusionCaseRows rows;
  std::size_t problems = 0;
  const RankerOptions how = questions.rank_options("fusion");
  auto add = [&](const Evidence& evidence, std::span<const std::uint32_t> useful, FusionRows& to) {
    CandidateFeatures found = features_of(evidence, how);
    add_question(found.values, found.notable, found.weights, useful, to);
  };
  Progress progress("asking", "problems", common.quiet);
  for (std::size_t n = 0; n < questions.size(); ++n) {
    progress.update(n + 1, questions.size());
    if (left_out.contains(questions.name(n))) continue;
    ++problems;
    questions.ask(n, order_of(n, options.order, common.seed),
                  [&](const Evidence& all, std::span<const std::uint32_t> useful) {
                    if (useful.empty()) return;
                    for (FusionCase which : kFusionCases) {
                      std::optional<Evidence> evidence = evidence_of(which, all);
                      if (!evidence) continue;
                      FusionRows& to = rows[static_cast<std::size_t>(which)];
                      add(*evidence, useful, to);
                      if (evidence->proofs == nullptr) continue;
                      const Proofs few = few_proofs(*all.proofs, n, common.seed);
                      evidence->proofs = &few;
                      add(*evidence, useful, to);
                    }
                  });
  }
  progress.finish();
  if (rows.front().ends.empty())
    throw InputError("there is no problem to learn from", "take more --problems");
  write_fusion_rows(options.out.path, rows);
  write_out(fmt::format("{}: {} problems, {} rows\n", options.out.path, problems,
                        rows.front().useful.size()));
}

void run_fit_experiment(const FitExperimentOptions& options) {
  TextOutput out(options.out, FileKind::fusion, options.rows);
  FusionCaseRows all;
  for (const std::string& file : options.rows) {
    FusionCaseRows rows = read_fusion_rows(file);
    for (std::size_t n = 0; n < rows.size(); ++n) add_rows(rows[n], all[n]);
  }
  Fusion fusion;
  std::string told;
  for (FusionCase which : kFusionCases) {
    const FusionRows& rows = all[static_cast<std::size_t>(which)];
    if (rows.ends.empty()) continue;
    fusion[which] = fit_fusion_network(rows, options.fit);
    told += fmt::format("{}{}: {} problems, {} rows", told.empty() ? "" : "; ", to_string(which),
                        rows.ends.size(), rows.useful.size());
  }
  fusion.history =
      fmt::format("fitted to {}; {} units, {} epochs, {} seeds from {}", told, options.fit.units,
                  options.fit.epochs, options.fit.seeds, options.fit.seed);
  out.write(to_json(fusion));
  out.commit();
  if (options.out.path != "-") write_out(fmt::format("{}: {}\n", options.out.path, told));
}

}  // namespace winnow
