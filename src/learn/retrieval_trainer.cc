#include "learn/retrieval_trainer.h"

#include "learn/labelled_examples.h"
#include "learn/norm_means.h"
#include "learn/retrieval_search.h"
#include "learn/retrieval_step.h"
#include "learn/training_run.h"
#include "learn/vocabulary.h"
#include "model/transfer.h"
#include "score/network.h"
#include "term/shuffle.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

namespace winnow {

namespace {

// Of how many of the best formulas an epoch's hard negatives are drawn.
constexpr std::uint32_t kMined = 128;
// Conjectures of dev that are asked after each epoch unless told otherwise: all of them would take
// longer than an epoch.
constexpr std::uint32_t kDevQuestions = 300;
// How much popularity counts in the beginning: a premise's term is this times ln(1 + uses).
constexpr float kPopularity = 0.5f;
// What a checkpoint keeps beside the parameters of the model.
const std::string kHard = "hard_negatives";

ModelConfig retrieval_config(const TrainRequest& request) {
  check_options(request.train);
  ModelConfig config = make_config(request.model);
  if (config.retrieve == 0)
    throw InputError("a model that learns to retrieve has vectors for it",
                     "give 'retrieve', their length, or take the preset 'mizar-retrieve'");
  if (request.train.choose_by != "dev" || request.train.most_premises != 0)
    throw InputError("what learns to retrieve is chosen by recall on dev, and sees whole examples",
                     "leave out 'choose-by' and 'most-premises'");
  // Its loss compares every goal of a step with every candidate: there are no micro-batches to
  // divide.
  if (request.peers != nullptr && request.peers->size() > 1)
    throw InputError("learning to retrieve runs in one process",
                     "start it alone; threads share its work");
  return config;
}

std::vector<ExampleId> dev_examples(const Store& store, const TrainRequest& request) {
  std::vector<ExampleId> dev = labelled_examples(store, "dev", request.most_dev_examples);
  if (request.most_dev_examples != 0) return dev;
  shuffle(dev, 0x64657600);
  dev.resize(std::min<std::size_t>(dev.size(), kDevQuestions));
  return dev;
}

// Learns to find the useful premises of a conjecture in the whole library.
class Retrieving : public TrainingTask {
 public:
  Retrieving(const Store& store, const TrainRequest& request)
      : store_(store),
        request_(request),
        options_(request.train),
        config_(retrieval_config(request)),
        train_(labelled_examples(store, "train", request.most_examples)),
        dev_(dev_examples(store, request)),
        questions_(store, dev_),
        library_(store, train_),
        workers_(request.train.threads),
        run_(store, request, cut_into_pieces(store, train_, 0)) {
    std::string begin_with = make_tables();
    if (options_.hard_negatives != 0)
      parameters_[kHard] = torch::full({static_cast<std::int64_t>(train_.size()), kMined}, -1.f);
    run_.begin(parameters_, settings_of(request_, store_, train_, dev_), begin_with);
    bound_ = BoundLabels(tables_.labels, store.terms().symbols);
    used_ = BoundFormulas(tables_.used, store.terms());
    if (config_.retrieve_features) bags_ = StoredBags(store, tables_.features, rarities_);
    if (config_.retrieve_graph)
      tower_ = std::make_unique<GraphTower>(config_, store.terms(), bound_, options_.micro_batches,
                                            workers_, products());
    for (std::uint32_t i = 0; i < train_.size(); ++i) places_[train_[i]] = i;
    step_ = std::make_unique<RetrievalStep>(
        config_, parameters_, store_.terms(), bags_, used_, tower_.get(),
        RetrievalStepOptions{{options_.dropout, options_.state_dropout, 0},
                             options_.symbol_dropout,
                             options_.precedent_dropout,
                             products()});
  }

  TrainOutcome run() { return run_.go(*this); }

  StepResult differentiate(std::span<const ExamplePiece> pieces, std::uint64_t seed) override {
    std::vector<ExampleId> examples;
    for (const ExamplePiece& whole : pieces) examples.push_back(whole.example);
    NegativeDraws draws{options_.random_negatives, {}, seed};
    if (options_.hard_negatives != 0 && run_.epoch() > 0)
      draws.hard = [&](ExampleId example) { return hard_of(example, seed); };
    RetrievalBatch batch = retrieval_batch(store_, examples, library_, draws);
    if (batch.useful_goals.empty()) return {};
    return step_->run(batch, seed);
  }

  ModelFile model(ParameterMap weights) override {
    if (config_.retrieve_graph) measure_norms(weights);
    ModelFile file = tables_;
    for (const ParameterSpec& spec : specs_)
      file.weights.set(spec.name, to_plain(weights.at(spec.name)));
    return file;
  }

  void measure(const ModelFile& file, EpochMetrics& metrics) override {
    RetrievalFigures figures = questions_.measure(Model(file), options_.threads);
    metrics.dev_loss = figures.loss;
    metrics.dev_accuracy = figures.recall[kDevRecall];
    metrics.dev_recall.assign(figures.recall.begin(), figures.recall.end());
  }

  void prepare_epoch(const ModelFile& file) override {
    if (options_.hard_negatives == 0) return;
    std::vector<std::uint32_t> found =
        hard_negatives(Model(file), store_, train_, library_, kMined, options_.threads);
    float* out = parameters_.at(kHard).data_ptr<float>();
    std::ranges::transform(found, out, [](std::uint32_t place) {
      return place == kNoPlace ? -1.f : static_cast<float>(place);
    });
  }

 private:
  Products products() const { return products_of(options_); }

  // Returns the fingerprint of the model that gives the first weights, or nothing.
  std::string make_tables() {
    tables_.options = request_.model;
    RetrievalTables made = retrieval_tables(store_, train_, options_.least_features);
    if (config_.retrieve_features) {
      tables_.features = made.features;
      rarities_ = made.rarities;
    }
    tables_.used = made.used;
    tables_.labels = config_.graph
                         ? learn_labels(store_, train_, config_.variables, options_.least_count)
                         : LabelCounter().table();
    FirstWeights from = beginning_of(request_);
    if (from.model && config_.classify) {  // it is not trained here, and stays what it was
      tables_.memory = from.model->memory;
      tables_.precedents = from.model->precedents;
    }
    specs_ = parameter_specs(config_, table_sizes(tables_));
    ModelWeights first = random_weights(specs_, options_.seed);
    for (float& each : made.uses) each = kPopularity * std::log1p(each);
    std::size_t rows = made.uses.size();
    first.set("retrieve.term.table", {{rows, 1}, std::move(made.uses)});
    if (from.model && !request_.resume) first = transfer_weights(*from.model, tables_, first);
    if (config_.retrieve_features) first.set("retrieve.rarity", {{rarities_.size(), 1}, rarities_});
    parameters_ = to_tensors(first, specs_);
    return from.fingerprint;
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

  // On formulas of the library, in batches of about the size of a micro-batch; nothing is dropped.
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

  const Store& store_;
  const TrainRequest& request_;
  const TrainOptions& options_;
  ModelConfig config_;
  std::vector<ExampleId> train_, dev_;
  RetrievalQuestions questions_;
  RetrievalLibrary library_;
  Workers workers_;
  TrainingRun run_;
  ModelFile tables_;             // the model but for its weights
  std::vector<float> rarities_;  // [rows of features]
  std::vector<ParameterSpec> specs_;
  ParameterMap parameters_;
  BoundLabels bound_;
  BoundFormulas used_;
  StoredBags bags_;
  std::unique_ptr<GraphTower> tower_;  // null: features alone
  std::unique_ptr<RetrievalStep> step_;
  std::map<ExampleId, std::uint32_t> places_;
};

}  // namespace

TrainOutcome train_to_retrieve(const Store& store, const TrainRequest& request) {
  return Retrieving(store, request).run();
}

}  // namespace winnow
