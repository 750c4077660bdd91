#include "score/example_scores.h"

#include "score/bound_model.h"
#include "score/example_batch.h"
#include "term/in_pieces.h"
#include "term/ragged.h"
#include "winnow/error_code.h"

#include <algorithm>
#include <optional>

namespace winnow {

namespace {

// What does not fit into the caches is not worth sharing more for.
constexpr std::size_t kMostPremises = 2048;

std::vector<TermId> premise_terms(const Store& store, ExampleId example) {
  std::vector<TermId> terms;
  for (Premise premise : store.premises(example)) terms.push_back(store.term(premise.formula()));
  return terms;
}

}  // namespace

std::vector<std::size_t> scoring_batches(const Store& store, std::span<const ExampleId> examples,
                                         std::size_t most_examples) {
  std::vector<std::size_t> ends;
  std::size_t begin = 0, premises = 0;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    std::size_t own = store.premises(examples[i]).size();
    if (i > begin && (i - begin == most_examples || premises + own > kMostPremises)) {
      ends.push_back(i);
      begin = i;
      premises = 0;
    }
    premises += own;
  }
  if (!examples.empty()) ends.push_back(examples.size());
  return ends;
}

PlacedFormulas placed_formulas(const Model& model, const Store& store,
                               std::span<const ExampleId> examples, std::uint32_t threads) {
  std::vector<TermId> formulas;
  for (ExampleId example : examples) {
    formulas.push_back(store.term(store.conjecture(example)));
    for (TermId premise : premise_terms(store, example)) formulas.push_back(premise);
  }
  return {model, store.terms(), formulas, {.threads = threads}};
}

Scores score_examples(const Model& model, const Store& store, std::span<const ExampleId> examples,
                      const ScoreOptions& options,
                      const std::function<void(std::size_t)>& progress) {
  if (!model.config().classify)
    throw CodedError(ErrorCode::no_classifier, {},
                     "this model retrieves premises and judges none: it has no classifier",
                     "what it finds can be measured");
  Scores scores;
  std::uint64_t items = 0;
  for (ExampleId example : examples) {
    items += store.premises(example).size();
    scores.item_ends.push_back(items);
  }
  scores.logits.resize(items);

  SymbolCounts counts;
  if (model.config().rarities != 0) counts = count_symbols(store.terms(), store.formula_terms());
  BoundModel bound(model, store.terms(), counts);
  std::optional<PrecedentReader> precedents;
  if (model.config().precedents) precedents.emplace(model.precedents(), store.terms());
  std::optional<PlacedFormulas> placed;
  if (!model.file().nearest_examples.empty())
    placed.emplace(placed_formulas(model, store, examples, options.threads));
  in_pieces(
      options.threads, scoring_batches(store, examples, std::max(1u, options.batch)), progress,
      [&] {
        return
            [&, builder = BatchBuilder(store, bound.labels, bound.memory, model.config().variables,
                                       options.mode, precedents ? &*precedents : nullptr)](
                std::size_t first, std::size_t count) mutable {
              auto chunk = examples.subspan(first, count);
              std::vector<float> logits =
                  model.score(builder.build(chunk).plan(model.config().architecture));
              std::span<float> left = logits;
              for (std::size_t i = 0; placed && i < count; ++i) {
                std::vector<TermId> premises = premise_terms(store, chunk[i]);
                placed->judge(store.term(store.conjecture(chunk[i])), premises, left);
                left = left.subspan(premises.size());
              }
              std::uint64_t begin = Ends(scores.item_ends).begin(first);
              std::ranges::copy(logits, scores.logits.begin() + static_cast<std::ptrdiff_t>(begin));
            };
      },
      options.stop);
  return scores;
}

}  // namespace winnow
