// learn/checkpoint.h - everything a resumed run needs, in one file that is there or not.
#pragma once

#include "learn/adam.h"
#include "learn/trainer.h"
#include "model/parameters.h"

#include <filesystem>
#include <string>

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
  std::string command;  // that began the run
};

ParameterMap to_tensors(const ModelWeights& weights, const std::vector<ParameterSpec>& specs);
ModelWeights::Tensor to_plain(const torch::Tensor& tensor);

// `key` names the run: a checkpoint of another one is refused with an InputError.
void write_checkpoint(const std::filesystem::path& path, const std::string& key,
                      const ParameterMap& parameters, Adam& adam, const TrainPosition& position);
TrainPosition read_checkpoint(const std::filesystem::path& path, const std::string& key,
                              ParameterMap& parameters, Adam& adam);

// metrics.jsonl: appends a line and returns the file's length; cuts it back to a known length.
std::uint64_t append_metrics(const std::filesystem::path& path, const EpochMetrics& metrics);
void truncate_metrics(const std::filesystem::path& path, std::uint64_t bytes);

// What a model file says about its training. Neither time nor threads: the same run gives the same
// bytes.
std::string history_json(const TrainRequest& request, const std::string& command,
                         const EpochMetrics& metrics);

}  // namespace winnow
