// learn/checkpoint.h - everything a resumed run needs, in one file that is there or not.
#pragma once

#include "learn/adam.h"
#include "learn/trainer.h"
#include "model/parameters.h"
#include "model/safetensors.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace winnow {

// Where a run stands: what its next step depends on besides weights and moments, and what its
// next line of metrics sums up.
struct TrainPosition {
  std::uint32_t epoch = 0;    // finished ones
  std::uint64_t example = 0;  // examples of the current epoch that are done
  double loss_sum = 0;
  std::uint64_t items = 0, correct = 0;
  double seconds = 0;
  std::uint64_t metrics_bytes = 0;  // length of metrics.jsonl
  EpochMetrics best;
  std::string begin_with;  // fingerprint of the model that gave the first weights, or empty
};

// What decides the result of a run, by name: options ("--width"), and what data they were about.
// Neither threads nor folders.
using RunSettings = std::vector<std::pair<std::string, std::string>>;

// The options among them.
RunSettings option_settings(const TrainRequest& request);

ParameterMap to_tensors(const ModelWeights& weights, const std::vector<ParameterSpec>& specs);
ModelWeights::Tensor to_plain(const torch::Tensor& tensor);

void write_checkpoint(const std::filesystem::path& path, const RunSettings& settings,
                      const ParameterMap& parameters, Adam& adam, const TrainPosition& position);
// Throws InputError for a damaged checkpoint, and for one of a run with other settings; it says
// which.
TrainPosition read_checkpoint(const std::filesystem::path& path, const RunSettings& settings,
                              ParameterMap& parameters, Adam& adam);
// The same for a file that is in memory; `name` stands in for its name.
TrainPosition read_checkpoint(TensorFile file, const std::string& name, const RunSettings& settings,
                              ParameterMap& parameters, Adam& adam);

// metrics.jsonl: appends a line and returns the file's length; cuts it back to a known length, and
// to its last whole line.
std::uint64_t append_metrics(const std::filesystem::path& path, const EpochMetrics& metrics);
void truncate_metrics(const std::filesystem::path& path, std::uint64_t bytes);

// What a model file says about its training: what decided the result, and the result. No time, no
// threads, no folder: the same run gives the same bytes.
std::string history_json(const TrainRequest& request, const RunSettings& settings,
                         const TrainPosition& position, const EpochMetrics& metrics);

}  // namespace winnow
