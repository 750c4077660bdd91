#include "learn/trainer.h"

#include "kernel/product.h"
#include "learn/adam.h"
#include "learn/batches.h"
#include "learn/checkpoint.h"
#include "learn/epoch_choice.h"
#include "learn/folder_lock.h"
#include "learn/labelled_examples.h"
#include "learn/micro_batches.h"
#include "learn/norm_means.h"
#include "learn/pieces.h"
#include "learn/run_folder.h"
#include "learn/sampled_negatives.h"
#include "learn/schedule.h"
#include "learn/teacher.h"
#include "model/model.h"
#include "model/predictions.h"
#include "model/transfer.h"
#include "score/example_scores.h"
#include "score/network.h"
#include "term/shuffle.h"
#include "term/term_keys.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <numeric>

namespace winnow {

namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

LabelTable learn_labels(const Store& store, std::span<const ExampleId> examples,
                        VariableLabels variables, std::uint32_t least) {
  LabelCounter counter;
  DagBuilder builder(variables);
  Dag dag;
  std::vector<std::uint8_t> seen(store.terms().size, 0);
  auto add = [&](TermId term) {
    if (seen[index(term)]++ != 0) return;
    builder.build(store.terms(), std::span(&term, 1), dag);
    counter.add(dag, store.terms().symbols);
  };
  for (ExampleId example : examples) {
    add(store.term(store.conjecture(example)));
    for (Premise premise : store.premises(example)) add(store.term(premise.formula()));
  }
  return counter.table(least);
}

// How often each term is a premise of the examples.
std::vector<std::uint32_t> premise_counts(const Store& store, std::span<const ExampleId> examples) {
  std::vector<std::uint32_t> counts(store.terms().size, 0);
  for (ExampleId example : examples)
    for (Premise premise : store.premises(example)) ++counts[index(store.term(premise.formula()))];
  return counts;
}

// Premises that occur at least `least` times in the examples.
FormulaTable learn_formulas(const Store& store, std::span<const ExampleId> examples,
                            std::uint32_t least) {
  if (least == 0) return {};
  std::vector<std::uint32_t> counts = premise_counts(store, examples);
  std::vector<std::uint64_t> keys;
  std::vector<std::uint64_t> all = term_keys(store.terms(), symbol_keys(store.terms().symbols));
  for (std::size_t term = 0; term < counts.size(); ++term)
    if (counts[term] >= least) keys.push_back(all[term]);
  return FormulaTable(std::move(keys));
}

// The examples as precedents, in their order. A premise that occurs once has none while training;
// most steps of HOL Light proofs are such, and would be the larger part of a model's file.
PrecedentTable learn_precedents(const Store& store, std::span<const ExampleId> examples) {
  PrecedentCollector collector;
  std::vector<std::uint32_t> counts = premise_counts(store, examples);
  FeatureReader reader(store.terms());
  FeatureTable symbols;
  for (ExampleId example : examples) {
    TermId conjecture = store.term(store.conjecture(example));
    FeatureSets sets;
    reader.add(conjecture, FeatureKind::symbols, symbols, sets);
    std::vector<std::uint64_t> keys;
    for (FeatureId id : sets.ids) keys.push_back(symbols.hashes()[index(id)]);
    std::vector<PrecedentCollector::Formula> premises;
    for (Premise premise : store.premises(example))
      if (TermId term = store.term(premise.formula()); counts[index(term)] >= 2)
        premises.push_back({reader.hash(term), premise.useful()});
    collector.add(reader.hash(conjecture), keys, premises);
  }
  return collector.take();
}

// True for a share of all hashes.
bool below(std::uint64_t hash, double share) {
  return (hash >> 32) < static_cast<std::uint64_t>(share * 0x1p32);
}

constexpr std::size_t kNamed = 4;  // examples that a message lists

class Run {
 public:
  Run(const Store& store, const TrainRequest& request)
      : store_(store),
        request_(request),
        options_(request.train),
        config_(make_config(request.model)),
        train_(labelled_examples(store, "train", request.most_examples)),
        dev_(labelled_examples(store, "dev", request.most_dev_examples)),
        pieces_(cut_into_pieces(store, train_, options_.most_premises)),
        choice_(store, dev_, train_, options_.choose_by) {
    check_request();
    check_run_folder(request);
    lock_ = FolderLock(request.folder);
    if (!request.teachers.empty()) teacher_ = Teacher(store, train_, request.teachers);
    labels_ = learn_labels(store, train_, config_.variables, options_.least_count);
    memory_ = learn_formulas(store, train_, config_.memory);
    if (config_.precedents) precedents_ = learn_precedents(store, train_);
    specs_ = parameter_specs(config_, {labels_.rows(), labels_.edge_labels(), memory_.rows()});
    ModelWeights first = random_weights(specs_, options_.seed);
    settings_ = settings();
    if (!request.begin_with.empty()) {
      ModelFile model = read_model(request.begin_with), tables;
      tables.labels = labels_;
      tables.memory = memory_;
      position_.begin_with = fmt::format("{:016x}", fingerprint(model));
      if (!request.resume) first = transfer(model, tables, first);
    }
    parameters_ = to_tensors(first, specs_);
    AdamOptions adam;
    adam.weight_decay = options_.weight_decay;
    adam.clip = options_.clip;
    adam.average = options_.average;
    adam.lazy = options_.lazy_rows;
    adam_ = std::make_unique<Adam>(parameters_, adam);
    if (request.resume) {
      TrainPosition then = read_checkpoint(files_.checkpoint, settings_, parameters_, *adam_);
      if (!request.begin_with.empty() && then.begin_with != position_.begin_with)
        throw InputError(Place{files_.checkpoint.string()},
                         then.begin_with.empty()
                             ? "the checkpoint belongs to a run without --begin-with"
                             : "the checkpoint belongs to a run with another --begin-with",
                         "resume with the options it was started with, or choose another --out");
      position_ = then;
    }
    truncate_metrics(files_.metrics, position_.metrics_bytes);
    bound_ = BoundLabels(labels_, store.terms().symbols);
    formulas_ = BoundFormulas(memory_, store.terms());
    if (options_.sampled_negatives != 0) pool_ = NegativePool(store, train_);
    if (config_.precedents) {
      reader_ = std::make_unique<PrecedentReader>(precedents_, store.terms());
      for (std::uint32_t i = 0; i < train_.size(); ++i) own_precedents_[train_[i]] = i;
    }
    for (std::uint32_t i = 0; i < options_.micro_batches; ++i)
      builders_.emplace_back(store, bound_, formulas_, config_.variables, config_.mode,
                             reader_.get());
  }

  TrainOutcome run() {
    begin_ = last_checkpoint_ = last_look_ = Clock::now();
    StepOptions step{options_.threads,
                     {options_.dropout, options_.state_dropout, options_.weight_dropout},
                     options_.label_smoothing,
                     options_.sampled_negative_loss,
                     options_.teacher_share,
                     products()};
    Differentiator differentiator(config_, parameters_, step);
    while (position_.epoch < options_.epochs) {
      if (options_.patience != 0 && position_.epoch - position_.best.epoch >= options_.patience)
        return end(TrainEnd::out_of_patience);
      if (!run_epoch(differentiator)) return end(ended_);
      finish_epoch();
    }
    return end(TrainEnd::finished);
  }

 private:
  void check_request() const {
    check_options(options_);
    if (!config_.classify || config_.retrieve != 0)
      throw InputError("a classifier is learned without the vectors that retrieve",
                       "leave out --retrieve, or learn these with --task retrieve");
    if (options_.sampled_negatives != 0 && config_.mode != Mode::pair)
      throw InputError("--sampled-negatives cannot stand in the graph that premises share",
                       "they go with --mode pair");
  }

  // What must be equal for a checkpoint to belong to this run; threads do not matter.
  RunSettings settings() const {
    RunSettings all = option_settings(request_);
    auto add_hash = [&](std::string name, std::uint64_t hash) {
      all.emplace_back(std::move(name), fmt::format("{:016x}", hash));
    };
    add_hash("training examples", fingerprint(store_, train_));
    add_hash("dev examples", fingerprint(store_, dev_));
    add_hash("teachers", teacher_.silent() ? 0 : teacher_.fingerprint());
    return all;
  }

  std::uint64_t steps_per_epoch() const {
    return (pieces_.size() + options_.batch - 1) / options_.batch;
  }

  bool run_epoch(Differentiator& differentiator) {
    std::vector<Piece> order = pieces_;
    shuffle(order, mix(options_.seed, position_.epoch));
    Clock::time_point epoch_begin = Clock::now();
    std::uint64_t items_here = 0;
    while (position_.example < order.size()) {
      auto batch = std::span<const Piece>(order).subspan(
          position_.example,
          std::min<std::size_t>(options_.batch, order.size() - position_.example));
      StepResult result = run_step(differentiator, batch);
      position_.example += batch.size();
      position_.loss_sum += result.loss * static_cast<double>(result.items);
      position_.items += result.items;
      position_.correct += result.correct;
      items_here += result.items;
      report(order.size(), static_cast<double>(items_here) / seconds_since(epoch_begin));
      if (request_.dev_every_s > 0 && seconds_since(last_look_) >= request_.dev_every_s &&
          position_.example < order.size())
        look(static_cast<double>(position_.example) / static_cast<double>(order.size()));
      if (seconds_since(last_checkpoint_) >= request_.checkpoint_every_s) save();
      if (request_.should_stop && request_.should_stop()) return stop(TrainEnd::stopped);
      if (request_.time_limit_s > 0 && seconds_since(begin_) >= request_.time_limit_s)
        return stop(TrainEnd::out_of_time);
    }
    return true;
  }

  StepResult run_step(Differentiator& differentiator, std::span<const Piece> pieces) {
    const PieceBatch drawn(store_, pieces, mix(mix(options_.seed, position_.epoch), 13));
    const std::span<const ExampleId> batch = drawn.examples();
    auto parts = cut(store_, batch, options_.micro_batches);
    std::uint64_t step_seed = mix(mix(options_.seed, adam_->steps()), 0x51ed270b);
    BatchDraws draws{premise_dropout(step_seed, drawn), symbol_dropout(step_seed),
                     precedent_dropout(step_seed), own_precedent(), sampled_negatives(step_seed)};
    std::uint64_t items = 0;
    for (ExampleId example : batch) items += kept_premises(store_, example, draws).size();
    Architecture architecture = config_.architecture;
    if (below(mix(step_seed, 3), options_.without_cross_attention))
      architecture = architecture.without_attention();
    auto make = [&](std::uint32_t part) {
      return micro_batch(part, parts[part], draws, architecture);
    };
    StepResult result = differentiator.run(options_.micro_batches, items, make, step_seed);
    if (!std::isfinite(result.loss)) refuse_loss(batch);
    double rate = learning_rate(options_, adam_->steps(), steps_per_epoch() * options_.epochs);
    double length = adam_->step(rate, options_.threads);
    if (!std::isfinite(length)) refuse_loss(batch);
    return result;
  }

  Products products() const { return options_.products == "bf16" ? Products::bf16 : Products::f32; }

  MicroBatch micro_batch(std::uint32_t part, std::span<const ExampleId> examples,
                         const BatchDraws& draws, const Architecture& architecture) {
    ExampleBatch made = builders_[part].build(examples, draws);
    return {made.plan(architecture), std::move(made.targets), std::move(made.item_ends),
            std::move(made.negative_ends), teacher_says(examples, draws)};
  }

  // What the teacher says about the premises that the draws leave in the examples.
  std::vector<float> teacher_says(std::span<const ExampleId> examples,
                                  const BatchDraws& draws) const {
    std::vector<float> result;
    if (teacher_.silent()) return result;
    for (ExampleId example : examples) {
      std::span<const float> all = teacher_.useful(example);
      for (std::uint32_t place : kept_places(store_, example, draws)) result.push_back(all[place]);
    }
    return result;
  }

  [[noreturn]] void refuse_loss(std::span<const ExampleId> batch) const {
    std::string names;
    for (ExampleId example : batch.first(std::min<std::size_t>(batch.size(), kNamed)))
      names += fmt::format("{}{}", names.empty() ? "" : ", ", store_.name(example));
    if (batch.size() > kNamed) names += fmt::format(" and {} more", batch.size() - kNamed);
    refuse(fmt::format("the loss is not a number at step {} of epoch {}, examples {} to {}: {}",
                       position_.example / options_.batch + 1, position_.epoch + 1,
                       position_.example + 1, position_.example + batch.size(), names));
  }

  [[noreturn]] void refuse(const std::string& what) const {
    throw InputError(what,
                     std::filesystem::exists(files_.checkpoint)
                         ? fmt::format("the last good checkpoint is kept in {}; try a smaller "
                                       "--learning-rate in another folder",
                                       files_.checkpoint.string())
                         : "try a smaller --learning-rate");
  }

  std::function<bool(ExampleId, FormulaId)> premise_dropout(std::uint64_t seed,
                                                            const PieceBatch& drawn) const {
    if (options_.premise_dropout <= 0 && drawn.is_whole()) return {};
    return [this, seed, &drawn](ExampleId example, FormulaId premise) {
      return drawn.leaves_out(example, premise) ||
             below(mix(mix(seed, index(example)), mix(index(premise), 7)),
                   options_.premise_dropout);
    };
  }

  std::function<bool(ExampleId, SymbolId)> symbol_dropout(std::uint64_t seed) const {
    if (options_.symbol_dropout <= 0) return {};
    return [this, seed](ExampleId example, SymbolId symbol) {
      Kind kind = store_.terms().symbols.kind(symbol);
      bool may = kind == Kind::predicate || kind == Kind::function || kind == Kind::number;
      return may && below(mix(mix(seed, index(example)), index(symbol)), options_.symbol_dropout);
    };
  }

  std::function<bool(ExampleId, TermId)> precedent_dropout(std::uint64_t seed) const {
    if ((config_.memory == 0 && !config_.precedents) || options_.precedent_dropout <= 0) return {};
    return [this, seed](ExampleId example, TermId term) {
      return below(mix(mix(seed, index(example)), mix(index(term), 5)), options_.precedent_dropout);
    };
  }

  std::function<std::uint32_t(ExampleId)> own_precedent() const {
    return [this](ExampleId example) { return own_precedents_.at(example); };
  }

  std::function<std::vector<TermId>(ExampleId)> sampled_negatives(std::uint64_t seed) const {
    if (options_.sampled_negatives == 0) return {};
    return [this, seed](ExampleId example) {
      return pool_.draw(store_, example, options_.sampled_negatives,
                        mix(mix(seed, index(example)), 11));
    };
  }

  void finish_epoch() {
    const TrainPosition last_step = position_;
    ++position_.epoch;
    ModelFile model = averaged_model();
    EpochMetrics metrics = measure(model, 0);
    save_first(last_step);
    if (choice_.is_better(metrics, position_.best)) {
      position_.best = metrics;
      model.history = history_json(request_, settings_, position_, metrics);
      write_model(files_.best, model, Precision::f32);
    }
    position_.metrics_bytes = append_metrics(files_.metrics, metrics);
    position_.example = position_.items = position_.correct = 0;
    position_.loss_sum = 0;
    save();
    if (request_.on_epoch) request_.on_epoch(metrics);
  }

  // A look at dev within an epoch. It is for who watches: when it happens depends on the clock, so
  // it must not choose the model.
  void look(double part) {
    EpochMetrics metrics = measure(averaged_model(), part);
    save_first(position_);
    position_.metrics_bytes = append_metrics(files_.metrics, metrics);
    save();
    last_look_ = Clock::now();
    if (request_.on_epoch) request_.on_epoch(metrics);
  }

  EpochMetrics measure(const ModelFile& file, double part) {
    EpochMetrics metrics;
    metrics.epoch = position_.epoch;
    metrics.part = part;
    metrics.train_loss = position_.loss_sum / static_cast<double>(position_.items);
    metrics.train_accuracy =
        static_cast<double>(position_.correct) / static_cast<double>(position_.items);
    metrics.steps = adam_->steps();
    Model model(file);
    ScoreOptions score{config_.mode, options_.batch, options_.threads};
    Scores scores = score_examples(model, store_, dev_, score);
    choice_.measure(scores.logits, metrics);
    if (!std::isfinite(metrics.dev_loss))
      refuse(fmt::format("the loss on dev is not a number after step {} (epoch {})", metrics.steps,
                         metrics.epoch));
    count_time();
    metrics.minutes = position_.seconds / 60;
    return metrics;
  }

  ModelFile averaged_model() {
    ParameterMap averaged;
    for (const ParameterSpec& spec : specs_)
      averaged[spec.name] = spec.trained ? adam_->average(spec.name) : parameters_.at(spec.name);
    measure_norms(averaged);
    ModelFile file;
    file.options = request_.model;
    file.labels = labels_;
    file.memory = memory_;
    file.precedents = precedents_;
    for (const auto& [name, value] : averaged) file.weights.set(name, to_plain(value));
    return file;
  }

  // Examples are as steps show them, but nothing is dropped, masked or forgotten.
  void measure_norms(ParameterMap& parameters) {
    std::vector<ExampleId> sample = train_;
    shuffle(sample, mix(options_.seed, 0x6e6f726d));
    sample.resize(std::min<std::size_t>(sample.size(), options_.norm_examples));
    // A small rest would count as much as a batch.
    if (sample.size() > options_.batch)
      sample.resize(sample.size() / options_.batch * options_.batch);
    BatchDraws draws{.own_precedent = own_precedent(),
                     .sampled_negatives = sampled_negatives(options_.seed)};
    Workers workers(options_.threads);
    NormMeans means;
    for (std::size_t first = 0; first < sample.size(); first += options_.batch) {
      auto batch = std::span(sample).subspan(
          first, std::min<std::size_t>(options_.batch, sample.size() - first));
      auto parts = cut(store_, batch, options_.micro_batches);
      auto make = [&](std::uint32_t part) {
        return micro_batch(part, parts[part], draws, config_.architecture);
      };
      means.add(
          batch_statistics(config_, parameters, options_.micro_batches, make, workers, products()));
    }
    means.put_into(parameters);
  }

  void report(std::size_t examples, double items_per_s) const {
    if (!request_.on_step) return;
    auto items = static_cast<double>(position_.items);
    request_.on_step({position_.epoch + 1, options_.epochs, position_.example, examples,
                      position_.loss_sum / items, static_cast<double>(position_.correct) / items,
                      items_per_s});
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
  TrainOutcome end(TrainEnd why) const { return {why, position_.best}; }

  const Store& store_;
  const TrainRequest& request_;
  const TrainOptions& options_;
  ModelConfig config_;
  std::vector<ExampleId> train_, dev_;
  std::vector<Piece> pieces_;
  EpochChoice choice_;
  Teacher teacher_;
  RunFolder files_{request_.folder};
  FolderLock lock_;
  LabelTable labels_;
  FormulaTable memory_;
  PrecedentTable precedents_;
  std::unique_ptr<PrecedentReader> reader_;  // null: the model does not ask for precedents
  std::map<ExampleId, std::uint32_t> own_precedents_;
  std::vector<ParameterSpec> specs_;
  ParameterMap parameters_;
  std::unique_ptr<Adam> adam_;
  BoundLabels bound_;
  BoundFormulas formulas_;
  NegativePool pool_;
  std::vector<BatchBuilder> builders_;  // one a part: they keep memory and are not shared
  RunSettings settings_;
  TrainPosition position_;
  Clock::time_point begin_, last_checkpoint_, last_look_;
  double counted_s_ = 0;
  TrainEnd ended_ = TrainEnd::finished;
};

}  // namespace

TrainOutcome train(const Store& store, const TrainRequest& request) {
  return Run(store, request).run();
}

}  // namespace winnow
