// presets.h - options that are known to work for a data set, by name.
//
//   ModelOptions options;
//   TrainOptions training;
//   apply_preset("mizar", options, training);
//
// What a user says comes before them.
#pragma once

#include "winnow/options.h"

#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <string_view>

namespace winnow {

struct OptionValue {
  std::string_view name, value;
};
// The first list with the values of the second in their places.
template <std::size_t N, std::size_t M>
constexpr std::array<OptionValue, N> with_values(std::array<OptionValue, N> values,
                                                 const std::array<OptionValue, M>& others) {
  for (const OptionValue& other : others)
    for (OptionValue& each : values)
      if (each.name == other.name) each.value = other.value;
  return values;
}
inline constexpr std::array kMizarValues = {OptionValue{"embedder", "bidir"},
                                            OptionValue{"pooling", "attdag"},
                                            OptionValue{"mode", "joint"},
                                            OptionValue{"variables", "generic"},
                                            OptionValue{"width", "128"},
                                            OptionValue{"edge-width", "32"},
                                            OptionValue{"match", "true"},
                                            OptionValue{"compare", "true"},
                                            OptionValue{"batch", "32"},
                                            OptionValue{"precedents", "true"},
                                            OptionValue{"precedent-dropout", "0.1"},
                                            OptionValue{"symbol-dropout", "0.03"},
                                            OptionValue{"state-dropout", "0.15"},
                                            OptionValue{"weight-dropout", "0.1"},
                                            OptionValue{"learning-rate", "0.0014"},
                                            OptionValue{"products", "bf16"},
                                            OptionValue{"epochs", "10"}};
inline constexpr std::array kHolStepValues = {OptionValue{"embedder", "daglstm"},
                                              OptionValue{"direction", "up"},
                                              OptionValue{"pooling", "dag"},
                                              OptionValue{"mode", "pair"},
                                              OptionValue{"variables", "indexed"},
                                              OptionValue{"width", "256"},
                                              OptionValue{"edge-width", "64"},
                                              OptionValue{"precedents", "true"},
                                              OptionValue{"precedent-dropout", "0.1"},
                                              OptionValue{"symbol-dropout", "0.02"},
                                              OptionValue{"state-dropout", "0.1"},
                                              OptionValue{"weight-dropout", "0.1"},
                                              OptionValue{"batch", "32"},
                                              OptionValue{"learning-rate", "0.002"},
                                              OptionValue{"products", "bf16"},
                                              OptionValue{"epochs", "8"}};
inline constexpr std::array kMizarRetrieveValues = {OptionValue{"task", "retrieve"},
                                                    OptionValue{"classify", "false"},
                                                    OptionValue{"retrieve", "192"},
                                                    OptionValue{"retrieve-from", "features"},
                                                    OptionValue{"batch", "256"},
                                                    OptionValue{"epochs", "5"},
                                                    OptionValue{"random-negatives", "2000"},
                                                    OptionValue{"hard-negatives", "8"},
                                                    OptionValue{"lazy-rows", "true"},
                                                    OptionValue{"learning-rate", "0.003"},
                                                    OptionValue{"warm-up", "50"},
                                                    OptionValue{"clip", "0"},
                                                    OptionValue{"average", "0.98"},
                                                    OptionValue{"precedent-dropout", "0.2"},
                                                    OptionValue{"symbol-dropout", "0.1"},
                                                    OptionValue{"products", "bf16"}};
// What the paper's appendix says, and no more: for its tables. Everything is written down, so that
// better defaults do not change them. Where appendix and authors' code differ, or the appendix is
// silent, it is as in the code: batch norm and dropout in the classifier, 16 conjectures or 32
// pairs a step, running averages for batch norms. One micro-batch, since batch norm sees each by
// itself. Masking 1 % of the symbols trains the vectors of unknown ones, which are ours (the
// authors have zeros there). 32 pairs are four steps of each of eight conjectures.
inline constexpr std::array kPaperMizarValues = {OptionValue{"embedder", "bidir"},
                                                 OptionValue{"direction", "down"},
                                                 OptionValue{"pooling", "attdag"},
                                                 OptionValue{"mode", "joint"},
                                                 OptionValue{"variables", "generic"},
                                                 OptionValue{"width", "128"},
                                                 OptionValue{"edge-width", "32"},
                                                 OptionValue{"rounds", "2"},
                                                 OptionValue{"heads", "2"},
                                                 OptionValue{"head-width", "128"},
                                                 OptionValue{"cell-norm", "true"},
                                                 OptionValue{"classifier-norm", "true"},
                                                 OptionValue{"match", "false"},
                                                 OptionValue{"compare", "false"},
                                                 OptionValue{"memory", "0"},
                                                 OptionValue{"precedents", "false"},
                                                 OptionValue{"epochs", "30"},
                                                 OptionValue{"batch", "16"},
                                                 OptionValue{"most-premises", "0"},
                                                 OptionValue{"learning-rate", "0.001"},
                                                 OptionValue{"schedule", "constant"},
                                                 OptionValue{"warm-up", "0"},
                                                 OptionValue{"weight-decay", "0"},
                                                 OptionValue{"clip", "0"},
                                                 OptionValue{"dropout", "0.2"},
                                                 OptionValue{"state-dropout", "0"},
                                                 OptionValue{"weight-dropout", "0"},
                                                 OptionValue{"label-smoothing", "0"},
                                                 OptionValue{"symbol-dropout", "0.01"},
                                                 OptionValue{"premise-dropout", "0"},
                                                 OptionValue{"products", "f32"},
                                                 OptionValue{"average", "0"},
                                                 OptionValue{"norm-examples", "0"},
                                                 OptionValue{"least-count", "1"},
                                                 OptionValue{"micro-batches", "1"}};
inline constexpr auto kPaperHolStepValues = with_values(
    kPaperMizarValues, std::array{OptionValue{"mode", "pair"}, OptionValue{"width", "256"},
                                  OptionValue{"edge-width", "64"}, OptionValue{"head-width", "256"},
                                  OptionValue{"epochs", "5"}, OptionValue{"batch", "8"},
                                  OptionValue{"most-premises", "4"}});
// A second stage, small and quick. Half of its lists have no known symbol, so that it learns to
// compare formulas rather than to remember names.
inline constexpr std::array kMizarRerankValues = {OptionValue{"embedder", "bidir"},
                                                  OptionValue{"pooling", "attdag"},
                                                  OptionValue{"mode", "joint"},
                                                  OptionValue{"variables", "generic"},
                                                  OptionValue{"width", "64"},
                                                  OptionValue{"match", "true"},
                                                  OptionValue{"compare", "true"},
                                                  OptionValue{"rerank", "512"},
                                                  OptionValue{"rerank-group", "64"},
                                                  OptionValue{"list-loss", "1"},
                                                  OptionValue{"unknown-examples", "0.5"},
                                                  OptionValue{"symbol-dropout", "0.05"},
                                                  OptionValue{"state-dropout", "0.1"},
                                                  OptionValue{"batch", "16"},
                                                  OptionValue{"least-count", "20"},
                                                  OptionValue{"learning-rate", "0.002"},
                                                  OptionValue{"products", "bf16"},
                                                  OptionValue{"epochs", "5"}};
struct Preset {
  std::string_view name;
  std::span<const OptionValue> values;
};
inline constexpr std::array kPresets = {Preset{"mizar", kMizarValues},
                                        Preset{"holstep", kHolStepValues},
                                        Preset{"mizar-retrieve", kMizarRetrieveValues},
                                        Preset{"mizar-rerank", kMizarRerankValues},
                                        Preset{"paper-mizar", kPaperMizarValues},
                                        Preset{"paper-holstep", kPaperHolStepValues}};

// Throws InputError if there is none.
const Preset& preset_called(std::string_view name);

// Gives the options of a preset their values, but those for which `keep` is true.
void apply_preset(std::string_view preset, ModelOptions& model, TrainOptions& train,
                  const std::function<bool(std::string_view option)>& keep = {});

}  // namespace winnow
