// learn/retrieval_trainer.h - trains a model to retrieve.
// in: a store with the splits `train` and `dev`, options with the task `retrieve`, a folder
// out: in that folder what learn/trainer.h lists.
// An epoch's accuracy is there the recall at 64 in the library.
#pragma once

#include "learn/trainer.h"

namespace winnow {

// Throws as train() does.
TrainOutcome train_to_retrieve(const Store& store, const TrainRequest& request);

}  // namespace winnow
