#include "learn/checkpoint.h"

#include "model/safetensors.h"
#include "winnow/error.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace winnow {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "winnow-checkpoint-1";

Json to_json(const EpochMetrics& m) {
  Json epoch = m.part == 0 ? Json(m.epoch) : Json(m.epoch + m.part);
  return {{"epoch", epoch},             {"train_loss", m.train_loss}, {"train_accuracy", m.train_accuracy},
          {"dev_loss", m.dev_loss},     {"dev_accuracy", m.dev_accuracy},
          {"minutes", m.minutes},       {"steps", m.steps}};
}

EpochMetrics metrics_from(const Json& json) {
  return {json.at("epoch"),    0, json.at("train_loss"), json.at("train_accuracy"), json.at("dev_loss"),
          json.at("dev_accuracy"), json.at("minutes"), json.at("steps")};
}

void copy_into(torch::Tensor& to, const ModelWeights::Tensor& from) {
  require(static_cast<std::size_t>(to.numel()) == from.values.size(), "a tensor of another size");
  std::copy(from.values.begin(), from.values.end(), to.data_ptr<float>());
}

void restore(const TensorFile& file, ParameterMap& parameters, Adam& adam) {
  torch::NoGradGuard guard;
  for (auto& [name, tensor] : parameters) copy_into(tensor, file.tensors.at("value/" + name));
  for (auto& [name, state] : adam.states()) {
    copy_into(state.first, file.tensors.at("first/" + name));
    copy_into(state.second, file.tensors.at("second/" + name));
    if (state.average.defined()) copy_into(state.average, file.tensors.at("average/" + name));
  }
  adam.set_steps(Json::parse(file.metadata.at("position")).at("steps"));
}

TrainPosition position_from(const Json& json) {
  TrainPosition p;
  p.epoch = json.at("epoch");
  p.example = json.at("example");
  p.loss_sum = json.at("loss_sum");
  p.items = json.at("items");
  p.correct = json.at("correct");
  p.seconds = json.at("seconds");
  p.metrics_bytes = json.at("metrics_bytes");
  p.best = metrics_from(json.at("best"));
  p.command = json.value("command", "");
  return p;
}

}  // namespace

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
  for (std::int64_t extent : tensor.sizes()) plain.shape.push_back(static_cast<std::size_t>(extent));
  const float* data = tensor.data_ptr<float>();
  plain.values.assign(data, data + tensor.numel());
  return plain;
}

void write_checkpoint(const std::filesystem::path& path, const std::string& key,
                      const ParameterMap& parameters, Adam& adam, const TrainPosition& p) {
  Tensors tensors;
  for (const auto& [name, tensor] : parameters) tensors["value/" + name] = to_plain(tensor);
  for (const auto& [name, state] : adam.states()) {
    tensors["first/" + name] = to_plain(state.first);
    tensors["second/" + name] = to_plain(state.second);
    if (state.average.defined()) tensors["average/" + name] = to_plain(state.average);
  }
  Json position = {{"epoch", p.epoch},     {"example", p.example}, {"loss_sum", p.loss_sum},
                   {"items", p.items},     {"correct", p.correct}, {"seconds", p.seconds},
                   {"metrics_bytes", p.metrics_bytes}, {"best", to_json(p.best)}, {"steps", adam.steps()},
                   {"command", p.command}};
  write_tensors(path, {{"format", kFormat}, {"run", key}, {"position", position.dump()}}, tensors,
                Precision::f32);
}

TrainPosition read_checkpoint(const std::filesystem::path& path, const std::string& key,
                              ParameterMap& parameters, Adam& adam) {
  TensorFile file = read_tensors(path);
  if (file.metadata["format"] != kFormat)
    throw InputError(Place{path.string()}, "not a checkpoint of winnow");
  if (file.metadata["run"] != key)
    throw InputError(Place{path.string()}, "the checkpoint belongs to a run with other options or data",
                     "resume with the options it was started with, or choose another --out");
  std::string reason;
  try {
    restore(file, parameters, adam);
    return position_from(Json::parse(file.metadata.at("position")));
  } catch (const std::exception& error) {
    reason = error.what();
  }
  throw InputError(Place{path.string()}, fmt::format("the checkpoint is damaged: {}", reason),
                   "begin again in another --out");
}

std::uint64_t append_metrics(const std::filesystem::path& path, const EpochMetrics& metrics) {
  std::string line = to_json(metrics).dump() + '\n';
  int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  ssize_t written = file < 0 ? -1 : ::write(file, line.data(), line.size());
  int error = written < 0 ? errno : written < static_cast<ssize_t>(line.size()) ? ENOSPC : 0;
  // On the disk before a checkpoint says how long the file is.
  if (error == 0 && ::fsync(file) != 0) error = errno;
  if (file >= 0) ::close(file);
  if (error != 0)
    throw InputError(Place{path.string()}, fmt::format("cannot be written: {}", std::strerror(error)),
                     "the last checkpoint is kept: make room, then go on with --resume");
  return std::filesystem::file_size(path);
}

void truncate_metrics(const std::filesystem::path& path, std::uint64_t bytes) {
  if (std::filesystem::exists(path) && std::filesystem::file_size(path) > bytes)
    std::filesystem::resize_file(path, bytes);
}

std::string history_json(const TrainRequest& request, const std::string& command,
                         const EpochMetrics& metrics) {
  Json train, figures = to_json(metrics);
  each_option(request.train, [&](std::string_view name, const auto& value, std::string_view) {
    train[std::string(name)] = value;
  });
  train.erase("threads");
  figures.erase("minutes");
  return Json{{"data", request.store_name}, {"command", command}, {"train", train},
              {"metrics", figures}}.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace winnow
