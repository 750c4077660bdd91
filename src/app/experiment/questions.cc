#include "app/experiment/questions.h"

#include "app/cli/option_value.h"
#include "app/experiment/problem_list.h"
#include "data/json_text.h"
#include "data/text_file.h"
#include "rank/problem_question.h"
#include "term/shuffle.h"
#include "text/problem.h"
#include "winnow/error.h"
#include "winnow/formula.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <unordered_map>

namespace winnow {

namespace {

namespace fs = std::filesystem;

// needs.jsonl: {"problem": NAME, "needs": [NAME, ...]} a line.
struct Needs {
  std::string problem;
  std::vector<std::string> needs;
};

std::vector<Needs> read_needs(const std::string& file) {
  std::vector<Needs> all;
  std::string text = read_text_file(file);
  for (const TextLine& line : lines_of(text)) {
    try {
      auto json = parse_json(line.text);
      all.push_back({json.at("problem").get<std::string>(),
                     json.at("needs").get<std::vector<std::string>>()});
    } catch (const nlohmann::ordered_json::exception&) {
      throw InputError(Place{file, line.number},
                       "is not {\"problem\": NAME, \"needs\": [NAME, ...]}");
    }
  }
  return all;
}

// NAME or NAME.p in the folder, or "".
std::string problem_file(const fs::path& folder, const std::string& name) {
  std::error_code none;
  for (const char* ending : {"", ".p"})
    if (fs::path file = folder / (name + ending); fs::is_regular_file(file, none))
      return file.string();
  return "";
}

// Positions for candidates, or none: as they stand.
std::vector<std::uint32_t> positions(std::uint32_t candidates, LibraryOrder order,
                                     std::uint64_t seed) {
  if (order == LibraryOrder::kept) return {};
  std::vector<std::uint32_t> result(candidates);
  std::iota(result.begin(), result.end(), 0);
  if (order == LibraryOrder::reversed) std::ranges::reverse(result);
  if (order == LibraryOrder::shuffled) shuffle(result, seed);
  return result;
}

}  // namespace

Proofs some_proofs(const Proofs& all, std::size_t most, std::uint64_t seed) {
  std::vector<std::uint32_t> drawn(all.size());
  std::iota(drawn.begin(), drawn.end(), 0);
  shuffle(drawn, seed);
  drawn.resize(std::min(most, drawn.size()));
  std::ranges::sort(drawn);
  Proofs some;
  for (std::uint32_t proof : drawn) {
    some.premises.insert(some.premises.end(), all[proof].begin(), all[proof].end());
    some.end_example(all.conjectures[proof]);
  }
  return some;
}

ExperimentQuestions::ExperimentQuestions(const ExperimentOptions& options,
                                         const std::vector<std::string>& rankers)
    : options_(options) {
  if (options.data.empty() == options.tptp.empty())
    throw UsageError(options.data.empty() ? "there is nothing to ask about"
                                          : "--data and --tptp exclude each other",
                     "--data takes a store, --tptp a folder of TPTP problems");
  if (options.tptp.empty()) {
    setup_.emplace(options, rankers);
    return;
  }
  std::string needs = options.needs.empty() ? options.tptp + "/needs.jsonl" : options.needs;
  std::vector<TptpProblem> found;
  for (Needs& each : read_needs(needs))
    if (std::string file = problem_file(options.tptp, each.problem); !file.empty())
      found.push_back({std::move(each.problem), std::move(file), std::move(each.needs)});
  std::vector<std::string> names;
  for (const TptpProblem& problem : found) names.push_back(problem.name);
  for (std::size_t n : choose_names(names, options.problems, options.seed))
    problems_.push_back(found[n]);
  tools_ = load_tools(options, rankers);
  if (tools_.model) encodings_.emplace(none_, tools_.model->network);
}

std::size_t ExperimentQuestions::size() const {
  return setup_ ? setup_->problems().size() : problems_.size();
}

std::string ExperimentQuestions::name(std::size_t n) const {
  return setup_ ? std::string(setup_->store().name(setup_->problems()[n])) : problems_[n].name;
}

RankerOptions ExperimentQuestions::rank_options(const std::string& ranker) const {
  if (setup_) return setup_->rank_options(ranker);
  return make_ranker_options(ranker, options_.rank, tools_.fusion ? &*tools_.fusion : nullptr);
}

void ExperimentQuestions::ask(std::size_t n, LibraryOrder order, const Use& use) {
  auto ordered = [&](Evidence& evidence, std::span<const std::uint32_t> useful) {
    std::vector<std::uint32_t> places = positions(evidence.candidates, order, options_.seed);
    evidence.order = places;
    use(evidence, useful);
  };
  if (!setup_) return ask_problem(problems_[n], ordered);
  Corpus::Question question = setup_->corpus().question(setup_->problems()[n]);
  Evidence evidence = setup_->corpus().evidence(question);
  ordered(evidence, question.known.useful);
}

void ExperimentQuestions::ask_problem(const TptpProblem& problem, const Use& use) {
  Formulas formulas = Formulas::read(
      problem.file, {.include_folders = {fs::path(problem.file).parent_path().string()}});
  TermBank bank = formulas.impl().bank;
  ProblemQuestion question(bank, formulas.impl().parsed, {}, none_);
  std::unordered_map<std::string_view, std::uint32_t> by_name;
  for (std::uint32_t i = 0; i < question.candidates().size(); ++i)
    by_name.emplace(question.candidates()[i].name, i);
  std::vector<std::uint32_t> useful;
  for (const std::string& name : problem.needs)
    if (auto found = by_name.find(name); found != by_name.end())
      useful.push_back(found->second);
    else if (missing_++ == 0)
      first_missing_ = fmt::format("'{}' of {}", name, problem.name);
  std::ranges::sort(useful);
  useful.erase(std::ranges::unique(useful).begin(), useful.end());
  Evidence evidence = question.evidence(encodings_ ? &*encodings_ : nullptr);
  use(evidence, useful);
}

}  // namespace winnow
