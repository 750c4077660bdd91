// model/checkpoint_file.h - everything a resumed run needs, in one file that is there or not.
// in/out: a safetensors file; its metadata say where the run stands and what decided it
// Nothing here needs libtorch: learn/checkpoint.h moves the tensors into a run and out of it.
#pragma once

#include "model/safetensors.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace winnow {

struct EpochMetrics {
  std::uint32_t epoch = 0;  // finished ones
  double epoch_share = 0;   // of the next one, if this was measured within an epoch
  double train_loss = 0, train_accuracy = 0;
  double dev_loss = 0, dev_accuracy = 0;
  double minutes = 0;  // of training so far, without what a kill lost
  std::uint64_t steps = 0;
  std::vector<double> dev_recall = {};  // of a model that retrieves: at 16, 64, 256 and 1024
  // On premises that no training example has; none where all of dev's are known.
  std::optional<double> dev_unseen_accuracy = {};
  // What a step of this epoch took at rank 0, since the run was last started: means over steps.
  double step_s = 0;
  std::uint32_t processes = 1;
  double waiting = 0;        // share of a step: for other processes
  double communication = 0;  // share of a step: moving data to and from them
  double sent_bytes = 0;     // to them

  friend bool operator==(const EpochMetrics&, const EpochMetrics&) = default;
};
// A line of metrics.jsonl.
nlohmann::ordered_json json_of(const EpochMetrics& metrics);

// Where a run stands: what its next step depends on besides weights and moments, and what its
// next line of metrics sums up.
struct TrainPosition {
  std::uint32_t epoch = 0;    // finished ones
  std::uint64_t example = 0;  // examples, or pieces of them, of the current epoch that are done
  double loss_sum = 0;
  std::uint64_t items = 0, correct = 0;
  double seconds = 0;
  std::uint64_t metrics_bytes = 0;  // length of metrics.jsonl
  EpochMetrics best;
  std::string begin_with;  // fingerprint of the model that gave the first weights, or empty

  friend bool operator==(const TrainPosition&, const TrainPosition&) = default;
};

struct CheckpointFile {
  std::map<std::string, std::string> settings;  // what decides the result of the run, by name
  TrainPosition position;
  std::uint64_t steps = 0;  // of the optimiser
  TensorMap tensors;        // "value/NAME", "first/NAME", "second/NAME", "average/NAME"
};

// Throws InputError for what is no checkpoint, is damaged, or says what no run can: a number that
// is negative or not finite, more correct answers than items, a best epoch that is still to come.
CheckpointFile read_checkpoint_file(const std::filesystem::path& path);
// The same for tensors that are in memory; `name` stands in for the file's name.
CheckpointFile checkpoint_of(TensorFile file, const std::string& name);
void write_checkpoint_file(const std::filesystem::path& path, const CheckpointFile& checkpoint);

}  // namespace winnow
