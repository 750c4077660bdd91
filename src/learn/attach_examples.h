// learn/attach_examples.h - gives a trained model its training examples as nearest examples.
// in: a model, the store that it was trained on     out: the same with nearest examples.
// Vectors are its own encodings of those formulas along their principal axes, made equally wide;
// how far nearest examples are believed is fitted on examples that it was not trained on, by
// logistic regression.
#pragma once

#include "data/store.h"
#include "model/model.h"

#include <cstdint>
#include <functional>
#include <string>

namespace winnow {

struct NearestExampleOptions {
  std::uint32_t width = 48;   // of a formula's vector
  std::string split = "dev";  // to fit on
  std::uint32_t batch = 32, threads = 2;
};

struct AttachedExamples {
  ModelFile model;
  // Accuracy on the split: of the model alone, with weights fitted on one half of the examples and
  // measured on the other, and with those that the model gets, fitted and measured on all.
  double alone = 0, halves = 0, fitted = 0;

  std::size_t formulas() const {
    return model.nearest_examples.tensor("nearest_examples.vectors").shape[0];
  }
};

// `progress` hears of formulas that are placed. Throws InputError if the store lacks a split or the
// width cannot be.
AttachedExamples attach_examples(
    const ModelFile& model, const Store& store, const NearestExampleOptions& options,
    const std::function<void(std::size_t done, std::size_t all)>& progress = {});

}  // namespace winnow
