#include "select/ranker_choice.h"

#include "winnow/options.h"

#include <algorithm>

namespace winnow {

std::string best_ranker(const LoadedModel* model, const Fusion* fusion, bool has_proofs) {
  if (fusion != nullptr && fusion->has(fusion_case(has_proofs, false))) return "fusion";
  if (model == nullptr) return has_proofs ? "5*knn+sine" : "tfidf+sine";
  if (!model->network.classifies()) return has_proofs ? "retrieve+knn" : "retrieve+tfidf+sine";
  return "guided";
}

std::vector<std::string> split_rankers(std::string_view rankers) {
  std::vector<std::string> each;
  for (std::size_t start = 0; start <= rankers.size();) {
    std::size_t end = std::min(rankers.find('/', start), rankers.size());
    std::string ranker(rankers.substr(start, end - start));
    if (std::ranges::find(each, ranker) == each.end()) each.push_back(std::move(ranker));
    start = end + 1;
  }
  return each;
}

RankerOptions make_ranker_options(std::string_view ranker, const RankOptions& options,
                                  const Fusion* fusion, std::uint32_t threads) {
  check_value("rerank", options.rerank, kRerank);
  check_value("trust", options.trust, kTrust);
  return {.ranker = parse_ranker(ranker),
          .first_stage = parse_ranker(options.first_stage),
          .rerank = options.rerank_all ? ~0u : options.rerank,
          .trust = options.trust,
          .fusion = fusion,
          .threads = threads};
}

bool needs_model(std::string_view ranker) {
  if (ranker == "auto") return true;
  return std::ranges::any_of(split_rankers(ranker), [](const std::string& each) {
    return takes_model(make_ranker_options(each, {}, nullptr));
  });
}

}  // namespace winnow
