// app/experiment.cc - `winnow experiment`: how good rankings are, measured on a data set.
// in: a store with a chronology, problems of it     out: tables
#include "app/commands.h"
#include "app/problem_list.h"
#include "app/progress.h"
#include "app/terminal.h"
#include "prover/slices.h"
#include "rank/corpus.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <iterator>
#include <memory>

namespace winnow {

namespace {

using Json = nlohmann::ordered_json;

struct RecallOptions {
  std::string data, split = "dev", problems = "100", slices = "16,32,...,2048";
  std::vector<std::string> rankers = {"tfidf", "knn"};
  std::uint64_t seed = 1;
  bool json = false, quiet = false;
};

void run_recall(const RecallOptions& options) {
  std::vector<Ranker> rankers;
  for (const std::string& text : options.rankers) rankers.push_back(parse_ranker(text));
  std::vector<std::size_t> ks = parse_slices(options.slices);
  Store store = Store::open(options.data);
  std::vector<ExampleId> problems =
      choose_problems(store, options.split, options.problems, options.seed);
  Corpus corpus(store);
  std::vector<std::vector<double>> sums(rankers.size(), std::vector<double>(ks.size()));
  double candidates = 0;
  Progress progress("ranking", "problems", options.quiet);
  for (std::size_t n = 0; n < problems.size(); ++n) {
    Corpus::Question question = corpus.question(problems[n]);
    Evidence evidence = corpus.evidence(question);
    candidates += evidence.candidates;
    for (std::size_t r = 0; r < rankers.size(); ++r) {
      Ranking ranking = rank(evidence, {.ranker = rankers[r]});
      std::vector<double> recall = recall_at(ranking, question.known.useful, ks);
      for (std::size_t i = 0; i < ks.size(); ++i) sums[r][i] += recall[i];
    }
    progress.update(n + 1, problems.size());
  }
  progress.finish();
  double count = problems.empty() ? 1 : static_cast<double>(problems.size());
  if (options.json) {
    Json json = {{"problems", problems.size()}, {"candidates", candidates / count}, {"k", ks}};
    for (std::size_t r = 0; r < rankers.size(); ++r) {
      for (double& sum : sums[r]) sum /= count;
      json["recall"][options.rankers[r]] = sums[r];
    }
    write_out(json.dump() + "\n");
    return;
  }
  std::string text = fmt::format("{} problems, {:.0f} candidates on average\n{:<24}", problems.size(),
                                 candidates / count, "recall at k =");
  for (std::size_t k : ks) text += k == kAllPremises ? "    all" : fmt::format("{:>7}", k);
  text += '\n';
  for (std::size_t r = 0; r < rankers.size(); ++r) {
    fmt::format_to(std::back_inserter(text), "{:<24}", options.rankers[r]);
    for (double sum : sums[r]) fmt::format_to(std::back_inserter(text), "{:>7.3f}", sum / count);
    text += '\n';
  }
  write_out(text);
}

}  // namespace

void add_experiment_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("experiment", "measure rankings on a data set");
  command->require_subcommand(1);
  auto recall = std::make_shared<RecallOptions>();
  CLI::App* sub = command->add_subcommand(
      "recall", "which share of the premises of known proofs is among the best k");
  sub->add_option("--data", recall->data, "a store with a chronology")->required();
  sub->add_option("--split", recall->split, "which examples")->capture_default_str();
  sub->add_option("--problems", recall->problems, "a file of names, or how many to draw")
      ->capture_default_str();
  sub->add_option("--seed", recall->seed, "of the draw")->capture_default_str();
  sub->add_option("--rankers", recall->rankers, "which, as in 'winnow rank --ranker'")
      ->delimiter(',')->capture_default_str();
  sub->add_option("--k", recall->slices, "how many premises")->capture_default_str();
  sub->add_flag("--json", recall->json, "one JSON object");
  sub->add_flag("--quiet", recall->quiet, "no progress");
  sub->callback([recall] { run_recall(*recall); });
}

}  // namespace winnow
