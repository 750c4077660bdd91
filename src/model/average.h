// model/average.h - one model whose weights are the means of several models' weights.
// in: models with the same options, labels and memory     out: one more of that kind
// Runs that begin with the same trained model stay in one basin of the loss, and the mean of their
// weights generalises better than each of them, at no cost in use (model soups: Wortsman et al.,
// ICML 2022).
#pragma once

#include "model/model_file.h"

#include <span>

namespace winnow {

// Throws InputError if they do not fit together. Needs at least one model.
ModelFile average_models(std::span<const ModelFile> models);

}  // namespace winnow
