// options.h - every option once: its name, its default, what it means, what it may be.
// The command line, --help, presets, the model file and the library's own checks all walk the same
// list. A new option is a field with its default in the struct, and a line in the walker below it:
//   visit("width", o.width, "length of a node's vector", between(1, 4096));
// What it may be (allowed.h) cannot be left out: between, at_least, above, share_below_one, one_of
// or any_value. Nothing else has to be written. A visitor takes three arguments, or the fourth as
// well.
//
//   ModelOptions options;
//   each_option(options, [](std::string_view name, auto& value, std::string_view help) { ... });
//   each_option(options, [](std::string_view name, auto& value, std::string_view help,
//                           const Allowed& allowed) { ... });
#pragma once

#include "winnow/allowed.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace winnow {

// Of models and training, and of the calls that use them (SelectorOptions, RankOptions,
// ProveOptions, ScoringOptions, SaveOptions): those check them, and so does the command line.
inline constexpr Allowed kEmbedderNames = one_of("mpnn, gcn, daglstm, bidir");
inline constexpr Allowed kPoolingNames = one_of("max, dag, attdag");
inline constexpr Allowed kModes = one_of("joint, pair");
inline constexpr Allowed kVariables = one_of("generic, indexed");
inline constexpr Allowed kNumbers = one_of("interpreted, free, auto");
inline constexpr Allowed kThreads = between(1, 1024);
inline constexpr Allowed kJobs = between(1, 1024);
inline constexpr Allowed kMemoryMib = between(1, 1 << 30);
inline constexpr Allowed kBatch = between(1, 1e6);
inline constexpr double kLongest_s = 1e8;  // that anything may take: three years
inline constexpr Allowed kTimeLimit_s = between(1e-3, kLongest_s);
inline constexpr Allowed kTimeOrNever_s = between(0, kLongest_s);  // 0: no limit
inline constexpr Allowed kPremises = at_least(1);
inline constexpr Allowed kRerank = at_least(1);
inline constexpr Allowed kRerankGroup = between(1, 1e6);
inline constexpr Allowed kNearestExampleWidth = between(1, 4096);
inline constexpr Allowed kTrust = at_least(0);
inline constexpr Allowed kProbes = at_least(1);
inline constexpr Allowed kNearestFormulas = at_least(1);

// The shape of a model: all that must be known to compute it. Stored in the model file.
struct ModelOptions {
  std::string embedder = "bidir";
  std::string direction = "up";
  std::string pooling = "attdag";
  std::string mode = "joint";
  std::string variables = "generic";
  std::uint32_t width = 128;
  std::uint32_t edge_width = 32;
  std::uint32_t rounds = 2;
  std::uint32_t heads = 2;
  std::uint32_t head_width = 0;
  bool cell_norm = true;
  bool classifier_norm = true;
  bool match = false;
  bool compare = false;
  std::uint32_t memory = 0;
  bool precedents = false;
  bool classify = true;
  std::uint32_t retrieve = 0;
  std::string retrieve_from = "both";
  std::uint32_t rerank = 0;
  std::uint32_t rerank_group = 64;
  std::uint32_t rarities = 0;
};

template <class Options, class Visit>
void each_model_option(Options& o, Visit&& visit) {
  visit("embedder", o.embedder, "how nodes get states: mpnn, gcn, daglstm or bidir",
        kEmbedderNames);
  visit("direction", o.direction, "of daglstm: up (arguments first) or down (parents first)",
        one_of("up, down"));
  visit("pooling", o.pooling, "how states become one vector: max, dag or attdag", kPoolingNames);
  visit("mode", o.mode, "joint: all premises of an example are one graph; pair: one each", kModes);
  visit("variables", o.variables, "labels of variables: generic (one for all) or indexed",
        kVariables);
  visit("width", o.width, "length of a node's vector", between(1, 4096));
  visit("edge-width", o.edge_width, "length of an edge's vector (mpnn)", between(1, 4096));
  visit("rounds", o.rounds, "rounds of message passing (mpnn, gcn)", between(1, 64));
  visit("heads", o.heads, "attention heads (attdag)", between(1, 64));
  visit("head-width", o.head_width, "length of a head's vectors; 0: same as width",
        between(0, 4096));
  visit("cell-norm", o.cell_norm, "one more layer norm on an LSTM's cell", any_value());
  visit("classifier-norm", o.classifier_norm, "batch norm inside the classifier", any_value());
  visit("match", o.match, "the classifier also sees products of premise and conjecture",
        any_value());
  visit("compare", o.compare, "premises of one graph attend to each other before the verdict",
        any_value());
  visit("memory", o.memory,
        "occurrences in training that earn a premise a vector of its own; 0: none", at_least(0));
  visit("precedents", o.precedents,
        "the classifier also sees how useful a premise was in training, beside similar conjectures",
        any_value());
  visit("classify", o.classify, "it has a classifier: it judges premises beside a conjecture",
        any_value());
  visit("retrieve", o.retrieve,
        "length of the vectors that find premises in a library; 0: it has none", between(0, 4096));
  visit("retrieve-from", o.retrieve_from, "what these are made of: features, graph or both",
        one_of("features, graph, both"));
  visit("rerank", o.rerank,
        "the classifier is a second stage: it learned from lists of the best so many; 0: it is not",
        between(0, 1e6));
  visit("rerank-group", o.rerank_group, "how many of them it judges at once", kRerankGroup);
  visit("rarities", o.rarities,
        "ranges of rarity in the library at hand by which a second stage tells unknown symbols "
        "apart; 0: none",
        between(0, 64));
}

// How a model is trained. None of it is needed to use the model afterwards.
struct TrainOptions {
  std::string task = "classify";
  std::uint32_t epochs = 30;
  std::uint32_t batch = 16;
  std::uint32_t most_premises = 0;
  double learning_rate = 1e-3;
  std::string schedule = "cosine";
  std::uint32_t warm_up = 200;
  double weight_decay = 0.0;
  double clip = 1.0;
  double dropout = 0.2;
  double state_dropout = 0.0;
  double weight_dropout = 0.0;
  double list_loss = 0.0;
  double label_smoothing = 0.0;
  double symbol_dropout = 0.01;
  double unknown_examples = 0.0;
  double premise_dropout = 0.0;
  double precedent_dropout = 0.3;
  double without_cross_attention = 0.0;
  std::uint32_t sampled_negatives = 0;
  double sampled_negative_loss = 0.25;
  std::uint32_t random_negatives = 2000;
  std::uint32_t hard_negatives = 0;
  std::uint32_t least_features = 3;
  double teacher_share = 0.5;
  bool lazy_rows = false;
  std::string products = "f32";
  double average = 0.999;
  std::uint32_t norm_examples = 1024;
  std::uint32_t least_count = 1;
  std::uint32_t patience = 0;
  std::string choose_by = "dev";
  std::uint32_t micro_batches = 2;
  std::uint32_t threads = 2;
  std::uint64_t seed = 1;
};

template <class Options, class Visit>
void each_train_option(Options& o, Visit&& visit) {
  visit("task", o.task,
        "what is learned: classify (judge premises), or retrieve (find them in the library)",
        one_of("classify, retrieve"));
  visit("epochs", o.epochs, "how often each training example is seen", between(1, 1e6));
  visit("batch", o.batch, "examples (conjectures with all their premises) a step", kBatch);
  visit("most-premises", o.most_premises,
        "premises of an example that a step sees; larger ones are cut into pieces anew each epoch, "
        "0: never",
        at_least(0));
  visit("learning-rate", o.learning_rate, "largest step size of Adam", above(0));
  visit("schedule", o.schedule, "of the learning rate: constant, or cosine (down to a hundredth)",
        one_of("constant, cosine"));
  visit("warm-up", o.warm_up, "steps over which the learning rate rises from zero", at_least(0));
  visit("weight-decay", o.weight_decay, "decoupled from the gradient, as in AdamW", at_least(0));
  visit("clip", o.clip, "longest gradient (euclidean); 0: any", at_least(0));
  visit("dropout", o.dropout, "share of the classifier's hidden units that a step leaves out",
        share_below_one());
  visit("state-dropout", o.state_dropout,
        "share of the numbers in the vectors of nodes and formulas that a step leaves out",
        share_below_one());
  visit("weight-dropout", o.weight_dropout, "share of the LSTMs' weights that a step leaves out",
        share_below_one());
  visit("list-loss", o.list_loss,
        "weight of a second loss: each useful premise against the others of its example",
        at_least(0));
  visit("label-smoothing", o.label_smoothing, "share of a target that is moved to one half",
        share_below_one());
  visit("symbol-dropout", o.symbol_dropout,
        "share of the symbols that an example treats as unknown", share_below_one());
  visit("unknown-examples", o.unknown_examples,
        "share of the examples that treat every symbol as unknown", share_below_one());
  visit("premise-dropout", o.premise_dropout,
        "share of the premises that are not there when an example is shown", share_below_one());
  visit("precedent-dropout", o.precedent_dropout,
        "share of the premises whose own vector and precedents an example leaves out",
        share_below_one());
  visit("without-cross-attention", o.without_cross_attention,
        "share of the steps in which no node attends (attdag), for ranking without cross-attention",
        share_below_one());
  visit("sampled-negatives", o.sampled_negatives,
        "older formulas drawn for each example that useful premises should stand above (pair mode)",
        between(0, 1e6));
  visit("sampled-negative-loss", o.sampled_negative_loss, "weight of that", at_least(0));
  visit("random-negatives", o.random_negatives,
        "formulas drawn from the library that useful premises of a step should stand above "
        "(retrieve)",
        between(0, 1e7));
  visit("hard-negatives", o.hard_negatives,
        "the same for each example, from the best that the last epoch's model found for it "
        "(retrieve)",
        between(0, 128));
  visit("least-features", o.least_features,
        "formulas of the library that earn a feature its vectors (retrieve)", between(1, 1e6));
  visit("teacher-share", o.teacher_share,
        "share of a target that a teacher gives; the rest is the label", between(0, 1));
  visit("lazy-rows", o.lazy_rows,
        "vectors of symbols and premises move only in steps that meet them", any_value());
  visit("products", o.products,
        "of matrices: f32, or bf16 (rounded to 8 bits, summed in f32; faster with AMX or AVX-512 "
        "BF16)",
        one_of("f32, bf16"));
  visit("average", o.average, "decay of the running average of weights; 0: none",
        share_below_one());
  visit("norm-examples", o.norm_examples,
        "training examples that measure batch norms after an epoch; 0: running averages",
        at_least(0));
  visit("least-count", o.least_count, "occurrences in training that earn a symbol its own vector",
        at_least(0));
  visit("patience", o.patience, "epochs without a better one before stopping; 0: never",
        at_least(0));
  visit(
      "choose-by", o.choose_by,
      "what the best epoch is best in: dev (accuracy on all of its premises), or unseen (on those "
      "that no training example has)",
      one_of("dev, unseen"));
  visit("micro-batches", o.micro_batches, "micro-batches of a step; part of what decides a result",
        between(1, 1024));
  visit("threads", o.threads, "threads; never change a result", kThreads);
  visit("seed", o.seed, "same seed, same data, same options: same weights", any_value());
}

// Visits every option, const and mutable ones alike: (name, value, help), or (name, value, help,
// allowed).
template <class Visit>
auto with_allowed(Visit& visit) {
  return
      [&visit](std::string_view name, auto& value, std::string_view help, const Allowed& allowed) {
        if constexpr (std::is_invocable_v<Visit&, std::string_view, decltype(value),
                                          std::string_view, const Allowed&>)
          visit(name, value, help, allowed);
        else
          visit(name, value, help);
      };
}
template <class Visit>
void each_option(ModelOptions& o, Visit&& visit) {
  each_model_option(o, with_allowed(visit));
}
template <class Visit>
void each_option(const ModelOptions& o, Visit&& visit) {
  each_model_option(o, with_allowed(visit));
}
template <class Visit>
void each_option(TrainOptions& o, Visit&& visit) {
  each_train_option(o, with_allowed(visit));
}
template <class Visit>
void each_option(const TrainOptions& o, Visit&& visit) {
  each_train_option(o, with_allowed(visit));
}

// Gives the option called `name` the value that `text` says ("128", "true", "pair"). Throws
// InputError if it cannot have it, or if no option is called so.
void set_option(std::string_view name, std::string_view text, ModelOptions& model,
                TrainOptions& train);

}  // namespace winnow
