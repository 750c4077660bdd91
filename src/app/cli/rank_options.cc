#include "app/cli/rank_options.h"

#include "app/cli/input.h"
#include "app/cli/option_value.h"
#include "winnow/error.h"
#include "winnow/options.h"

#include <fmt/format.h>

namespace winnow {

void add_model_options(CLI::App& command, SelectorOptions& selector, RankOptions& rank) {
  add_input(
      command, "--model", selector.model,
      "a model file, the name of a shipped one, or none; the shipped one for ranking if not given");
  add_value(command, "--mode", selector.mode,
            "joint or pair: what attention sees at once; as trained if not given", kModes);
  command.add_flag("--rerank-all", rank.rerank_all, "let attention rerank every candidate");
  add_value(command, "--rerank", rank.rerank, "how many candidates attention reranks", kRerank);
  CLI::Option* first = command.add_option("--first-stage", rank.first_stage,
                                          "the ranker that chooses those, for winnow");
  check_with(suggest(first->capture_default_str(), ranker_names()),
             [](const std::string& text) { check(RankOptions{.first_stage = text}); });
  add_value(command, "--trust", rank.trust,
            "how much the model's odds count: in the second stage of fusion, and for guided",
            kTrust);
  add_value(command, "--threads", selector.threads, "threads of the model", kThreads);
}

void add_ranking_options(CLI::App& command, RankingOptions& options, bool several) {
  RankOptions& rank = options.rank;
  add_include_option(command, options.include_folders);
  CLI::Option* ranker = command.add_option("--ranker", rank.ranker,
                                           "tfidf, knn, sine, retrieve, vectors, winnow, guided, "
                                           "fusion, a sum such as winnow+0.5*knn, or auto");
  std::vector<std::string> rankers = ranker_names();
  rankers.emplace_back("auto");
  check_with(suggest(ranker->capture_default_str(), rankers),
             [several](const std::string& text) { check_rankers(text, several); });
  CLI::Option* index = command.add_option_function<std::vector<std::string>>(
      "--index",
      [&selector = options.selector](const std::vector<std::string>& files) {
        selector.index = files;
      },
      "libraries from 'winnow index': more candidates; of one in shards, all of them");
  index->allow_extra_args(false);  // app/cli/index_words.h names each

  check_with(index->type_name("FILE"),
             [&command](const std::string& text) { check_input(command, text); });
  command.add_flag("--approximate", options.selector.approximate,
                   "rank what a search in a part of the index finds: for millions\nof formulas, "
                   "after 'winnow index --approximate'");
  add_value(command, "--probes", rank.probes,
            "with --approximate, lists of each index that are looked at", kProbes);
  add_value(command, "--nearest", rank.nearest,
            "with --approximate, formulas of them that are ranked", kNearestFormulas);
  add_input(command, "--proofs", options.selector.proofs,
            "a store of earlier proofs, for knn, guided and fusion");
  command.add_option("--require", rank.required, "names of axioms that always stay")
      ->delimiter(',');
  CLI::Option* roles = command.add_option("--keep-roles", rank.required_roles,
                                          "roles whose formulas always stay, such as definition");
  check_with(suggest(roles->delimiter(',')->capture_default_str(), role_names()),
             [](const std::string& role) { check(RankOptions{.required_roles = {role}}); });
  command.add_option("--goal", rank.goal, "the formula to rank for, if not the conjecture");
  add_model_options(command, options.selector, options.rank);
}

Selector open_selector(const RankingOptions& options) {
  SelectorOptions selector = options.selector;
  if (!needs_model(options.rank.ranker) && !selector.approximate) selector.model = "none";
  Selector opened = Selector::open(selector);
  if (options.rank.ranker == "auto" && !opened.has_model())
    fmt::print(stderr, "winnow: no trained model found, ranking by {}\n", opened.best_ranker());
  return opened;
}

}  // namespace winnow
