#include "learn/step_draws.h"

#include "term/hash.h"

namespace winnow {

bool is_drawn(std::uint64_t hash, double share) {
  return (hash >> 32) < static_cast<std::uint64_t>(share * 0x1p32);
}

bool may_be_dropped(Kind kind) {
  return kind == Kind::predicate || kind == Kind::function || kind == Kind::number;
}

StepDraws::StepDraws(const Store& store, const ModelConfig& config, const TrainOptions& options,
                     std::span<const ExampleId> train)
    : store_(store), config_(config), options_(options) {
  if (options.sampled_negatives != 0) pool_ = NegativePool(store, train);
  if (config.precedents)
    for (std::uint32_t i = 0; i < train.size(); ++i) own_precedents_[train[i]] = i;
}

BatchDraws StepDraws::of(std::uint64_t seed, const PieceBatch& batch) const {
  BatchDraws draws{.own_precedent = own_precedent(), .sampled_negatives = sampled_negatives(seed)};
  if (options_.premise_dropout > 0 || !batch.is_whole())
    draws.drops_premise = [this, seed, &batch](ExampleId example, FormulaId premise) {
      return batch.leaves_out(example, premise) ||
             is_drawn(mix(mix(seed, index(example)), mix(index(premise), 7)),
                      options_.premise_dropout);
    };
  if (options_.symbol_dropout > 0 || options_.unknown_examples > 0)
    draws.drops_symbol = [this, seed](ExampleId example, SymbolId symbol) {
      Kind kind = store_.terms().symbols.kind(symbol);
      const std::uint64_t drawn = mix(seed, index(example));
      if ((kind == Kind::predicate || kind == Kind::function) &&
          is_drawn(mix(drawn, 13), options_.unknown_examples))
        return true;
      return may_be_dropped(kind) && is_drawn(mix(drawn, index(symbol)), options_.symbol_dropout);
    };
  if ((config_.memory != 0 || config_.precedents) && options_.precedent_dropout > 0)
    draws.drops_precedents = [this, seed](ExampleId example, TermId term) {
      return is_drawn(mix(mix(seed, index(example)), mix(index(term), 5)),
                      options_.precedent_dropout);
    };
  return draws;
}

BatchDraws StepDraws::plain() const {
  return {.own_precedent = own_precedent(), .sampled_negatives = sampled_negatives(options_.seed)};
}

bool StepDraws::is_without_cross_attention(std::uint64_t seed) const {
  return is_drawn(mix(seed, 3), options_.without_cross_attention);
}

std::function<std::uint32_t(ExampleId)> StepDraws::own_precedent() const {
  return [this](ExampleId example) { return own_precedents_.at(example); };
}

std::function<std::vector<TermId>(ExampleId)> StepDraws::sampled_negatives(
    std::uint64_t seed) const {
  if (options_.sampled_negatives == 0) return {};
  return [this, seed](ExampleId example) {
    return pool_.draw(store_, example, options_.sampled_negatives,
                      mix(mix(seed, index(example)), 11));
  };
}

}  // namespace winnow
