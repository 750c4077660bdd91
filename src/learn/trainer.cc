#include "learn/trainer.h"

#include "learn/batches.h"
#include "learn/epoch_choice.h"
#include "learn/labelled_examples.h"
#include "learn/micro_batches.h"
#include "learn/norm_means.h"
#include "learn/ordered_sum.h"
#include "learn/pieces.h"
#include "learn/step_draws.h"
#include "learn/teacher.h"
#include "learn/training_run.h"
#include "learn/vocabulary.h"
#include "model/model.h"
#include "model/transfer.h"
#include "score/example_scores.h"
#include "score/network.h"
#include "term/ragged.h"
#include "term/shuffle.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>

namespace winnow {

namespace {

ModelConfig classifier_config(const TrainRequest& request) {
  check_options(request.train);
  ModelConfig config = make_config(request.model);
  if (!config.classify || config.retrieve != 0)
    throw InputError("a classifier is learned without the vectors that retrieve",
                     "leave out 'retrieve', or learn these by the task 'retrieve'");
  if (request.train.sampled_negatives != 0 && config.mode != ExampleMode::pair)
    throw InputError("sampled negatives cannot stand in the graph that premises share",
                     "they go with the mode 'pair'");
  return config;
}

// Learns to judge the premises that examples list.
class Classifying : public TrainingTask {
 public:
  Classifying(const Store& store, const TrainRequest& request)
      : store_(store),
        request_(request),
        options_(request.train),
        config_(classifier_config(request)),
        train_(labelled_examples(store, "train", request.most_examples)),
        dev_(labelled_examples(store, "dev", request.most_dev_examples)),
        choice_(store, dev_, train_, options_.choose_by),
        run_(store, request, cut_into_pieces(store, train_, options_.most_premises)),
        peers_(run_.peers()) {
    if (!request.teachers.empty()) teacher_ = Teacher(store, train_, request.teachers);
    labels_ = learn_labels(store, train_, config_.variables, options_.least_count);
    labels_.rarities = config_.rarities;
    memory_ = learn_formulas(store, train_, config_.memory);
    if (config_.precedents) precedents_ = learn_precedents(store, train_);
    std::string begin_with = make_parameters();
    run_.begin(parameters_, settings(), begin_with);
    SymbolCounts counts;
    if (config_.rarities != 0) counts = count_symbols(store.terms(), store.formula_terms());
    bound_ = BoundLabels(labels_, store.terms().symbols, counts);
    formulas_ = BoundFormulas(memory_, store.terms());
    draws_ = std::make_unique<StepDraws>(store, config_, options_, train_);
    if (config_.precedents) reader_ = std::make_unique<PrecedentReader>(precedents_, store.terms());
    for (std::uint32_t i = 0; i < options_.micro_batches; ++i)
      builders_.emplace_back(store, bound_, formulas_, config_.variables, config_.mode,
                             reader_.get());
    differentiator_ = std::make_unique<Differentiator>(
        config_, parameters_,
        StepOptions{options_.threads,
                    {options_.dropout, options_.state_dropout, options_.weight_dropout},
                    options_.list_loss,
                    options_.label_smoothing,
                    options_.sampled_negative_loss,
                    options_.teacher_share,
                    products()},
        peers_);
  }

  TrainOutcome run() { return run_.go(*this); }

  StepResult differentiate(std::span<const ExamplePiece> pieces, std::uint64_t seed) override {
    const PieceBatch drawn(store_, pieces, mix(mix(options_.seed, run_.epoch()), 13));
    const std::span<const ExampleId> batch = drawn.examples();
    auto examples = cut_into_micro_batches(store_, batch, options_.micro_batches);
    BatchDraws draws = draws_->of(seed, drawn);
    std::uint64_t items = 0;
    for (ExampleId example : batch) items += kept_premises(store_, example, draws).size();
    Architecture architecture = config_.architecture;
    if (draws_->is_without_cross_attention(seed)) architecture = architecture.without_attention();
    auto make = [&](std::uint32_t n) { return micro_batch(n, examples[n], draws, architecture); };
    return differentiator_->run(options_.micro_batches, items, make, seed);
  }

  ModelFile model(ParameterMap weights) override {
    measure_norms(weights);
    ModelFile file;
    file.options = request_.model;
    file.labels = labels_;
    file.memory = memory_;
    file.precedents = precedents_;
    for (const auto& [name, value] : weights) file.weights.set(name, to_plain(value));
    return file;
  }

  void measure(const ModelFile& file, EpochMetrics& metrics) override {
    choice_.measure(dev_logits(Model(file)), metrics);
  }

  bool is_better(const EpochMetrics& metrics, const EpochMetrics& best) const override {
    return choice_.is_better(metrics, best);
  }

 private:
  // Returns the fingerprint of the model that they begin with, or nothing.
  std::string make_parameters() {
    auto specs = parameter_specs(config_, {labels_.rows(), labels_.edge_labels(), memory_.rows()});
    ModelWeights first = random_weights(specs, options_.seed);
    FirstWeights from = beginning_of(request_);
    if (from.model && !request_.resume) {
      ModelFile tables;
      tables.labels = labels_;
      tables.memory = memory_;
      first = transfer_weights(*from.model, tables, first);
    }
    parameters_ = to_tensors(first, specs);
    return from.fingerprint;
  }

  // What must be equal for a checkpoint to belong to this run.
  RunSettings settings() const {
    RunSettings all = settings_of(request_, store_, train_, dev_);
    all.emplace_back("teachers",
                     fmt::format("{:016x}", teacher_.silent() ? 0 : teacher_.fingerprint()));
    return all;
  }

  Products products() const { return products_of(options_); }

  MicroBatch micro_batch(std::uint32_t n, std::span<const ExampleId> examples,
                         const BatchDraws& draws, const Architecture& architecture) {
    ExampleBatch made = builders_[n].build(examples, draws);
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
      for (std::uint32_t position : kept_positions(store_, example, draws))
        result.push_back(all[position]);
    }
    return result;
  }

  // Every process scores a block of the batches that one process would score.
  std::vector<float> dev_logits(const Model& model) {
    std::vector<std::size_t> ends = scoring_batches(store_, dev_, options_.batch);
    Peers::Block own = peers_.block(static_cast<std::uint32_t>(ends.size()));
    std::size_t begin = Ends(ends).begin(own.begin);
    std::size_t end = Ends(ends).begin(own.end);
    Scores scores = score_examples(model, store_, std::span(dev_).subspan(begin, end - begin),
                                   {config_.mode, options_.batch, options_.threads});
    Words mine;
    WordWriter(mine).floats(scores.logits);
    Parcels in = peers_.share(mine);
    std::vector<float> all(in.words.size());
    WordReader(in.words).floats(all);
    return all;
  }

  // Examples are as steps show them, but nothing is left out.
  void measure_norms(ParameterMap& weights) {
    std::vector<ExampleId> sample = train_;
    shuffle(sample, mix(options_.seed, 0x6e6f726d));
    sample.resize(std::min<std::size_t>(sample.size(), options_.norm_examples));
    // A small rest would count as much as a batch.
    if (sample.size() > options_.batch)
      sample.resize(sample.size() / options_.batch * options_.batch);
    Words mine;
    WordWriter writer(mine);
    write_own_norms(sample, weights, writer);
    Parcels in = peers_.share(mine);
    std::vector<WordReader> readers;
    for (std::uint32_t rank = 0; rank < peers_.size(); ++rank) readers.emplace_back(in.of(rank));
    NormMeans means;
    for (std::size_t first = 0; first < sample.size(); first += options_.batch)
      for (std::uint32_t rank = 0; rank < peers_.size(); ++rank) {
        Peers::Block block = peers_.block_of(options_.micro_batches, rank);
        for (std::uint32_t n = block.begin; n < block.end; ++n)
          means.add(read_statistics(readers[rank]));
      }
    means.put_into(weights);
  }

  // Batch by batch the statistics of this process's micro-batches.
  void write_own_norms(std::span<const ExampleId> sample, const ParameterMap& weights,
                       WordWriter& writer) {
    BatchDraws draws = draws_->plain();
    Workers workers(options_.threads);
    for (std::size_t first = 0; first < sample.size(); first += options_.batch) {
      auto batch =
          sample.subspan(first, std::min<std::size_t>(options_.batch, sample.size() - first));
      auto examples = cut_into_micro_batches(store_, batch, options_.micro_batches);
      auto make = [&](std::uint32_t n) {
        return micro_batch(n, examples[n], draws, config_.architecture);
      };
      for (const auto& statistics : batch_statistics(
               config_, weights, peers_.block(options_.micro_batches), make, workers, products()))
        write_statistics(statistics, writer);
    }
  }

  const Store& store_;
  const TrainRequest& request_;
  const TrainOptions& options_;
  ModelConfig config_;
  std::vector<ExampleId> train_, dev_;
  EpochChoice choice_;
  TrainingRun run_;
  Peers& peers_;
  Teacher teacher_;
  LabelTable labels_;
  FormulaTable memory_;
  PrecedentTable precedents_;
  std::unique_ptr<PrecedentReader> reader_;  // null: the model does not ask for precedents
  ParameterMap parameters_;
  BoundLabels bound_;
  BoundFormulas formulas_;
  std::unique_ptr<StepDraws> draws_;
  std::vector<BatchBuilder> builders_;  // one a micro-batch: they keep memory and are not shared
  std::unique_ptr<Differentiator> differentiator_;
};

}  // namespace

TrainOutcome train(const Store& store, const TrainRequest& request) {
  return Classifying(store, request).run();
}

}  // namespace winnow
