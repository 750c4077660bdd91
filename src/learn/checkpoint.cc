#include "learn/checkpoint.h"

#include "data/json_text.h"
#include "data/text_file.h"
#include "winnow/error.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace winnow {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "winnow-checkpoint-2";

Json to_json(const EpochMetrics& m) {
  Json epoch = m.part == 0 ? Json(m.epoch) : Json(m.epoch + m.part);
  Json json = {{"epoch", epoch},
               {"train_loss", m.train_loss},
               {"train_accuracy", m.train_accuracy},
               {"dev_loss", m.dev_loss},
               {"dev_accuracy", m.dev_accuracy},
               {"minutes", m.minutes},
               {"steps", m.steps}};
  if (!m.dev_recall.empty()) json["dev_recall"] = m.dev_recall;
  return json;
}

EpochMetrics metrics_from(const Json& json) {
  return {json.at("epoch"),
          0,
          json.at("train_loss"),
          json.at("train_accuracy"),
          json.at("dev_loss"),
          json.at("dev_accuracy"),
          json.at("minutes"),
          json.at("steps"),
          json.value("dev_recall", std::vector<double>())};
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
  adam.set_steps(parse_json(file.metadata.at("position")).at("steps"));
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
  p.begin_with = json.at("begin_with");
  return p;
}

Json to_json(const RunSettings& settings) {
  Json json = Json::object();
  for (const auto& [name, value] : settings) json[name] = value;
  return json;
}

// Names the first setting that differs.
void check_settings(const Json& then, const RunSettings& now, const std::string& file) {
  auto refuse = [&](const std::string& difference) {
    throw InputError(
        Place{file}, fmt::format("the checkpoint belongs to a run with {}", difference),
        "resume with the options and the data it was started with, or choose another --out");
  };
  for (const auto& [name, value] : now) {
    std::string old = then.value(name, std::string());
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

void write_checkpoint(const std::filesystem::path& path, const RunSettings& settings,
                      const ParameterMap& parameters, Adam& adam, const TrainPosition& p) {
  Tensors tensors;
  for (const auto& [name, tensor] : parameters) tensors["value/" + name] = to_plain(tensor);
  for (const auto& [name, state] : adam.states()) {
    tensors["first/" + name] = to_plain(state.first);
    tensors["second/" + name] = to_plain(state.second);
    if (state.average.defined()) tensors["average/" + name] = to_plain(state.average);
  }
  Json position = {{"epoch", p.epoch},
                   {"example", p.example},
                   {"loss_sum", p.loss_sum},
                   {"items", p.items},
                   {"correct", p.correct},
                   {"seconds", p.seconds},
                   {"metrics_bytes", p.metrics_bytes},
                   {"best", to_json(p.best)},
                   {"steps", adam.steps()},
                   {"begin_with", p.begin_with}};
  std::string run = to_json(settings).dump(-1, ' ', false, Json::error_handler_t::replace);
  write_tensors(path, {{"format", kFormat}, {"run", run}, {"position", position.dump()}}, tensors,
                Precision::f32);
}

TrainPosition read_checkpoint(const std::filesystem::path& path, const RunSettings& settings,
                              ParameterMap& parameters, Adam& adam) {
  return read_checkpoint(read_tensors(path), path.string(), settings, parameters, adam);
}

TrainPosition read_checkpoint(TensorFile file, const std::string& name, const RunSettings& settings,
                              ParameterMap& parameters, Adam& adam) {
  if (file.metadata["format"] != kFormat || !file.has_checksum)
    throw InputError(Place{name}, "not a checkpoint of this version of winnow",
                     "begin again in another --out");
  std::string reason;
  try {
    check_settings(parse_json(file.metadata.at("run")), settings, name);
    restore(file, parameters, adam);
    return position_from(parse_json(file.metadata.at("position")));
  } catch (const InputError&) {
    throw;
  } catch (const std::exception& error) {
    reason = error.what();
  }
  throw InputError(Place{name}, fmt::format("the checkpoint is damaged: {}", reason),
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
    throw InputError(Place{path.string()},
                     fmt::format("cannot be written: {}", std::strerror(error)),
                     "the last checkpoint is kept: make room, then go on with --resume");
  return std::filesystem::file_size(path);
}

void truncate_metrics(const std::filesystem::path& path, std::uint64_t bytes) {
  if (!std::filesystem::exists(path)) return;
  std::string text = read_text_file(path);
  std::size_t whole = text.rfind('\n', std::min<std::size_t>(bytes, text.size()) - 1);
  std::size_t keep = bytes == 0 || text.empty() || whole == std::string::npos ? 0 : whole + 1;
  if (keep != text.size()) std::filesystem::resize_file(path, keep);
}

std::string history_json(const TrainRequest& request, const RunSettings& settings,
                         const TrainPosition& position, const EpochMetrics& metrics) {
  Json train, data, figures = to_json(metrics);
  each_option(request.train, [&](std::string_view name, const auto& value, std::string_view) {
    train[std::string(name)] = value;
  });
  train.erase("threads");
  figures.erase("minutes");
  for (const auto& [name, value] : settings)
    if (!name.starts_with("--")) data[name] = value;
  Json history = {{"data", request.store_name}, {"fingerprints", data}};
  if (!position.begin_with.empty()) history["begin_with"] = position.begin_with;
  history["train"] = train;
  history["metrics"] = figures;
  return history.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace winnow
