#include "learn/epoch_choice.h"

#include "data/unseen_premises.h"
#include "model/predictions.h"
#include "winnow/error.h"
#include "winnow/metrics.h"

#include <algorithm>

namespace winnow {

EpochChoice::EpochChoice(const Store& store, std::span<const ExampleId> dev,
                         std::span<const ExampleId> training, const std::string& choose_by)
    : useful_(answers(store, dev).useful),
      unseen_(unseen_premises(store, dev, training)),
      by_unseen_(choose_by == "unseen") {
  if (by_unseen_ && std::ranges::none_of(unseen_, [](bool each) { return each; }))
    throw InputError("the training examples have all premises of dev: none is unseen",
                     "choose by dev");
}

void EpochChoice::measure(std::span<const float> logits, EpochMetrics& metrics) const {
  require(logits.size() == useful_.size(), "a logit for each premise of dev");
  const BinaryMetrics dev = binary_metrics(logits, useful_);
  metrics.dev_loss = dev.loss;
  metrics.dev_accuracy = dev.accuracy;
  double right = 0, all = 0;
  for (std::size_t i = 0; i < logits.size(); ++i)
    if (unseen_[i]) {
      right += (logits[i] > 0) == useful_[i];
      ++all;
    }
  if (all > 0) metrics.dev_unseen_accuracy = right / all;
}

bool EpochChoice::is_better(const EpochMetrics& metrics, const EpochMetrics& best) const {
  if (best.epoch == 0) return true;
  if (by_unseen_ && metrics.dev_unseen_accuracy != best.dev_unseen_accuracy)
    return metrics.dev_unseen_accuracy > best.dev_unseen_accuracy;
  return metrics.dev_accuracy > best.dev_accuracy;
}

}  // namespace winnow
