// model/transfer.h - what a trained model gives a new one to begin with.
// in: a model file, the new model (its tables count), its fresh weights     out: those weights,
// with the old values wherever both models have the same thing: a tensor of the same name and
// shape, the row of the same symbol, premise or edge label. The two may differ in mode, data and
// extensions.
#pragma once

#include "model/model_file.h"

namespace winnow {

// Throws InputError if their vectors differ in length.
ModelWeights transfer_weights(const ModelFile& from, const ModelFile& to,
                              const ModelWeights& fresh);

}  // namespace winnow
