#include "learn/training_run.h"

#include "learn/labelled_examples.h"
#include "learn/schedule.h"
#include "score/network.h"
#include "term/seconds.h"
#include "term/shuffle.h"
#include "winnow/error_code.h"
#include "winnow/version.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace winnow {

namespace {

constexpr std::size_t kNamed = 4;  // examples that a message lists

// What a process may wish for after a step.
constexpr std::uint32_t kLook = 1, kSave = 2, kStop = 4, kTimeIsUp = 8;

}  // namespace

Products products_of(const TrainOptions& options) {
  return options.products == "bf16" ? Products::bf16 : Products::f32;
}

FirstWeights beginning_of(const TrainRequest& request) {
  FirstWeights beginning;
  if (request.begin_with.empty()) return beginning;
  beginning.model = read_model(request.begin_with);
  beginning.fingerprint = fmt::format("{:016x}", fingerprint(*beginning.model));
  return beginning;
}

RunSettings settings_of(const TrainRequest& request, const Store& store,
                        std::span<const ExampleId> train, std::span<const ExampleId> dev) {
  RunSettings all = option_settings(request);
  all.emplace_back("training examples", fmt::format("{:016x}", fingerprint(store, train)));
  all.emplace_back("dev examples", fmt::format("{:016x}", fingerprint(store, dev)));
  return all;
}

TrainingRun::TrainingRun(const Store& store, const TrainRequest& request,
                         std::vector<ExamplePiece> pieces)
    : store_(store),
      request_(request),
      options_(request.train),
      pieces_(std::move(pieces)),
      alone_(request.peers == nullptr ? std::make_unique<Peers>() : nullptr),
      peers_(request.peers == nullptr ? *alone_ : *request.peers),
      files_(request.folder) {
  if (is_silent()) return;
  check_run_folder(request);
  lock_ = FolderLock(request.folder);
}

void TrainingRun::begin(ParameterMap& parameters, RunSettings settings,
                        const std::string& begin_with) {
  parameters_ = &parameters;
  settings_ = std::move(settings);
  position_.begin_with = begin_with;
  join(begin_with);
  AdamOptions adam;
  adam.weight_decay = options_.weight_decay;
  adam.clip = options_.clip;
  adam.average = options_.average;
  adam.lazy = options_.lazy_rows;
  adam_ = std::make_unique<DividedAdam>(parameters, adam, peers_);
  if (request_.resume) resume(begin_with);
  has_checkpoint_ = request_.resume;
  if (!is_silent()) truncate_metrics(files_.metrics, position_.metrics_bytes);
}

void TrainingRun::join(const std::string& begin_with) {
  if (peers_.size() > options_.micro_batches)
    throw InputError(fmt::format("a step of {} micro-batches has no work for {} processes",
                                 options_.micro_batches, peers_.size()),
                     "start fewer, or cut a step into more micro-batches: another result, the same "
                     "on any number of processes");
  RunSettings all = {{"version", std::string(version())}};
  all.insert(all.end(), settings_.begin(), settings_.end());
  all.emplace_back("--resume", request_.resume ? "true" : "false");
  all.emplace_back("first weights", begin_with);
  peers_.join(all);
}

void TrainingRun::resume(const std::string& begin_with) {
  CheckpointFile file;
  if (!is_silent()) {
    file = read_checkpoint(files_.checkpoint, settings_, *parameters_, options_.average > 0);
    // A model that retrieves keeps tables of the one that it began with.
    bool asks = !request_.begin_with.empty() || options_.task == "retrieve";
    if (asks && file.position.begin_with != begin_with)
      throw CodedError(ErrorCode::output_folder, {files_.checkpoint.string()},
                       Place{files_.checkpoint.string()},
                       file.position.begin_with.empty()
                           ? "the checkpoint belongs to a run that began with no model"
                           : "the checkpoint belongs to a run that began with another model",
                       "resume with the options it was started with, or choose another folder");
    position_ = file.position;
  }
  adam_->scatter(file.tensors, file.steps);
  // What steps and ends of epochs depend on; the rest is for rank 0, which writes.
  Words words;
  WordWriter writer(words);
  for (std::uint64_t each : {std::uint64_t{position_.epoch}, position_.example, position_.items,
                             position_.correct, std::uint64_t{position_.best.epoch}})
    writer.number(each);
  writer.real(position_.loss_sum);
  writer.real(position_.best.dev_accuracy);
  writer.number(position_.best.dev_unseen_accuracy.has_value() ? 1 : 0);
  writer.real(position_.best.dev_unseen_accuracy.value_or(0));
  Parcels in = peers_.share(words);
  WordReader reader(in.of(0));
  position_.epoch = static_cast<std::uint32_t>(reader.number());
  position_.example = reader.number();
  position_.items = reader.number();
  position_.correct = reader.number();
  position_.best.epoch = static_cast<std::uint32_t>(reader.number());
  position_.loss_sum = reader.real();
  position_.best.dev_accuracy = reader.real();
  const bool has_unseen = reader.number() != 0;
  const double unseen = reader.real();
  if (has_unseen) position_.best.dev_unseen_accuracy = unseen;
}

TrainOutcome TrainingRun::go(TrainingTask& task) {
  begin_ = last_checkpoint_ = last_evaluation_ = Clock::now();
  peers_.set_wish([this] { return wish(); });
  while (position_.epoch < options_.epochs) {
    if (options_.patience != 0 && position_.epoch - position_.best.epoch >= options_.patience)
      return {TrainEnd::out_of_patience, position_.best};
    if (!run_epoch(task)) return {ended_, position_.best};
    finish_epoch(task);
  }
  return {TrainEnd::finished, position_.best};
}

bool TrainingRun::run_epoch(TrainingTask& task) {
  std::vector<ExamplePiece> order = pieces_;
  shuffle(order, mix(options_.seed, position_.epoch));
  Clock::time_point epoch_begin = Clock::now();
  std::uint64_t items_here = 0;
  cost_ = {};
  while (position_.example < order.size()) {
    auto batch = std::span<const ExamplePiece>(order).subspan(
        position_.example, std::min<std::size_t>(options_.batch, order.size() - position_.example));
    StepResult result = run_step(task, batch);
    position_.example += batch.size();
    position_.loss_sum += result.loss * static_cast<double>(result.items);
    position_.items += result.items;
    position_.correct += result.correct;
    items_here += result.items;
    report(order.size(), static_cast<double>(items_here) / seconds_since(epoch_begin));
    std::uint32_t wishes = agreed();
    if ((wishes & kLook) != 0 && position_.example < order.size())
      evaluate_within_epoch(
          task, static_cast<double>(position_.example) / static_cast<double>(order.size()));
    if ((wishes & kSave) != 0) save();
    if ((wishes & kStop) != 0) return stop(TrainEnd::stopped);
    if ((wishes & kTimeIsUp) != 0) return stop(TrainEnd::out_of_time);
  }
  return true;
}

StepResult TrainingRun::run_step(TrainingTask& task, std::span<const ExamplePiece> batch) {
  Clock::time_point begin = Clock::now();
  Traffic before = peers_.traffic();
  StepResult result =
      task.differentiate(batch, mix(mix(options_.seed, adam_->steps()), 0x51ed270b));
  if (result.items == 0) return result;
  if (!std::isfinite(result.loss)) refuse_loss(batch);
  std::uint64_t steps = (pieces_.size() + options_.batch - 1) / options_.batch * options_.epochs;
  double length = adam_->step(learning_rate(options_, adam_->steps(), steps), options_.threads);
  if (!std::isfinite(length)) refuse_loss(batch);
  const Traffic& after = peers_.traffic();
  ++cost_.steps;
  cost_.seconds += seconds_since(begin);
  cost_.traffic.waiting_s += after.waiting_s - before.waiting_s;
  cost_.traffic.moving_s += after.moving_s - before.moving_s;
  cost_.traffic.bytes_sent += after.bytes_sent - before.bytes_sent;
  return result;
}

std::uint32_t TrainingRun::wish() const {
  auto is_due = [](double every_s, Clock::time_point last) {
    return seconds_since(last) >= every_s;
  };
  std::uint32_t wishes = 0;
  if (request_.dev_every_s > 0 && is_due(request_.dev_every_s, last_evaluation_)) wishes |= kLook;
  if (is_due(request_.checkpoint_every_s, last_checkpoint_)) wishes |= kSave;
  if (request_.should_stop && request_.should_stop()) wishes |= kStop;
  if (request_.time_limit_s > 0 && is_due(request_.time_limit_s, begin_)) wishes |= kTimeIsUp;
  return wishes;
}

// Rank 0's clock counts; whoever gets a signal may stop all.
std::uint32_t TrainingRun::agreed() const {
  std::vector<std::uint32_t> all = peers_.wishes();
  std::uint32_t agreed = all.front();
  for (std::uint32_t each : all) agreed |= each & kStop;
  return agreed;
}

void TrainingRun::finish_epoch(TrainingTask& task) {
  const TrainPosition last_step = position_;
  ++position_.epoch;
  ModelFile model = averaged_model(task);
  EpochMetrics metrics = measure(task, model, 0);
  save_first(last_step);
  if (task.is_better(metrics, position_.best)) {
    position_.best = metrics;
    if (!is_silent()) {
      model.history = history_of(request_, settings_, position_, metrics);
      write_model(files_.best, model, Precision::f32);
    }
  }
  if (position_.epoch < options_.epochs) task.prepare_epoch(model);
  append(metrics);
  position_.example = position_.items = position_.correct = 0;
  position_.loss_sum = 0;
  save();
  if (request_.on_epoch && !is_silent()) request_.on_epoch(metrics);
}

// Evaluations inside an epoch run on a timer, so they do not influence which model is kept.
void TrainingRun::evaluate_within_epoch(TrainingTask& task, double epoch_share) {
  EpochMetrics metrics = measure(task, averaged_model(task), epoch_share);
  save_first(position_);
  append(metrics);
  save();
  last_evaluation_ = Clock::now();
  if (request_.on_epoch && !is_silent()) request_.on_epoch(metrics);
}

ModelFile TrainingRun::averaged_model(TrainingTask& task) {
  ParameterMap weights = adam_->averages();
  for (const auto& [name, tensor] : *parameters_) weights.try_emplace(name, tensor);
  return task.model(std::move(weights));
}

EpochMetrics TrainingRun::measure(TrainingTask& task, const ModelFile& model, double epoch_share) {
  EpochMetrics metrics;
  metrics.epoch = position_.epoch;
  metrics.epoch_share = epoch_share;
  metrics.train_loss = mean(position_.loss_sum);
  metrics.train_accuracy = mean(static_cast<double>(position_.correct));
  metrics.steps = adam_->steps();
  task.measure(model, metrics);
  if (!std::isfinite(metrics.dev_loss))
    refuse(fmt::format("the loss on dev is not a number after step {} (epoch {})", metrics.steps,
                       metrics.epoch));
  add_cost(metrics);
  count_time();
  metrics.minutes = position_.seconds / 60;
  return metrics;
}

void TrainingRun::add_cost(EpochMetrics& metrics) const {
  if (cost_.steps == 0) return;
  auto steps = static_cast<double>(cost_.steps);
  metrics.step_s = cost_.seconds / steps;
  metrics.processes = peers_.size();
  metrics.waiting = cost_.traffic.waiting_s / cost_.seconds;
  metrics.communication = cost_.traffic.moving_s / cost_.seconds;
  metrics.sent_bytes = static_cast<double>(cost_.traffic.bytes_sent) / steps;
}

void TrainingRun::report(std::size_t examples, double items_per_s) const {
  if (!request_.on_step || is_silent()) return;
  EpochMetrics cost;
  add_cost(cost);
  request_.on_step({position_.epoch + 1, options_.epochs, position_.example, examples,
                    mean(position_.loss_sum), mean(static_cast<double>(position_.correct)),
                    items_per_s, peers_.size(), cost.communication, cost.waiting});
}

double TrainingRun::mean(double sum) const {
  return sum / static_cast<double>(std::max<std::uint64_t>(1, position_.items));
}

void TrainingRun::refuse_loss(std::span<const ExamplePiece> batch) const {
  std::string names;
  for (const ExamplePiece& piece : batch.first(std::min<std::size_t>(batch.size(), kNamed)))
    names += fmt::format("{}{}", names.empty() ? "" : ", ", store_.name(piece.example));
  if (batch.size() > kNamed) names += fmt::format(" and {} more", batch.size() - kNamed);
  refuse(fmt::format("the loss is not a number at step {} of epoch {}, examples {} to {}: {}",
                     position_.example / options_.batch + 1, position_.epoch + 1,
                     position_.example + 1, position_.example + batch.size(), names));
}

void TrainingRun::refuse(const std::string& what) const {
  throw InputError(what, has_checkpoint_
                             ? fmt::format("the last good checkpoint is kept in {}; try a smaller "
                                           "learning rate in another folder",
                                           files_.checkpoint.string())
                             : "try a smaller learning rate");
}

void TrainingRun::count_time() {
  double now = seconds_since(begin_);
  position_.seconds += now - counted_s_;
  counted_s_ = now;
}

void TrainingRun::append(const EpochMetrics& metrics) {
  if (!is_silent()) position_.metrics_bytes = append_metrics(files_.metrics, metrics);
}

void TrainingRun::save() {
  count_time();
  save(position_);
  last_checkpoint_ = Clock::now();
}

void TrainingRun::save(const TrainPosition& position) {
  TensorMap tensors = adam_->gather();
  if (!is_silent())
    write_checkpoint_file(
        files_.checkpoint,
        {{settings_.begin(), settings_.end()}, position, adam_->steps(), std::move(tensors)});
  has_checkpoint_ = true;
}

// Results without a checkpoint would be a run that nobody can go on with: neither --resume nor a
// new run would take the folder of a run that was killed between its first results and here.
void TrainingRun::save_first(const TrainPosition& position) {
  if (!has_checkpoint_) save(position);
}

bool TrainingRun::stop(TrainEnd why) {
  save();
  ended_ = why;
  return false;
}

}  // namespace winnow
