#include "plain_rankers.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace winnow::random_tester {

namespace {

std::map<std::string, std::size_t> counts_of(const std::vector<Symbols>& documents) {
  std::map<std::string, std::size_t> counts;
  for (const Symbols& document : documents)
    for (const std::string& symbol : document) ++counts[symbol];
  return counts;
}

std::vector<std::size_t> order_of(const std::vector<double>& scores) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order,
                           [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
  return order;
}

// Whether rounding may decide between two neighbours. Not where nothing was added up for either
// (`sums` is 0), nor where both have the same symbols: then the library adds up the same numbers.
bool has_close(const std::vector<double>& scores, const PlainQuestion& question,
               const std::vector<double>& sums) {
  constexpr double kClose = 1e-5;
  const std::vector<std::size_t> order = order_of(scores);
  for (std::size_t i = 1; i < order.size(); ++i) {
    const std::size_t a = order[i - 1], b = order[i];
    if (scores[a] - scores[b] >= kClose) continue;
    const bool same =
        question.documents[a] == question.documents[b] || (sums[a] == 0 && sums[b] == 0);
    if (!same || scores[a] != scores[b]) return true;
  }
  return false;
}

// Sums are computed in double precision by the library as well, then rounded.
bool has_close_sums(const std::vector<double>& sums) {
  constexpr double kClose = 1e-8;
  const std::vector<std::size_t> order = order_of(sums);
  for (std::size_t i = 1; i < order.size(); ++i) {
    const double gap = sums[order[i - 1]] - sums[order[i]];
    if (gap != 0 && gap < kClose) return true;
  }
  return false;
}

}  // namespace

std::vector<double> plain_tfidf(const PlainQuestion& question) {
  const auto counts = counts_of(question.documents);
  auto weight = [&](const std::string& symbol) {
    auto found = counts.find(symbol);
    if (found == counts.end()) return 0.0;
    return std::log(static_cast<double>(question.documents.size()) /
                    static_cast<double>(found->second));
  };
  auto length = [&](const Symbols& symbols) {
    double square = 0;
    for (const std::string& symbol : symbols) square += weight(symbol) * weight(symbol);
    return std::sqrt(square);
  };
  std::vector<double> scores;
  for (const Symbols& document : question.documents) {
    double product = 0;
    for (const std::string& symbol : document)
      if (question.goal.contains(symbol)) product += weight(symbol) * weight(symbol);
    scores.push_back(product == 0 ? 0 : product / (length(document) * length(question.goal)));
  }
  return scores;
}

std::vector<double> plain_sine(const PlainQuestion& question) {
  constexpr double kTolerance = 1.5;
  constexpr int kDepth = 8;
  const auto counts = counts_of(question.documents);
  auto triggers = [&](const std::string& symbol, const Symbols& document) {
    if (!document.contains(symbol)) return false;
    std::size_t rarest = counts.at(symbol);
    for (const std::string& other : document) rarest = std::min(rarest, counts.at(other));
    return static_cast<double>(counts.at(symbol)) <= kTolerance * static_cast<double>(rarest);
  };
  std::vector<int> rings(question.documents.size(), kDepth + 1);
  Symbols reached = question.goal;
  for (int ring = 1; ring <= kDepth; ++ring) {
    Symbols next = reached;
    for (std::size_t i = 0; i < rings.size(); ++i) {
      if (rings[i] <= kDepth) continue;
      const Symbols& document = question.documents[i];
      if (std::ranges::none_of(reached,
                               [&](const std::string& s) { return triggers(s, document); }))
        continue;
      rings[i] = ring;
      next.insert(document.begin(), document.end());
    }
    reached = std::move(next);
  }
  std::vector<double> scores = plain_tfidf(question);
  for (std::size_t i = 0; i < scores.size(); ++i) scores[i] -= 1.01 * rings[i];
  return scores;
}

std::vector<double> plain_knn(const PlainQuestion& question) {
  constexpr std::size_t kNearest = 120;
  const std::vector<double> tfidf = plain_tfidf(question);
  std::vector<double> similarities, scores;
  for (const PlainProof& proof : question.proofs) similarities.push_back(tfidf[proof.conjecture]);
  for (double each : tfidf) scores.push_back(0.1 * each);
  std::vector<std::size_t> order = order_of(similarities);
  order.resize(std::min(order.size(), kNearest));
  for (std::size_t each : order) {
    const double vote = std::pow(similarities[each], 6);
    scores[question.proofs[each].conjecture] += vote;
    for (std::size_t premise : question.proofs[each].premises) scores[premise] += vote;
  }
  return scores;
}

PlainScores plain_scores(const PlainQuestion& question, const std::string& ranker) {
  PlainScores result;
  const std::vector<double> tfidf = plain_tfidf(question);
  const bool is_sum = ranker.find('+') != std::string::npos;
  std::vector<double> sums(question.candidates, 0.0);
  for (std::size_t start = 0; start <= ranker.size();) {
    const std::size_t end = std::min(ranker.find('+', start), ranker.size());
    std::string name = ranker.substr(start, end - start);
    start = end + 1;
    double weight = 1;
    if (const std::size_t star = name.find('*'); star != std::string::npos) {
      weight = std::stod(name.substr(0, star));
      name.erase(0, star + 1);
    }
    std::vector<double> scores = name == "tfidf"  ? plain_tfidf(question)
                                 : name == "sine" ? plain_sine(question)
                                                  : plain_knn(question);
    scores.resize(question.candidates);
    const bool close = has_close(scores, question, name == "knn" ? scores : tfidf);
    if (!is_sum) return {scores, close};
    result.close = result.close || close;
    const std::vector<std::size_t> order = order_of(scores);
    for (std::size_t rank = 0; rank < order.size(); ++rank)
      sums[order[rank]] += weight / (60 + static_cast<double>(rank + 1));
  }
  result.close = result.close || has_close_sums(sums);
  result.scores = std::move(sums);
  return result;
}

}  // namespace winnow::random_tester
