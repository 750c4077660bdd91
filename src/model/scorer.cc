#include "model/scorer.h"

#include "model/in_pieces.h"
#include "model/placed_examples.h"
#include "plan/example_batch.h"
#include "winnow/error.h"

#include <algorithm>
#include <optional>

namespace winnow {

namespace {

// What does not fit into the caches is not worth sharing more for.
constexpr std::size_t kMostPremises = 2048;

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

Scores score_examples(const Model& model, const Store& store, std::span<const ExampleId> examples,
                      const ScoreOptions& options,
                      const std::function<void(std::size_t)>& progress) {
  if (!model.config().classify)
    throw InputError("this model retrieves premises and judges none: it has no classifier",
                     "'winnow experiment recall --rankers retrieve' measures it");
  Scores scores;
  std::uint64_t items = 0;
  for (ExampleId example : examples) {
    items += store.premises(example).size();
    scores.item_ends.push_back(items);
  }
  scores.logits.resize(items);

  BoundLabels labels(model.labels(), store.terms().symbols);
  BoundFormulas formulas(model.memory(), store.terms());
  std::optional<PrecedentReader> precedents;
  if (model.config().precedents) precedents.emplace(model.precedents(), store.terms());
  std::optional<PlacedExamples> placed;
  if (!model.file().nearest_examples.empty())
    placed.emplace(model, store, examples, options.threads);
  in_pieces(
      options.threads, scoring_batches(store, examples, std::max(1u, options.batch)), progress,
      [&] {
        return [&, builder = BatchBuilder(store, labels, formulas, model.config().variables,
                                          options.mode, precedents ? &*precedents : nullptr)](
                   std::size_t first, std::size_t count) mutable {
          auto chunk = examples.subspan(first, count);
          ExampleBatch batch = builder.build(chunk);
          BatchPlan plan = plan_batch(batch.forest, batch.items, labels.edge_labels(),
                                      model.config().architecture);
          std::uint64_t begin = first == 0 ? 0 : scores.item_ends[first - 1];
          std::ranges::copy(model.score(plan),
                            scores.logits.begin() + static_cast<std::ptrdiff_t>(begin));
          if (!placed) return;
          for (ExampleId example : chunk)
            for (const NearestExampleNumbers& numbers : placed->numbers(example)) {
              float& logit = scores.logits[begin++];
              logit = placed->reader().judge(logit, numbers);
            }
        };
      },
      options.stop);
  return scores;
}

}  // namespace winnow
