// learn/step_draws.h - what a step leaves out of its examples, and what it adds.
// Every choice depends on the step's seed and on what is chosen alone, so that it is the same on
// any number of threads and processes, and there is no generator to save.
#pragma once

#include "data/store.h"
#include "learn/pieces.h"
#include "learn/sampled_negatives.h"
#include "model/config.h"
#include "score/example_batch.h"
#include "winnow/options.h"

#include <cstdint>
#include <map>
#include <span>

namespace winnow {

// True for a share of all hashes.
bool is_drawn(std::uint64_t hash, double share);

// Whether symbol dropout may hide a symbol of this kind: those that have names of their own.
bool may_be_dropped(Kind kind);

class StepDraws {
 public:
  // All of them must outlive it.
  StepDraws(const Store& store, const ModelConfig& config, const TrainOptions& options,
            std::span<const ExampleId> train);

  // `batch` must outlive what is returned.
  BatchDraws of(std::uint64_t seed, const PieceBatch& batch) const;
  // Nothing is left out: for measuring.
  BatchDraws plain() const;
  // Whether no node attends in this step.
  bool is_without_cross_attention(std::uint64_t seed) const;

 private:
  std::function<std::uint32_t(ExampleId)> own_precedent() const;
  std::function<std::vector<TermId>(ExampleId)> sampled_negatives(std::uint64_t seed) const;

  const Store& store_;
  const ModelConfig& config_;
  const TrainOptions& options_;
  std::map<ExampleId, std::uint32_t> own_precedents_;
  NegativePool pool_;
};

}  // namespace winnow
