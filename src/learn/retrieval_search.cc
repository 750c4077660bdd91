#include "learn/retrieval_search.h"

#include "kernel/product.h"
#include "rank/history.h"
#include "score/encoder.h"
#include "term/in_pieces.h"

#include <algorithm>
#include <cmath>

namespace winnow {

namespace {

// Conjectures whose scores are computed together.
constexpr std::size_t kGoals = 64;

std::vector<TermId> terms_of(const Store& store, std::span<const FormulaId> formulas) {
  std::vector<TermId> terms;
  for (FormulaId formula : formulas) terms.push_back(store.term(formula));
  return terms;
}

// Vectors without the classifier's part, and terms: [formulas, retrieve] and [formulas].
struct Vectors {
  std::size_t width = 0;
  std::vector<float> vectors, terms;

  Vectors(const Model& model, const Store& store, std::span<const FormulaId> formulas,
          std::uint32_t threads)
      : width(model.config().retrieve) {
    std::vector<float> encodings =
        encode(model, store.terms(), terms_of(store, formulas), {.threads = threads});
    std::size_t columns = encoding_width(model.config()), first = classifier_width(model.config());
    vectors.reserve(formulas.size() * width);
    for (std::size_t i = 0; i < formulas.size(); ++i) {
      const float* row = encodings.data() + i * columns + first;
      vectors.insert(vectors.end(), row, row + width);
      terms.push_back(row[width]);
    }
  }
  ConstMatrix first(std::size_t count) const { return {vectors.data(), count, width}; }
};

RetrievalFigures figures_of(std::span<const float> scores, std::span<const std::uint32_t> useful) {
  RetrievalFigures figures;
  float highest = *std::ranges::max_element(scores);
  std::vector<std::uint8_t> is_useful(scores.size(), 0);
  for (std::uint32_t each : useful) is_useful[each] = 1;
  double sum = 0;
  for (std::size_t i = 0; i < scores.size(); ++i)
    if (is_useful[i] == 0) sum += std::exp(static_cast<double>(scores[i] - highest));
  auto count = static_cast<double>(useful.size());
  for (std::uint32_t each : useful) {
    double own = std::exp(static_cast<double>(scores[each] - highest));
    figures.loss -= std::log(std::max(own / (own + sum), 1e-30)) / count;
    auto above = static_cast<std::size_t>(
        std::ranges::count_if(scores, [&](float score) { return score > scores[each]; }));
    for (std::size_t k = 0; k < kDevRecalls.size(); ++k)
      if (above < kDevRecalls[k]) figures.recall[k] += 1 / count;
  }
  return figures;
}

}  // namespace

RetrievalQuestions::RetrievalQuestions(const Store& store, std::span<const ExampleId> examples)
    : store_(store) {
  auto add = [&](TermId goal, KnownBefore known) {
    if (!known.useful.empty())
      questions_.push_back({goal, std::move(known.candidates), std::move(known.useful)});
  };
  if (!store.chronology().empty()) {
    History history(store);
    for (ExampleId example : examples)
      if (store.position(store.conjecture(example)))
        add(store.term(store.conjecture(example)), history.before(example));
    return;
  }
  std::vector<ExampleId> all;
  for (std::uint32_t i = 0; i < store.examples(); ++i) all.push_back(ExampleId{i});
  RetrievalLibrary library(store, all);
  for (ExampleId example : examples) {
    FormulaId conjecture = store.conjecture(example);
    KnownBefore known;
    for (FormulaId each : library.formulas())
      if (each != conjecture) known.candidates.push_back(each);
    for (Premise premise : store.premises(example))
      if (premise.useful() && premise.formula() != conjecture)
        known.useful.push_back(static_cast<std::uint32_t>(
            std::ranges::find(known.candidates, premise.formula()) - known.candidates.begin()));
    add(store.term(conjecture), std::move(known));
  }
}

RetrievalFigures RetrievalQuestions::measure(const Model& model, std::uint32_t threads) const {
  std::vector<FormulaId> formulas(store_.formulas());
  for (std::uint32_t i = 0; i < store_.formulas(); ++i) formulas[i] = FormulaId{i};
  Vectors library(model, store_, formulas, threads);
  std::vector<TermId> goals;
  for (const Question& question : questions_) goals.push_back(question.goal);
  std::vector<float> asked = encode_goals(model, store_.terms(), goals, {.threads = threads});
  std::vector<RetrievalFigures> figures(questions_.size());
  std::size_t all = formulas.size();
  in_pieces(threads, equal_pieces(questions_.size(), kGoals), {}, [&] {
    return [&, products = std::vector<float>()](std::size_t first, std::size_t goals_here) mutable {
      products.resize(goals_here * all);
      multiply_nt({asked.data() + first * library.width, goals_here, library.width},
                  library.first(all), {products.data(), goals_here, all});
      for (std::size_t n = first; n < first + goals_here; ++n) {
        const float* product = products.data() + (n - first) * all;
        std::vector<float> scores;
        for (FormulaId candidate : questions_[n].candidates)
          scores.push_back(product[index(candidate)] + library.terms[index(candidate)]);
        figures[n] = figures_of(scores, questions_[n].useful);
      }
    };
  });
  RetrievalFigures mean;
  auto count = static_cast<double>(std::max<std::size_t>(1, figures.size()));
  for (const RetrievalFigures& each : figures) {
    mean.loss += each.loss / count;
    for (std::size_t k = 0; k < kDevRecalls.size(); ++k) mean.recall[k] += each.recall[k] / count;
  }
  return mean;
}

std::vector<std::uint32_t> hard_negatives(const Model& model, const Store& store,
                                          std::span<const ExampleId> examples,
                                          const RetrievalLibrary& library, std::size_t count,
                                          std::uint32_t threads) {
  Vectors all(model, store, library.formulas(), threads);
  std::vector<TermId> goals;
  std::size_t most = 0;
  for (ExampleId example : examples) goals.push_back(store.term(store.conjecture(example)));
  for (ExampleId example : examples)
    most = std::max(most, library.older_than(store.conjecture(example)));
  std::vector<float> asked = encode_goals(model, store.terms(), goals, {.threads = threads});
  std::vector<std::uint32_t> found(examples.size() * count, kNoPlace);
  in_pieces(threads, equal_pieces(examples.size(), kGoals), {}, [&] {
    return [&, scores = std::vector<float>(), order = std::vector<std::uint32_t>()](
               std::size_t first, std::size_t goals_here) mutable {
      scores.resize(goals_here * most);
      multiply_nt({asked.data() + first * all.width, goals_here, all.width}, all.first(most),
                  {scores.data(), goals_here, most});
      for (std::size_t n = 0; n < goals_here; ++n) {
        ExampleId example = examples[first + n];
        FormulaId conjecture = store.conjecture(example);
        std::size_t older = library.older_than(conjecture);
        float* own = scores.data() + n * most;
        for (std::size_t i = 0; i < older; ++i) own[i] += all.terms[i];
        order.clear();
        for (std::uint32_t i = 0; i < older; ++i) order.push_back(i);
        auto is_useful = [&](std::uint32_t place) {
          TermId term = store.term(library.formulas()[place]);
          return term == store.term(conjecture) ||
                 std::ranges::any_of(store.premises(example), [&](Premise premise) {
                   return premise.useful() && store.term(premise.formula()) == term;
                 });
        };
        // Its useful premises may be among the best, and are left out afterwards.
        std::size_t wanted = std::min(older, count + store.premises(example).size() + 1);
        auto better = [&](std::uint32_t a, std::uint32_t b) {
          return own[a] > own[b] || (own[a] == own[b] && a < b);
        };
        std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(wanted),
                                  better);
        order.resize(wanted);
        std::erase_if(order, is_useful);
        for (std::size_t i = 0; i < std::min(count, order.size()); ++i)
          found[(first + n) * count + i] = order[i];
      }
    };
  });
  return found;
}

}  // namespace winnow
