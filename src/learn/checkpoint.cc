#include "learn/checkpoint.h"

#include "data/json_text.h"
#include "data/text_file.h"
#include "winnow/error_code.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace winnow {

namespace {

using Json = nlohmann::ordered_json;

void copy_into(torch::Tensor& to, const ModelWeights::Tensor& from) {
  require(static_cast<std::size_t>(to.numel()) == from.values.size(), "a tensor of another size");
  std::copy(from.values.begin(), from.values.end(), to.data_ptr<float>());
}

// Throws if a tensor is missing or has another size.
void check_tensors(const CheckpointFile& file, const ParameterMap& parameters, bool averaged) {
  for (const auto& [name, tensor] : parameters) {
    auto check = [&](const std::string& kind) {
      require(
          file.tensors.at(kind + name).values.size() == static_cast<std::size_t>(tensor.numel()),
          "a tensor of another size");
    };
    check("value/");
    if (!tensor.requires_grad()) continue;
    check("first/");
    check("second/");
    if (averaged) check("average/");
  }
}

// Names the first setting that differs.
void check_settings(const std::map<std::string, std::string>& then, const RunSettings& now,
                    const std::string& file) {
  auto refuse = [&](const std::string& difference) {
    throw CodedError(
        ErrorCode::output_folder, {file}, Place{file},
        fmt::format("the checkpoint belongs to a run with {}", difference),
        "resume with the options and the data it was started with, or choose another folder");
  };
  for (const auto& [name, value] : now) {
    auto found = then.find(name);
    std::string old = found == then.end() ? "" : found->second;
    if (old == value) continue;
    refuse(name.starts_with("--")
               ? fmt::format("{} {}, not {}", name, old.empty() ? "''" : old, value)
               : fmt::format("other {}", name));
  }
}

}  // namespace

RunSettings option_settings(const TrainRequest& request) {
  RunSettings all;
  auto add = [&](std::string_view name, const auto& value, std::string_view) {
    if (name != "threads") all.emplace_back(fmt::format("--{}", name), fmt::format("{}", value));
  };
  each_option(request.model, add);
  each_option(request.train, add);
  add("examples", request.most_examples, "");
  add("dev-examples", request.most_dev_examples, "");
  return all;
}

ParameterMap to_tensors(const ModelWeights& weights, const std::vector<ParameterSpec>& specs) {
  ParameterMap map;
  for (const ParameterSpec& spec : specs) {
    std::vector<std::int64_t> shape(spec.shape.begin(), spec.shape.end());
    torch::Tensor tensor = torch::empty(shape);
    copy_into(tensor, weights.tensor(spec.name));
    map[spec.name] = tensor.set_requires_grad(spec.trained);
  }
  return map;
}

ModelWeights::Tensor to_plain(const torch::Tensor& tensor) {
  ModelWeights::Tensor plain;
  for (std::int64_t extent : tensor.sizes())
    plain.shape.push_back(static_cast<std::size_t>(extent));
  const float* data = tensor.data_ptr<float>();
  plain.values.assign(data, data + tensor.numel());
  return plain;
}

CheckpointFile read_checkpoint(const std::filesystem::path& path, const RunSettings& settings,
                               const ParameterMap& parameters, bool averaged) {
  CheckpointFile file = read_checkpoint_file(path);
  check_settings(file.settings, settings, path.string());
  std::string reason;
  try {
    check_tensors(file, parameters, averaged);
    return file;
  } catch (const std::exception& error) {
    reason = error.what();
  }
  throw CodedError(ErrorCode::output_folder, {path.string()}, Place{path.string()},
                   fmt::format("the checkpoint is damaged: {}", reason),
                   "begin again in another folder");
}

std::uint64_t append_metrics(const std::filesystem::path& path, const EpochMetrics& metrics) {
  std::string line = print_json(json_of(metrics)) + '\n';
  int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  ssize_t written = file < 0 ? -1 : ::write(file, line.data(), line.size());
  int error = written < 0 ? errno : written < static_cast<ssize_t>(line.size()) ? ENOSPC : 0;
  // On the disk before a checkpoint says how long the file is.
  if (error == 0 && ::fsync(file) != 0) error = errno;
  if (file >= 0) ::close(file);
  if (error != 0)
    throw InputError(Place{path.string()},
                     fmt::format("cannot be written: {}", std::strerror(error)),
                     "the last checkpoint is kept: make room, then resume");
  return std::filesystem::file_size(path);
}

void truncate_metrics(const std::filesystem::path& path, std::uint64_t bytes) {
  if (!std::filesystem::exists(path)) return;
  std::string text = read_text_file(path);
  std::size_t whole = text.rfind('\n', std::min<std::size_t>(bytes, text.size()) - 1);
  std::size_t keep = bytes == 0 || text.empty() || whole == std::string::npos ? 0 : whole + 1;
  if (keep != text.size()) std::filesystem::resize_file(path, keep);
}

nlohmann::ordered_json history_of(const TrainRequest& request, const RunSettings& settings,
                                  const TrainPosition& position, const EpochMetrics& metrics) {
  Json train, data, figures = json_of(metrics);
  each_option(request.train, [&](std::string_view name, const auto& value, std::string_view) {
    train[std::string(name)] = value;
  });
  train.erase("threads");
  for (const char* time :
       {"minutes", "step_s", "processes", "waiting", "communication", "sent_bytes"})
    figures.erase(time);
  for (const auto& [name, value] : settings)
    if (!name.starts_with("--")) data[name] = value;
  Json history = {{"data", request.store_name}, {"fingerprints", data}};
  if (!position.begin_with.empty()) history["begin_with"] = position.begin_with;
  history["train"] = train;
  history["metrics"] = figures;
  return history;
}

}  // namespace winnow
