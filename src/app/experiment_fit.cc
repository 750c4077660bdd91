#include "app/experiment_fit.h"

#include "app/problem_list.h"
#include "app/progress.h"
#include "app/terminal.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <set>

namespace winnow {

namespace {

// Rows of features with answers, of all questions together.
struct Lesson {
  std::vector<float> features;
  std::vector<std::uint8_t> useful;

  // Whoever is notable, and whoever was useful.
  void add(const CandidateFeatures& found, std::span<const std::uint32_t> useful_candidates) {
    std::set<std::uint32_t> answers(useful_candidates.begin(), useful_candidates.end());
    std::set<std::uint32_t> rows(found.notable.begin(), found.notable.end());
    rows.insert(answers.begin(), answers.end());
    for (std::uint32_t row : rows) {
      auto from = found.values.begin() + static_cast<std::ptrdiff_t>(row * kFusionFeatures);
      features.insert(features.end(), from, from + kFusionFeatures);
      useful.push_back(answers.contains(row) ? 1 : 0);
    }
  }
};

}  // namespace

void run_fit_experiment(const FitExperimentOptions& options) {
  const std::string ranker = "fusion";
  ExperimentSetup setup(options.common, {ranker});
  std::set<ExampleId> left_out;
  if (!options.except.empty())
    for (ExampleId example :
         choose_problems(setup.store(), options.common.split, options.except, 0))
      left_out.insert(example);
  OutputChoice file = options.out;
  if (file.path.empty()) file.path = fusion_file(setup.model()->path).string();
  TextOutput out(file, FileKind::fusion,
                 {options.common.data, options.except, setup.model()->path});
  Lesson with_proofs, without_proofs;
  std::size_t problems = 0;
  Progress progress("asking", "problems", options.common.quiet);
  for (std::size_t n = 0; n < setup.problems().size(); ++n) {
    ExampleId example = setup.problems()[n];
    progress.update(n + 1, setup.problems().size());
    if (left_out.contains(example)) continue;
    ++problems;
    Corpus::Question question = setup.corpus().question(example);
    Evidence evidence = setup.corpus().evidence(question);
    with_proofs.add(features_of(evidence, setup.rank_options(ranker)), question.known.useful);
    evidence.proofs = nullptr;
    without_proofs.add(features_of(evidence, setup.rank_options(ranker)), question.known.useful);
  }
  progress.finish();
  if (with_proofs.useful.empty())
    throw InputError("there is no problem to learn from", "take more --problems");
  Fusion fusion{fit_fusion_network(with_proofs.features, with_proofs.useful, options.fit),
                fit_fusion_network(without_proofs.features, without_proofs.useful, options.fit),
                fmt::format("{} problems of {}, seed {}", problems, options.common.split,
                            options.common.seed)};
  out.write(to_json(fusion));
  out.commit();
  if (file.path == "-") return;
  write_out(fmt::format("{}: fitted to {} problems, {} candidates with proofs and {} without\n",
                        file.path, problems, with_proofs.useful.size(),
                        without_proofs.useful.size()));
}

}  // namespace winnow
