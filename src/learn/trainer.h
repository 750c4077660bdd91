// learn/trainer.h - trains a model on a store: epochs, steps, dev accuracy, checkpoints.
// in: a store with the splits `train` and `dev`, options, a folder     out: in that folder
//   best.safetensors        the model of the best dev epoch (averaged weights)
//   checkpoint.safetensors  everything a resumed run needs: it ends with the same bytes
//   metrics.jsonl           one line an epoch, and one for each evaluation within an epoch
// Random choices depend on (seed, epoch, step, example) alone, so there is no generator to save.
#pragma once

#include "data/store.h"
#include "model/checkpoint_file.h"
#include "model/model_file.h"
#include "winnow/options.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace winnow {

class Peers;

// What a run tells whoever watches it.
struct TrainProgress {
  std::uint32_t epoch = 0, epochs = 0;
  std::uint64_t examples = 0, of_examples = 0;  // of this epoch
  double loss = 0, accuracy = 0;                // running, over this epoch
  double items_per_s = 0;
  std::uint32_t processes = 1;
  double communication = 0, waiting = 0;  // shares of a step, with several processes
};

struct TrainRequest {
  ModelOptions model;
  TrainOptions train;
  std::string store_name;  // for the history
  std::filesystem::path folder;
  bool resume = false;               // the folder must hold a checkpoint of this very run
  std::filesystem::path begin_with;  // a model whose weights are the first ones; empty: random ones
  std::vector<std::string> teachers;  // tables of predictions; empty: labels alone teach
  double time_limit_s = 0;            // 0: none
  double checkpoint_every_s = 300;
  double dev_every_s = 0;  // between evaluations within epochs; they choose nothing. 0: none
  std::uint32_t most_examples = 0;  // of a training epoch; 0: all
  std::uint32_t most_dev_examples = 0;
  Peers* peers = nullptr;  // the processes that train together; null: this one alone
  std::function<void(const TrainProgress&)> on_step;  // these two at rank 0 alone
  std::function<void(const EpochMetrics&)> on_epoch;  // also within an epoch
  std::function<bool()> should_stop;                  // asked after every step
};

enum class TrainEnd : std::uint8_t { finished, out_of_patience, out_of_time, stopped };

struct TrainOutcome {
  TrainEnd end = TrainEnd::finished;
  EpochMetrics best;
};

// Several processes (learn/peers.h) call it with the same request and store. They need the folder
// at rank 0 alone, and end with the bytes that one process ends with. Throws InputError for options
// that cannot be, a store without the splits, a folder that holds another run, none to resume, or
// one that is still going on, and a loss that is not a number (the last good checkpoint is kept).
TrainOutcome train(const Store& store, const TrainRequest& request);

}  // namespace winnow
