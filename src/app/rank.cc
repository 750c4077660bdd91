// app/rank.cc - `winnow rank`: the axioms of a problem, most useful first.
// in: a TPTP problem     out: a table, JSON, or the problem cut down to the best axioms
#include "app/commands.h"
#include "app/ranking.h"
#include "app/terminal.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <iterator>

namespace winnow {

namespace {

constexpr const char* kExamples =
    "Examples:\n"
    "  winnow rank problem.p -k 20\n"
    "  winnow rank problem.p -k 128 --format tptp | eprover --auto-schedule -s\n"
    "  winnow rank goal.p --index library.index --require extensionality";

using Json = nlohmann::ordered_json;

struct Options {
  RankingOptions ranking;
  std::size_t k = 128;
  std::string format = "tsv";
};

struct Chosen {
  const Candidate* candidate;
  float score;
};

// Those that always stay, then the best k of the others.
std::vector<Chosen> choose(const RankedProblem& problem, std::size_t k) {
  std::vector<Chosen> required, others;
  for (const Ranked& each : problem.ranking()) {
    const Candidate& candidate = problem.question().candidates()[each.candidate];
    if (candidate.required)
      required.push_back({&candidate, each.score});
    else if (others.size() < std::max<std::size_t>(k, 1))
      others.push_back({&candidate, each.score});
  }
  required.insert(required.end(), others.begin(), others.end());
  return required;
}

std::string table(const std::vector<Chosen>& chosen) {
  std::string text = "rank\tname\tscore\trequired\n";
  for (std::size_t i = 0; i < chosen.size(); ++i)
    fmt::format_to(std::back_inserter(text), "{}\t{}\t{:.6g}\t{}\n", i + 1,
                   chosen[i].candidate->name, chosen[i].score,
                   chosen[i].candidate->required ? 1 : 0);
  return text;
}

std::string json(const RankedProblem& problem, const std::vector<Chosen>& chosen) {
  Json ranking = Json::array();
  for (std::size_t i = 0; i < chosen.size(); ++i)
    ranking.push_back({{"rank", i + 1},
                       {"name", chosen[i].candidate->name},
                       {"score", chosen[i].score},
                       {"required", chosen[i].candidate->required}});
  Json object = {{"goal", problem.question().goal_name()},
                 {"candidates", problem.question().candidates().size()},
                 {"ranker", problem.ranker()}};
  if (problem.model() != nullptr) {
    object["model"] = problem.model()->path;
    object["mode"] = problem.model()->network.mode() == Mode::pair ? "pair" : "joint";
  }
  object["ranking"] = std::move(ranking);
  return object.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string tptp(const RankedProblem& problem, const std::vector<Chosen>& chosen) {
  std::string text = fmt::format("% {} of {} axioms for {}, ranked by {}\n", chosen.size(),
                                 problem.question().candidates().size(),
                                 problem.question().goal_name(), problem.ranker());
  for (std::string_view declaration : problem.question().declarations())
    (text += declaration) += '\n';
  for (const Chosen& each : chosen) (text += each.candidate->text) += '\n';
  return (text += problem.question().goal_text()) += '\n';
}

void run(const Options& options) {
  RankedProblem problem(options.ranking);
  std::vector<Chosen> chosen = choose(problem, options.k);
  write_out(options.format == "tsv"    ? table(chosen)
            : options.format == "json" ? json(problem, chosen)
                                       : tptp(problem, chosen));
}

}  // namespace

void add_rank_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("rank", "order a problem's axioms, most useful first");
  add_ranking_options(*command, options->ranking);
  command->add_option("-k", options->k, "how many axioms beside those that always stay")
      ->capture_default_str();
  command->add_option("--format", options->format, "tsv, json, or tptp: the problem cut down")
      ->check(CLI::IsMember({"tsv", "json", "tptp"}))->capture_default_str();
  command->footer(kExamples);
  command->callback([options] { run(*options); });
}

}  // namespace winnow
