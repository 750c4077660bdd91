// learn/training_run.h - what all training runs are: epochs of steps, dev figures, checkpoints, a
// folder.
// in: what is learned (a TrainingTask), options     out: best.safetensors, checkpoint.safetensors,
// metrics.jsonl; rank 0 alone writes them
// Every process goes through the same steps with the same weights. What depends on a clock is
// decided by rank 0; any process may ask to stop (Peers::set_wish).
#pragma once

#include "kernel/product.h"
#include "learn/checkpoint.h"
#include "learn/divided_adam.h"
#include "learn/folder_lock.h"
#include "learn/pieces.h"
#include "learn/run_folder.h"
#include "learn/step_result.h"
#include "learn/trainer.h"

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace winnow {

// What the options say of the arithmetic of matrix products.
Products products_of(const TrainOptions& options);

// The model whose weights are a run's first ones, if there is one, and its fingerprint or "".
struct FirstWeights {
  std::optional<ModelFile> model;
  std::string fingerprint;
};
FirstWeights beginning_of(const TrainRequest& request);

// What decides the result of a run on these examples; threads do not.
RunSettings settings_of(const TrainRequest& request, const Store& store,
                        std::span<const ExampleId> train, std::span<const ExampleId> dev);

class TrainingTask {
 public:
  virtual ~TrainingTask() = default;
  // Leaves gradients in the parameters, where this process owns them; none if there are no items.
  virtual StepResult differentiate(std::span<const ExamplePiece> batch, std::uint64_t seed) = 0;
  // The model with these weights, its norms measured for them.
  virtual ModelFile model(ParameterMap weights) = 0;
  // Fills in what dev says about it.
  virtual void measure(const ModelFile& model, EpochMetrics& metrics) = 0;
  // Whether an epoch is better than the best one so far; `best.epoch` is 0 for none.
  virtual bool is_better(const EpochMetrics& metrics, const EpochMetrics& best) const {
    return best.epoch == 0 || metrics.dev_accuracy > best.dev_accuracy;
  }
  // Called between epochs.
  virtual void prepare_epoch(const ModelFile&) {}
};

class TrainingRun {
 public:
  // Claims the folder. An epoch goes through all of the pieces. Store and request must outlive it.
  // Throws InputError as train() does.
  TrainingRun(const Store& store, const TrainRequest& request, std::vector<ExamplePiece> pieces);
  ~TrainingRun() { peers_.set_wish({}); }
  TrainingRun(const TrainingRun&) = delete;
  TrainingRun& operator=(const TrainingRun&) = delete;

  Peers& peers() { return peers_; }
  std::uint32_t epoch() const { return position_.epoch; }  // finished ones

  // `settings` must be equal in all processes and, where it resumes, in the checkpoint.
  // `begin_with` is the fingerprint of the model that gave the first weights, or empty.
  void begin(ParameterMap& parameters, RunSettings settings, const std::string& begin_with);
  TrainOutcome go(TrainingTask& task);

  // Throws InputError, and says what is kept.
  [[noreturn]] void refuse(const std::string& what) const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Cost {
    std::uint64_t steps = 0;
    double seconds = 0;
    Traffic traffic;
  };

  void join(const std::string& begin_with);
  void resume(const std::string& begin_with);
  bool run_epoch(TrainingTask& task);
  StepResult run_step(TrainingTask& task, std::span<const ExamplePiece> batch);
  void finish_epoch(TrainingTask& task);
  void evaluate_within_epoch(TrainingTask& task, double epoch_share);
  ModelFile averaged_model(TrainingTask& task);
  EpochMetrics measure(TrainingTask& task, const ModelFile& model, double epoch_share);
  void report(std::size_t examples, double items_per_s) const;
  void add_cost(EpochMetrics& metrics) const;
  double mean(double sum) const;
  std::uint32_t wish() const;
  std::uint32_t agreed() const;
  [[noreturn]] void refuse_loss(std::span<const ExamplePiece> batch) const;
  void count_time();
  void append(const EpochMetrics& metrics);
  void save();
  void save(const TrainPosition& position);
  void save_first(const TrainPosition& position);
  bool stop(TrainEnd why);
  bool is_silent() const { return !peers_.is_first(); }

  const Store& store_;
  const TrainRequest& request_;
  const TrainOptions& options_;
  std::vector<ExamplePiece> pieces_;
  std::unique_ptr<Peers> alone_;  // or those of the request
  Peers& peers_;
  RunFolder files_;
  FolderLock lock_;
  RunSettings settings_;
  ParameterMap* parameters_ = nullptr;  // after begin()
  std::unique_ptr<DividedAdam> adam_;   // after begin()
  TrainPosition position_;
  bool has_checkpoint_ = false;
  Clock::time_point begin_, last_checkpoint_, last_evaluation_;
  double counted_s_ = 0;
  Cost cost_;  // of this epoch, since the last start
  TrainEnd ended_ = TrainEnd::finished;
};

}  // namespace winnow
