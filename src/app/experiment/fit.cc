#include "app/experiment/fit.h"

#include "app/cli/progress.h"
#include "app/cli/terminal.h"
#include "app/experiment/questions.h"
#include "data/text_file.h"
#include "rank/fusion_rows.h"
#include "term/hash.h"
#include "winnow/error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

namespace winnow {

namespace {

// In every fifth question the library stands in no order, in every fifth in reverse.
LibraryOrder order_of(std::size_t question, const std::string& order, std::uint64_t seed) {
  std::uint64_t drawn = mix(seed, question) % 5;
  if (order == "kept" || drawn > 1) return LibraryOrder::kept;
  return drawn == 0 ? LibraryOrder::shuffled : LibraryOrder::reversed;
}

std::set<std::string> names_in(const std::string& file) {
  std::set<std::string> names;
  if (file.empty()) return names;
  std::string text = read_text_file(file);
  for (const TextLine& line : lines_of(text)) names.emplace(line.text);
  return names;
}

}  // namespace

void run_features_experiment(const FeaturesExperimentOptions& options) {
  const ExperimentOptions& common = options.common;
  std::set<std::string> left_out = names_in(options.except);
  check_output(options.out, FileKind::rows,
               {common.data, common.needs, options.except, common.selector.model});
  ExperimentQuestions questions(common, {"fusion"});
  FusionCaseRows rows;
  std::size_t problems = 0;
  RankerOptions how = questions.rank_options("fusion");
  how.fusion = nullptr;  // what nobody has fitted yet counts, too
  Progress progress("asking", "problems", common.quiet);
  for (std::size_t n = 0; n < questions.size(); ++n) {
    progress.update(n + 1, questions.size());
    if (left_out.contains(questions.name(n))) continue;
    ++problems;
    questions.ask(n, order_of(n, options.order, common.seed),
                  [&](const Evidence& all, std::span<const std::uint32_t> useful) {
                    if (useful.empty()) return;
                    for (FusionCase which : kFusionCases) {
                      Evidence evidence = all;
                      bool proofs = which == FusionCase::proofs || which == FusionCase::both;
                      bool model = which == FusionCase::model || which == FusionCase::both;
                      if ((proofs && all.proofs == nullptr) || (model && !all.retrieve)) continue;
                      if (!proofs) evidence.proofs = nullptr;
                      if (!model) evidence.retrieve = {};
                      CandidateFeatures found = features_of(evidence, how);
                      add_question(found.values, found.notable, found.weights, useful,
                                   rows[static_cast<std::size_t>(which)]);
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
