// learn/epoch_choice.h - which epoch of a run is the best one.
// in: what the model says about dev after each epoch     out: figures, and which epoch is better
// Chosen by all of dev, a model that knows premises by heart is chosen for that. So the accuracy on
// premises that no training example has is measured as well, and a run may be chosen by it.
#pragma once

#include "data/store.h"
#include "model/checkpoint_file.h"

#include <span>
#include <string>
#include <vector>

namespace winnow {

class EpochChoice {
 public:
  // `choose_by` is "dev" or "unseen". Throws InputError if nothing in dev is unseen, and it should
  // be chosen by that.
  EpochChoice(const Store& store, std::span<const ExampleId> dev,
              std::span<const ExampleId> training, const std::string& choose_by);

  // Loss and accuracies of the logits, which are those of dev's premises.
  void measure(std::span<const float> logits, EpochMetrics& metrics) const;
  bool is_better(const EpochMetrics& metrics, const EpochMetrics& best) const;

 private:
  std::vector<bool> useful_, unseen_;
  bool by_unseen_;
};

}  // namespace winnow
