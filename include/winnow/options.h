// options.h - every option once: its name, its default, what it means.
// The command line, --help and the model file all walk the same list, so a new
// option is one line here.
//
//   ModelOptions options;
//   each_option(options, [](std::string_view name, auto& value, std::string_view help) { ... });
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace winnow {

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
};

template <class Options, class Visit>
void each_model_option(Options& o, Visit&& visit) {
  visit("embedder", o.embedder, "how nodes get states: mpnn, gcn, daglstm or bidir");
  visit("direction", o.direction, "of daglstm: up (arguments first) or down (parents first)");
  visit("pooling", o.pooling, "how states become one vector: max, dag or attdag");
  visit("mode", o.mode, "joint: all premises of an example are one graph; pair: one each");
  visit("variables", o.variables, "labels of variables: generic (one for all) or indexed");
  visit("width", o.width, "length of a node's vector");
  visit("edge-width", o.edge_width, "length of an edge's vector (mpnn)");
  visit("rounds", o.rounds, "rounds of message passing (mpnn, gcn)");
  visit("heads", o.heads, "attention heads (attdag)");
  visit("head-width", o.head_width, "length of a head's vectors; 0: same as width");
  visit("cell-norm", o.cell_norm, "one more layer norm on an LSTM's cell");
  visit("classifier-norm", o.classifier_norm, "batch norm inside the classifier");
  visit("match", o.match, "the classifier also sees products of premise and conjecture");
  visit("compare", o.compare, "premises of one graph attend to each other before the verdict");
  visit("memory", o.memory, "occurrences in training that earn a premise a vector of its own; 0: none");
  visit("precedents", o.precedents, "the classifier also sees how useful a premise was in training, beside similar conjectures");
}

// How a model is trained. None of it is needed to use the model afterwards.
struct TrainOptions {
  std::uint32_t epochs = 30;
  std::uint32_t batch = 16;
  double learning_rate = 1e-3;
  std::string schedule = "cosine";
  std::uint32_t warm_up = 200;
  double weight_decay = 0.0;
  double clip = 1.0;
  double dropout = 0.2;
  double state_dropout = 0.0;
  double weight_dropout = 0.0;
  double label_smoothing = 0.0;
  double mask = 0.01;
  double leave_out = 0.0;
  double forget = 0.3;
  double unattended = 0.0;
  std::uint32_t strangers = 0;
  double stranger_loss = 0.25;
  double teacher_share = 0.5;
  bool lazy_rows = false;
  std::string products = "f32";
  double average = 0.999;
  std::uint32_t norm_examples = 1024;
  std::uint32_t least_count = 1;
  std::uint32_t patience = 0;
  std::uint32_t parts = 2;
  std::uint32_t threads = 2;
  std::uint64_t seed = 1;
};

template <class Options, class Visit>
void each_train_option(Options& o, Visit&& visit) {
  visit("epochs", o.epochs, "how often each training example is seen");
  visit("batch", o.batch, "examples (conjectures with all their premises) a step");
  visit("learning-rate", o.learning_rate, "largest step size of Adam");
  visit("schedule", o.schedule, "of the learning rate: constant, or cosine (down to a hundredth)");
  visit("warm-up", o.warm_up, "steps over which the learning rate rises from zero");
  visit("weight-decay", o.weight_decay, "decoupled from the gradient, as in AdamW");
  visit("clip", o.clip, "longest gradient (euclidean); 0: any");
  visit("dropout", o.dropout, "share of the classifier's hidden units that a step leaves out");
  visit("state-dropout", o.state_dropout, "share of the numbers in the vectors of nodes and formulae that a step leaves out");
  visit("weight-dropout", o.weight_dropout, "share of the LSTMs' weights that a step leaves out");
  visit("label-smoothing", o.label_smoothing, "share of a target that is moved to one half");
  visit("mask", o.mask, "share of the symbols that an example treats as unknown");
  visit("leave-out", o.leave_out, "share of the premises that are not there when an example is shown");
  visit("forget", o.forget, "share of the premises whose own vector and precedents an example leaves out");
  visit("unattended", o.unattended, "share of the steps in which no node attends (attdag), for ranking in two stages");
  visit("strangers", o.strangers, "older formulae drawn for each example that useful premises should stand above (pair mode)");
  visit("stranger-loss", o.stranger_loss, "weight of that");
  visit("teacher-share", o.teacher_share, "share of a target that a --teacher gives; the rest is the label");
  visit("lazy-rows", o.lazy_rows, "vectors of symbols and premises move only in steps that meet them");
  visit("products", o.products, "of matrices: f32, or bf16 (rounded to 8 bits, summed in f32; faster with AMX or AVX-512 BF16)");
  visit("average", o.average, "decay of the running average of weights; 0: none");
  visit("norm-examples", o.norm_examples, "training examples that measure batch norms after an epoch; 0: running averages");
  visit("least-count", o.least_count, "occurrences in training that earn a symbol its own vector");
  visit("patience", o.patience, "epochs without a better dev accuracy before stopping; 0: never");
  visit("parts", o.parts, "micro-batches of a step; part of what decides a result");
  visit("threads", o.threads, "threads; never change a result");
  visit("seed", o.seed, "same seed, same data, same options: same weights");
}

// Settings that are known to work for a data set; what a user says comes before them.
struct OptionValue {
  std::string_view name, value;
};
inline constexpr std::array kMizarValues = {
    OptionValue{"embedder", "bidir"}, OptionValue{"pooling", "attdag"}, OptionValue{"mode", "joint"},
    OptionValue{"variables", "generic"}, OptionValue{"width", "128"}, OptionValue{"edge-width", "32"},
    OptionValue{"match", "true"}, OptionValue{"compare", "true"}, OptionValue{"batch", "32"},
    OptionValue{"precedents", "true"}, OptionValue{"forget", "0.1"}, OptionValue{"mask", "0.03"},
    OptionValue{"state-dropout", "0.15"}, OptionValue{"weight-dropout", "0.1"},
    OptionValue{"learning-rate", "0.0014"}, OptionValue{"products", "bf16"}, OptionValue{"epochs", "10"}};
inline constexpr std::array kHolStepValues = {
    OptionValue{"embedder", "daglstm"}, OptionValue{"direction", "up"}, OptionValue{"pooling", "dag"},
    OptionValue{"mode", "pair"}, OptionValue{"variables", "indexed"}, OptionValue{"width", "256"},
    OptionValue{"edge-width", "64"}, OptionValue{"precedents", "true"}, OptionValue{"forget", "0.1"},
    OptionValue{"mask", "0.02"}, OptionValue{"state-dropout", "0.1"}, OptionValue{"weight-dropout", "0.1"},
    OptionValue{"batch", "32"}, OptionValue{"learning-rate", "0.002"}, OptionValue{"products", "bf16"},
    OptionValue{"epochs", "8"}};
struct Preset {
  std::string_view name;
  std::span<const OptionValue> values;
};
inline constexpr std::array kPresets = {Preset{"mizar", kMizarValues}, Preset{"holstep", kHolStepValues}};

// Visits (name, value, help) of every option; works on const and mutable options alike.
template <class Visit>
void each_option(ModelOptions& o, Visit&& visit) { each_model_option(o, visit); }
template <class Visit>
void each_option(const ModelOptions& o, Visit&& visit) { each_model_option(o, visit); }
template <class Visit>
void each_option(TrainOptions& o, Visit&& visit) { each_train_option(o, visit); }
template <class Visit>
void each_option(const TrainOptions& o, Visit&& visit) { each_train_option(o, visit); }

}  // namespace winnow
