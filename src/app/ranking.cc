#include "app/ranking.h"

#include "app/input.h"
#include "data/text_file.h"
#include "text/tptp.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace winnow {

namespace {

namespace fs = std::filesystem;

constexpr const char* kShippedModel = "mizar-rank.safetensors";

// The shipped model of a folder, or else the first model in it by name.
fs::path model_in(const fs::path& folder) {
  std::error_code none;
  if (fs::is_regular_file(folder / kShippedModel, none)) return folder / kShippedModel;
  std::vector<fs::path> models;
  for (const auto& entry : fs::directory_iterator(folder, none))
    if (entry.path().extension() == ".safetensors") models.push_back(entry.path());
  return models.empty() ? fs::path() : *std::ranges::min_element(models);
}

fs::path shipped_model() {
  std::vector<fs::path> folders;
  if (const char* chosen = std::getenv("WINNOW_MODELS"); chosen != nullptr && *chosen != '\0')
    folders.emplace_back(chosen);
  std::error_code none;
  fs::path program = fs::read_symlink("/proc/self/exe", none).parent_path();
  for (const char* place : {"models", "../../models", "../share/winnow/models"})
    folders.push_back((program / place).lexically_normal());
  for (const fs::path& folder : folders)
    if (fs::path found = model_in(folder); !found.empty()) return found;
  return {};
}

// The best that there is evidence for. Slices by a second ranker solve more problems than longer ones by
// the best one (docs/ranking.md).
std::string best_ranker(const LoadedModel* model, bool has_proofs, bool several) {
  if (model == nullptr) return has_proofs ? "5*knn+sine" : "tfidf+sine";
  // Without proofs the vocabulary may be new to the model; weights of clues were learned with one it knows.
  if (!has_proofs || !model->weighers) return "guided";
  return several ? "clues/knn" : "clues";
}

}  // namespace

void add_model_choice(CLI::App& command, ModelChoice& choice) {
  command.add_option("--model", choice.model, "a model file; the shipped one if not given");
  command.add_option("--mode", choice.mode,
                     "joint or pair: what attention sees at once; as trained if not given");
  command.add_flag("--exact", choice.exact, "let attention look at every candidate");
  command.add_option("--rerank", choice.rerank, "how many candidates attention looks at")
      ->capture_default_str();
  command.add_option("--first-stage", choice.first_stage, "the ranker that chooses those, for winnow")
      ->capture_default_str();
  command.add_option("--trust", choice.trust,
                     "power of the model's odds beside the votes of earlier proofs, for guided")
      ->capture_default_str()->check(CLI::NonNegativeNumber);
  command.add_option("--threads", choice.threads, "threads of the model")->capture_default_str()
      ->check(CLI::Range(1u, 1024u));
}

void add_ranking_options(CLI::App& command, RankingOptions& options) {
  command.add_option("PROBLEM", options.problem, "a TPTP problem; its includes are read too")
      ->required();
  command.add_option("--ranker", options.ranker,
                     "tfidf, knn, sine, vectors, winnow, guided, clues, a sum such as winnow+0.5*knn, or auto")
      ->capture_default_str();
  command.add_option("--index", options.index, "a library from 'winnow index': more candidates");
  command.add_option("--proofs", options.proofs, "a store of earlier proofs, for knn, guided and clues");
  command.add_option("--require", options.question.required, "names of axioms that always stay")
      ->delimiter(',');
  command.add_option("--keep-roles", options.question.required_roles,
                     "roles whose formulae always stay, such as definition")
      ->delimiter(',')->capture_default_str();
  command.add_option("--goal", options.question.goal,
                     "the formula to rank for, if not the conjecture");
  add_model_choice(command, options.model);
}

LoadedModel::LoadedModel(const std::string& file, const ModelChoice& choice)
    : path(file), model(Model::load(file)),
      network(model, {.threads = choice.threads,
                      .mode = choice.mode.empty() ? model.config().mode : mode_of(choice.mode)}) {
  if (fs::path beside = weighers_file(path); fs::exists(beside))
    weighers = weighers_of_json(read_text_file(beside), beside.string());
}

std::unique_ptr<LoadedModel> load_model(const ModelChoice& choice) {
  fs::path path = choice.model.empty() ? shipped_model() : fs::path(choice.model);
  return path.empty() ? nullptr : std::make_unique<LoadedModel>(path.string(), choice);
}

std::vector<std::string> split_rankers(const std::string& rankers) {
  std::vector<std::string> each;
  for (std::size_t start = 0; start <= rankers.size();) {
    std::size_t end = std::min(rankers.find('/', start), rankers.size());
    std::string ranker = rankers.substr(start, end - start);
    if (std::ranges::find(each, ranker) == each.end()) each.push_back(std::move(ranker));
    start = end + 1;
  }
  return each;
}

RankOptions make_rank_options(const std::string& ranker, const ModelChoice& choice,
                              const LoadedModel* model) {
  return {.ranker = parse_ranker(ranker), .first_stage = parse_ranker(choice.first_stage),
          .rerank = choice.exact ? ~0u : choice.rerank, .trust = choice.trust,
          .weighers = model != nullptr && model->weighers ? &*model->weighers : nullptr};
}

RankedProblem::RankedProblem(const RankingOptions& options) {
  bool automatic = options.ranker == "auto", by_model = automatic;
  auto split = [&](const std::string& ranker) {
    return options.several ? split_rankers(ranker) : std::vector{ranker};
  };
  if (!automatic)  // a mistake in it is told before any work
    for (const std::string& each : split(options.ranker))
      by_model |= needs_model(make_rank_options(each, options.model, nullptr));
  problem_ = read_tptp(options.problem, bank_);
  if (!options.index.empty()) index_ = Index::open(options.index);
  if (!options.proofs.empty()) proofs_ = Store::open(options.proofs);
  question_.emplace(bank_, problem_, options.question, index_ ? &*index_ : nullptr,
                    proofs_ ? &*proofs_ : nullptr);
  if (by_model) model_ = load_model(options.model);
  ranker_ = automatic ? best_ranker(model_.get(), proofs_.has_value(), options.several) : options.ranker;
  if (automatic && model_ == nullptr)
    fmt::print(stderr, "winnow: no trained model found, ranking by {}\n", ranker_);
  Evidence evidence = question_->evidence(model_ ? &model_->network : nullptr);
  for (const std::string& each : split(ranker_))
    rankings_.push_back(rank(evidence, make_rank_options(each, options.model, model_.get())));
}

std::vector<std::vector<std::string_view>> RankedProblem::premises() const {
  std::vector<std::vector<std::string_view>> texts(rankings_.size());
  for (std::size_t r = 0; r < rankings_.size(); ++r)
    for (const Ranked& each : rankings_[r]) {
      const Candidate& candidate = question_->candidates()[each.candidate];
      if (!candidate.required) texts[r].push_back(candidate.text);
    }
  return texts;
}

std::vector<std::string_view> RankedProblem::always() const {
  std::vector<std::string_view> texts(question_->declarations().begin(),
                                      question_->declarations().end());
  for (const Candidate& candidate : question_->candidates())
    if (candidate.required) texts.push_back(candidate.text);
  return texts;
}

}  // namespace winnow
