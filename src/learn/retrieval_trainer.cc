#include "learn/retrieval_trainer.h"

#include "kernel/product.h"
#include "learn/adam.h"
#include "learn/checkpoint.h"
#include "learn/folder_lock.h"
#include "learn/labelled_examples.h"
#include "learn/norm_means.h"
#include "learn/retrieval_search.h"
#include "learn/retrieval_step.h"
#include "learn/run_folder.h"
#include "learn/schedule.h"
#include "model/transfer.h"
#include "score/network.h"
#include "term/shuffle.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <memory>
#include <optional>

namespace winnow {

namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Of how many of the best formulas an epoch's hard negatives are drawn.
constexpr std::uint32_t kMined = 128;
// Conjectures of dev that are asked after each epoch unless told otherwise: all of them would take
// longer than an epoch.
constexpr std::uint32_t kDevQuestions = 300;
// How much popularity counts in the beginning: a premise's term is this times ln(1 + uses).
constexpr float kPopularity = 0.5f;
// What a checkpoint keeps beside the parameters of the model.
const std::string kHard = "hard_negatives";

class RetrievalRun {
 public:
  RetrievalRun(const Store& store, const TrainRequest& request)
      : store_(store),
        request_(request),
        options_(request.train),
        config_(make_config(request.model)),
        train_(labelled_examples(store, "train", request.most_examples)),
        dev_(dev_examples()),
        questions_(store, dev_),
        library_(store, train_),
        workers_(request.train.threads) {
    check_request();
    check_run_folder(request);
    lock_ = FolderLock(request.folder);
    make_tables();
    settings_ = settings();
    AdamOptions adam;
    adam.weight_decay = options_.weight_decay;
    adam.clip = options_.clip;
    adam.average = options_.average;
    adam.lazy = options_.lazy_rows;
    if (options_.hard_negatives != 0)
      parameters_[kHard] = torch::full({static_cast<std::int64_t>(train_.size()), kMined}, -1.f);
    adam_ = std::make_unique<Adam>(parameters_, adam);
    if (request.resume) {
      TrainPosition then = read_checkpoint(files_.checkpoint, settings_, parameters_, *adam_);
      if (then.begin_with != position_.begin_with)
        throw InputError(Place{files_.checkpoint.string()},
                         "the checkpoint belongs to a run with another --begin-with",
                         "resume with the options it was started with, or choose another --out");
      position_ = then;
    }
    truncate_metrics(files_.metrics, position_.metrics_bytes);
    bound_ = BoundLabels(tables_.labels, store.terms().symbols);
    used_ = BoundFormulas(tables_.used, store.terms());
    if (config_.retrieve_features) bags_ = StoredBags(store, tables_.features, rarities_);
    if (config_.retrieve_graph)
      tower_ = std::make_unique<GraphTower>(config_, store.terms(), bound_, options_.micro_batches,
                                            workers_, products());
    for (std::uint32_t i = 0; i < train_.size(); ++i) places_[train_[i]] = i;
  }

  TrainOutcome run() {
    begin_ = last_checkpoint_ = Clock::now();
    RetrievalStep step(config_, parameters_, store_.terms(), bags_, used_, tower_.get(),
                       {{options_.dropout, options_.state_dropout, 0},
                        options_.symbol_dropout,
                        options_.precedent_dropout,
                        products()});
    while (position_.epoch < options_.epochs) {
      if (options_.patience != 0 && position_.epoch - position_.best.epoch >= options_.patience)
        return {TrainEnd::out_of_patience, position_.best};
      if (!run_epoch(step)) return {ended_, position_.best};
      finish_epoch();
    }
    return {TrainEnd::finished, position_.best};
  }

 private:
  void check_request() const {
    check_options(options_);
    if (config_.retrieve == 0)
      throw InputError("a model that learns to retrieve has vectors for it",
                       "give --retrieve, their length, or --preset mizar-retrieve");
    if (options_.choose_by != "dev" || options_.most_premises != 0)
      throw InputError(
          "what learns to retrieve is chosen by recall on dev, and sees whole examples",
          "leave out --choose-by and --most-premises");
  }

  std::vector<ExampleId> dev_examples() const {
    std::vector<ExampleId> dev = labelled_examples(store_, "dev", request_.most_dev_examples);
    if (request_.most_dev_examples != 0) return dev;
    shuffle(dev, 0x64657600);
    dev.resize(std::min<std::size_t>(dev.size(), kDevQuestions));
    return dev;
  }

  void make_tables() {
    tables_.options = request_.model;
    RetrievalTables made = retrieval_tables(store_, train_, options_.least_features);
    if (config_.retrieve_features) {
      tables_.features = made.features;
      rarities_ = made.rarities;
    }
    tables_.used = made.used;
    tables_.labels = config_.graph ? learn_labels() : LabelCounter().table();
    std::optional<ModelFile> from;
    if (!request_.begin_with.empty()) {
      from = read_model(request_.begin_with);
      position_.begin_with = fmt::format("{:016x}", fingerprint(*from));
      if (config_.classify) {  // it is not trained here, and stays what it was
        tables_.memory = from->memory;
        tables_.precedents = from->precedents;
      }
    }
    specs_ = parameter_specs(config_, table_sizes(tables_));
    ModelWeights first = random_weights(specs_, options_.seed);
    for (float& each : made.uses) each = kPopularity * std::log1p(each);
    std::size_t rows = made.uses.size();
    first.set("retrieve.term.table", {{rows, 1}, std::move(made.uses)});
    if (from && !request_.resume) first = transfer(*from, tables_, first);
    if (config_.retrieve_features) first.set("retrieve.rarity", {{rarities_.size(), 1}, rarities_});
    parameters_ = to_tensors(first, specs_);
  }

  LabelTable learn_labels() const {
    LabelCounter counter;
    DagBuilder builder(config_.variables);
    Dag dag;
    std::vector<std::uint8_t> seen(store_.terms().size, 0);
    auto add = [&](TermId term) {
      if (seen[index(term)]++ != 0) return;
      builder.build(store_.terms(), std::span(&term, 1), dag);
      counter.add(dag, store_.terms().symbols);
    };
    for (ExampleId example : train_) {
      add(store_.term(store_.conjecture(example)));
      for (Premise premise : store_.premises(example)) add(store_.term(premise.formula()));
    }
    return counter.table(options_.least_count);
  }

  // What decides the result of the run.
  RunSettings settings() const {
    RunSettings all = option_settings(request_);
    all.emplace_back("training examples", fmt::format("{:016x}", fingerprint(store_, train_)));
    all.emplace_back("dev examples", fmt::format("{:016x}", fingerprint(store_, dev_)));
    return all;
  }

  Products products() const { return options_.products == "bf16" ? Products::bf16 : Products::f32; }

  std::uint64_t steps_per_epoch() const {
    return (train_.size() + options_.batch - 1) / options_.batch;
  }

  bool run_epoch(RetrievalStep& step) {
    std::vector<ExampleId> order = train_;
    shuffle(order, mix(options_.seed, position_.epoch));
    Clock::time_point epoch_begin = Clock::now();
    std::uint64_t items_here = 0;
    while (position_.example < order.size()) {
      auto batch = std::span<const ExampleId>(order).subspan(
          position_.example,
          std::min<std::size_t>(options_.batch, order.size() - position_.example));
      RetrievalStepResult result = run_step(step, batch);
      position_.example += batch.size();
      position_.loss_sum += result.loss * static_cast<double>(result.items);
      position_.items += result.items;
      position_.correct += result.correct;
      items_here += result.items;
      if (request_.on_step)
        request_.on_step({position_.epoch + 1, options_.epochs, position_.example, order.size(),
                          mean_loss(), mean_correct(),
                          static_cast<double>(items_here) / seconds_since(epoch_begin)});
      if (seconds_since(last_checkpoint_) >= request_.checkpoint_every_s) save();
      if (request_.should_stop && request_.should_stop()) return stop(TrainEnd::stopped);
      if (request_.time_limit_s > 0 && seconds_since(begin_) >= request_.time_limit_s)
        return stop(TrainEnd::out_of_time);
    }
    return true;
  }

  RetrievalStepResult run_step(RetrievalStep& step, std::span<const ExampleId> examples) {
    std::uint64_t seed = mix(mix(options_.seed, adam_->steps()), 0x51ed270b);
    NegativeDraws draws{options_.random_negatives, {}, seed};
    if (options_.hard_negatives != 0 && position_.epoch > 0)
      draws.hard = [&](ExampleId example) { return hard_of(example, seed); };
    RetrievalBatch batch = retrieval_batch(store_, examples, library_, draws);
    if (batch.useful_goals.empty()) return {};
    RetrievalStepResult result = step.run(batch, seed);
    double rate = learning_rate(options_, adam_->steps(), steps_per_epoch() * options_.epochs);
    double length = adam_->step(rate, options_.threads);
    if (!std::isfinite(result.loss) || !std::isfinite(length))
      refuse(fmt::format("the loss is not a number at step {} of epoch {}",
                         position_.example / options_.batch + 1, position_.epoch + 1));
    return result;
  }

  // Drawn from the formulas that the model of the last epoch finds for the example.
  std::vector<FormulaId> hard_of(ExampleId example, std::uint64_t seed) const {
    const float* mined =
        parameters_.at(kHard).data_ptr<float>() + places_.at(example) * std::size_t{kMined};
    std::vector<FormulaId> drawn;
    for (std::uint32_t n = 0; n < options_.hard_negatives; ++n) {
      float place = mined[mix(mix(seed, index(example)), n) % kMined];
      if (place >= 0) drawn.push_back(library_.formulas()[static_cast<std::size_t>(place)]);
    }
    return drawn;
  }

  [[noreturn]] void refuse(const std::string& what) const {
    throw InputError(what,
                     std::filesystem::exists(files_.checkpoint)
                         ? fmt::format("the last good checkpoint is kept in {}; try a smaller "
                                       "--learning-rate in another folder",
                                       files_.checkpoint.string())
                         : "try a smaller --learning-rate");
  }

  void finish_epoch() {
    const TrainPosition last_step = position_;
    ++position_.epoch;
    ModelFile file = averaged_model();
    EpochMetrics metrics = measure(file);
    save_first(last_step);
    if (position_.best.epoch == 0 || metrics.dev_accuracy > position_.best.dev_accuracy) {
      position_.best = metrics;
      file.history = history_json(request_, settings_, position_, metrics);
      write_model(files_.best, file, Precision::f32);
    }
    if (options_.hard_negatives != 0 && position_.epoch < options_.epochs) mine(Model(file));
    position_.metrics_bytes = append_metrics(files_.metrics, metrics);
    position_.example = position_.items = position_.correct = 0;
    position_.loss_sum = 0;
    save();
    if (request_.on_epoch) request_.on_epoch(metrics);
  }

  EpochMetrics measure(const ModelFile& file) {
    EpochMetrics metrics;
    metrics.epoch = position_.epoch;
    metrics.train_loss = mean_loss();
    metrics.train_accuracy = mean_correct();
    metrics.steps = adam_->steps();
    RetrievalFigures figures = questions_.measure(Model(file), options_.threads);
    metrics.dev_loss = figures.loss;
    metrics.dev_accuracy = figures.recall[kDevRecall];
    metrics.dev_recall.assign(figures.recall.begin(), figures.recall.end());
    if (!std::isfinite(figures.loss))
      refuse(fmt::format("the loss on dev is not a number after step {} (epoch {})", metrics.steps,
                         metrics.epoch));
    count_time();
    metrics.minutes = position_.seconds / 60;
    return metrics;
  }

  void mine(const Model& model) {
    std::vector<std::uint32_t> found =
        hard_negatives(model, store_, train_, library_, kMined, options_.threads);
    float* out = parameters_.at(kHard).data_ptr<float>();
    std::ranges::transform(found, out, [](std::uint32_t place) {
      return place == kNoPlace ? -1.f : static_cast<float>(place);
    });
  }

  ModelFile averaged_model() {
    ParameterMap averaged;
    for (const ParameterSpec& spec : specs_)
      averaged[spec.name] = spec.trained ? adam_->average(spec.name) : parameters_.at(spec.name);
    if (config_.retrieve_graph) measure_norms(averaged);
    ModelFile file = tables_;
    for (const auto& [name, value] : averaged) file.weights.set(name, to_plain(value));
    return file;
  }

  // On formulas of the library, in batches of about the size of a step's parts; nothing is dropped.
  void measure_norms(ParameterMap& parameters) {
    std::vector<FormulaId> sample(library_.formulas().begin(), library_.formulas().end());
    shuffle(sample, mix(options_.seed, 0x6e6f726d));
    std::size_t batch = options_.random_negatives + std::size_t{options_.batch};
    sample.resize(std::min(sample.size(),
                           std::max<std::size_t>(batch, options_.norm_examples * std::size_t{8})));
    if (options_.norm_examples == 0) return;
    torch::NoGradGuard no_gradients;
    NormMeans means;
    for (std::size_t first = 0; first < sample.size(); first += batch) {
      std::vector<TermId> terms;
      for (std::size_t i = first; i < std::min(sample.size(), first + batch); ++i)
        terms.push_back(store_.term(sample[i]));
      tower_->forward(parameters, terms, {}, {}, 0);
      means.add(tower_->statistics());
    }
    means.put_into(parameters);
  }

  double mean_loss() const {
    return position_.loss_sum / static_cast<double>(std::max<std::uint64_t>(1, position_.items));
  }
  double mean_correct() const {
    return static_cast<double>(position_.correct) /
           static_cast<double>(std::max<std::uint64_t>(1, position_.items));
  }

  void count_time() {
    double now = seconds_since(begin_);
    position_.seconds += now - counted_s_;
    counted_s_ = now;
  }

  void save() {
    count_time();
    write_checkpoint(files_.checkpoint, settings_, parameters_, *adam_, position_);
    last_checkpoint_ = Clock::now();
  }

  // Results without a checkpoint would be a run that nobody can go on with: neither --resume nor a
  // new run would take the folder of a run that was killed between its first results and here.
  void save_first(const TrainPosition& position) {
    if (!std::filesystem::exists(files_.checkpoint))
      write_checkpoint(files_.checkpoint, settings_, parameters_, *adam_, position);
  }

  bool stop(TrainEnd why) {
    save();
    ended_ = why;
    return false;
  }

  const Store& store_;
  const TrainRequest& request_;
  const TrainOptions& options_;
  ModelConfig config_;
  std::vector<ExampleId> train_, dev_;
  RetrievalQuestions questions_;
  RetrievalLibrary library_;
  Workers workers_;
  RunFolder files_{request_.folder};
  FolderLock lock_;
  RunSettings settings_;
  ModelFile tables_;             // the model but for its weights
  std::vector<float> rarities_;  // [rows of features]
  std::vector<ParameterSpec> specs_;
  ParameterMap parameters_;
  std::unique_ptr<Adam> adam_;
  BoundLabels bound_;
  BoundFormulas used_;
  StoredBags bags_;
  std::unique_ptr<GraphTower> tower_;  // null: features alone
  std::map<ExampleId, std::uint32_t> places_;
  TrainPosition position_;
  Clock::time_point begin_, last_checkpoint_;
  double counted_s_ = 0;
  TrainEnd ended_ = TrainEnd::finished;
};

}  // namespace

TrainOutcome train_to_retrieve(const Store& store, const TrainRequest& request) {
  return RetrievalRun(store, request).run();
}

}  // namespace winnow
