#include "model/checkpoint_file.h"

#include "data/json_text.h"
#include "winnow/error_code.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <utility>

namespace winnow {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kCheckpointFormat = "winnow-checkpoint-2";

double finite(const Json& json) {
  require(json.is_number() && std::isfinite(json.get<double>()), "a figure is no finite number");
  return json.get<double>();
}
double amount(const Json& json) {
  require(finite(json) >= 0, "an amount is negative");
  return json.get<double>();
}

EpochMetrics metrics_from(const Json& json) {
  EpochMetrics m;
  m.epoch = whole_number<std::uint32_t>(json.at("epoch"));
  m.train_loss = finite(json.at("train_loss"));
  m.train_accuracy = finite(json.at("train_accuracy"));
  m.dev_loss = finite(json.at("dev_loss"));
  m.dev_accuracy = finite(json.at("dev_accuracy"));
  m.minutes = amount(json.at("minutes"));
  m.steps = whole_number<std::uint64_t>(json.at("steps"));
  if (auto recall = json.find("dev_recall"); recall != json.end()) {
    require(recall->is_array(), "a recall is no list");
    for (const Json& each : *recall) m.dev_recall.push_back(finite(each));
  }
  if (auto unseen = json.find("dev_unseen_accuracy"); unseen != json.end())
    m.dev_unseen_accuracy = finite(*unseen);
  m.step_s = amount(json.value("step_s", Json(0)));
  m.processes = whole_number<std::uint32_t>(json.value("processes", Json(1u)));
  m.waiting = amount(json.value("waiting", Json(0)));
  m.communication = amount(json.value("communication", Json(0)));
  m.sent_bytes = amount(json.value("sent_bytes", Json(0)));
  return m;
}

TrainPosition position_from(const Json& json) {
  TrainPosition p;
  p.epoch = whole_number<std::uint32_t>(json.at("epoch"));
  p.example = whole_number<std::uint64_t>(json.at("example"));
  p.loss_sum = finite(json.at("loss_sum"));
  p.items = whole_number<std::uint64_t>(json.at("items"));
  p.correct = whole_number<std::uint64_t>(json.at("correct"));
  p.seconds = amount(json.at("seconds"));
  p.metrics_bytes = whole_number<std::uint64_t>(json.at("metrics_bytes"));
  p.best = metrics_from(json.at("best"));
  p.begin_with = json.at("begin_with").get<std::string>();
  require(p.correct <= p.items, "more correct answers than items");
  require(p.best.epoch <= p.epoch, "the best epoch is still to come");
  return p;
}

}  // namespace

Json json_of(const EpochMetrics& m) {
  Json epoch = m.epoch_share == 0 ? Json(m.epoch) : Json(m.epoch + m.epoch_share);
  Json json = {{"epoch", epoch},
               {"train_loss", m.train_loss},
               {"train_accuracy", m.train_accuracy},
               {"dev_loss", m.dev_loss},
               {"dev_accuracy", m.dev_accuracy},
               {"minutes", m.minutes},
               {"steps", m.steps}};
  if (!m.dev_recall.empty()) json["dev_recall"] = m.dev_recall;
  if (m.dev_unseen_accuracy) json["dev_unseen_accuracy"] = *m.dev_unseen_accuracy;
  json["step_s"] = m.step_s;
  if (m.processes != 1) {
    json["processes"] = m.processes;
    json["waiting"] = m.waiting;
    json["communication"] = m.communication;
    json["sent_bytes"] = m.sent_bytes;
  }
  return json;
}

CheckpointFile read_checkpoint_file(const std::filesystem::path& path) {
  return checkpoint_of(read_tensors(path), path.string());
}

CheckpointFile checkpoint_of(TensorFile file, const std::string& name) {
  if (file.metadata["format"] != kCheckpointFormat || !file.has_checksum)
    throw CodedError(ErrorCode::output_folder, {name}, Place{name},
                     "not a checkpoint of this version of winnow", "begin again in another folder");
  std::string reason;
  try {
    CheckpointFile checkpoint;
    const Json run = parse_json(file.metadata.at("run"));
    require(run.is_object(), "its settings are no JSON object");
    for (const auto& [key, value] : run.items())
      checkpoint.settings[key] = value.get<std::string>();
    const Json position = parse_json(file.metadata.at("position"));
    checkpoint.position = position_from(position);
    checkpoint.steps = whole_number<std::uint64_t>(position.at("steps"));
    checkpoint.tensors = std::move(file.tensors);
    return checkpoint;
  } catch (const std::exception& error) {
    reason = error.what();
  }
  throw CodedError(ErrorCode::output_folder, {name}, Place{name},
                   fmt::format("the checkpoint is damaged: {}", reason),
                   "begin again in another folder");
}

void write_checkpoint_file(const std::filesystem::path& path, const CheckpointFile& checkpoint) {
  const TrainPosition& p = checkpoint.position;
  Json position = {{"epoch", p.epoch},
                   {"example", p.example},
                   {"loss_sum", p.loss_sum},
                   {"items", p.items},
                   {"correct", p.correct},
                   {"seconds", p.seconds},
                   {"metrics_bytes", p.metrics_bytes},
                   {"best", json_of(p.best)},
                   {"steps", checkpoint.steps},
                   {"begin_with", p.begin_with}};
  write_tensors(path,
                {{"format", kCheckpointFormat},
                 {"run", print_json(Json(checkpoint.settings))},
                 {"position", print_json(position)}},
                checkpoint.tensors, Precision::f32);
}

}  // namespace winnow
