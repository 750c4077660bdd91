// learn/checkpoint.h - what of a run is in its files: settings, weights, metrics, history.
// in: a run, its position and its figures     out: files that it goes on from; and back again
#pragma once

#include "learn/torch_ops.h"
#include "learn/trainer.h"
#include "model/checkpoint_file.h"
#include "model/parameters.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace winnow {

// What decides the result of a run, by name: options ("--width"), and what data they were about.
// Neither threads nor folders.
using RunSettings = std::vector<std::pair<std::string, std::string>>;

// The options among them.
RunSettings option_settings(const TrainRequest& request);

ParameterMap to_tensors(const ModelWeights& weights, const std::vector<ParameterSpec>& specs);
ModelWeights::Tensor to_plain(const torch::Tensor& tensor);

// A checkpoint of a run with these settings and parameters. Throws InputError for a damaged one,
// and for one of a run with other settings; it says which.
CheckpointFile read_checkpoint(const std::filesystem::path& path, const RunSettings& settings,
                               const ParameterMap& parameters, bool averaged);
// metrics.jsonl: appends a line and returns the file's length; cuts it back to a known length, and
// to its last whole line.
std::uint64_t append_metrics(const std::filesystem::path& path, const EpochMetrics& metrics);
void truncate_metrics(const std::filesystem::path& path, std::uint64_t bytes);

// What a model file says about its training: what decided the result, and the result. No time, no
// threads or processes, no folder: the same run gives the same bytes.
nlohmann::ordered_json history_of(const TrainRequest& request, const RunSettings& settings,
                                  const TrainPosition& position, const EpochMetrics& metrics);

}  // namespace winnow
