#include "learn/micro_batches.h"

#include "learn/dropout.h"
#include "learn/norm_means.h"
#include "learn/ordered_sum.h"
#include "model/forward.h"
#include "term/hash.h"
#include "winnow/error.h"

namespace winnow {

namespace {

// Each of `own` should stand above all of `others`: - log of its share in exp(own) + sum of
// exp(others), summed over own.
torch::Tensor above_all(const torch::Tensor& own, const torch::Tensor& others) {
  return torch::softplus(others.logsumexp(0) - own).sum();
}

torch::Tensor chosen(const torch::Tensor& logits, const std::vector<std::int64_t>& items) {
  return logits.index_select(0, torch::tensor(items, torch::kInt64));
}

// Useful premises above the negatives of their example.
torch::Tensor sampled_negative_loss(const MicroBatch& batch, const torch::Tensor& logits) {
  torch::Tensor sum = torch::zeros({});
  std::uint32_t item = 0;
  auto negative = static_cast<std::uint32_t>(batch.targets.size());
  for (std::size_t n = 0; n < batch.negative_ends.size(); ++n) {
    std::vector<std::int64_t> useful;
    for (; item < batch.item_ends[n]; ++item)
      if (batch.targets[item] > 0.5f) useful.push_back(item);
    std::uint32_t end = batch.negative_ends[n];
    if (!useful.empty() && end > negative)
      sum = sum + above_all(chosen(logits, useful), logits.slice(0, negative, end));
    negative = end;
  }
  return sum;
}

// Useful premises above the other premises of their example.
torch::Tensor list_loss(const MicroBatch& batch, const torch::Tensor& logits) {
  torch::Tensor sum = torch::zeros({});
  std::uint32_t item = 0;
  for (std::uint32_t end : batch.item_ends) {
    std::vector<std::int64_t> useful, others;
    for (; item < end; ++item) (batch.targets[item] > 0.5f ? useful : others).push_back(item);
    if (!useful.empty() && !others.empty())
      sum = sum + above_all(chosen(logits, useful), chosen(logits, others));
  }
  return sum;
}

torch::Tensor as_tensor(const std::vector<float>& values) {
  return torch::from_blob(const_cast<float*>(values.data()),
                          {static_cast<std::int64_t>(values.size())});
}

// What the logits of premises should say: labels, moved towards a teacher and towards one half.
torch::Tensor aims(const MicroBatch& batch, const torch::Tensor& labels,
                   const StepOptions& options) {
  torch::Tensor aims = labels;
  if (!batch.teacher_says.empty())
    aims = aims.lerp(as_tensor(batch.teacher_says), options.teacher_share);
  if (options.label_smoothing > 0)
    aims = aims * (1 - options.label_smoothing) + 0.5 * options.label_smoothing;
  return aims;
}

MicroBatchResult differentiate(const ModelConfig& config, const ParameterMap& parameters,
                               const std::vector<torch::Tensor>& trained, const MicroBatch& batch,
                               const StepOptions& options, double items, std::uint64_t seed) {
  MicroBatchResult result;
  TorchOps ops(parameters, options.dropout, seed, options.products);
  Forward<TorchOps> forward(ops, config, batch.plan);
  torch::Tensor all = forward.logits().view({-1});
  torch::Tensor logits = all.slice(0, 0, static_cast<std::int64_t>(batch.targets.size()));
  torch::Tensor labels = as_tensor(batch.targets);
  torch::Tensor loss = torch::binary_cross_entropy_with_logits(logits, aims(batch, labels, options),
                                                               {}, {}, at::Reduction::Sum) /
                       items;
  if (options.sampled_negative_loss > 0 && !batch.negative_ends.empty())
    loss = loss + sampled_negative_loss(batch, all) * (options.sampled_negative_loss / items);
  if (options.list_loss > 0) loss = loss + list_loss(batch, logits) * (options.list_loss / items);
  result.gradients = torch::autograd::grad({loss}, trained, {}, false, false, true);
  result.loss = loss.item<double>();
  result.correct =
      static_cast<std::uint64_t>(((logits > 0) == (labels > 0.5)).sum().item<std::int64_t>());
  result.statistics = ops.statistics();
  return result;
}

bool is_lstm_matrix(std::string_view name) { return name.ends_with(".w") || name.ends_with(".u"); }

// Parameters as a step sees them: those of LSTMs with some weights left out.
struct Thinned {
  ParameterMap parameters;
  std::vector<torch::Tensor> trained, masks;  // [trained]; an undefined mask: all of it is there
};

Thinned thin(const ParameterMap& parameters, const std::vector<std::string>& trained, double share,
             std::uint64_t seed) {
  Thinned result{parameters, {}, std::vector<torch::Tensor>(trained.size())};
  for (std::size_t i = 0; i < trained.size(); ++i) {
    torch::Tensor& parameter = result.parameters.at(trained[i]);
    if (share > 0 && is_lstm_matrix(trained[i])) {
      torch::NoGradGuard no_gradients;
      result.masks[i] = dropout_mask(parameter, share, mix(seed, hash_text(trained[i])));
      parameter = parameter * result.masks[i];
      parameter.set_requires_grad(true);
    }
    result.trained.push_back(parameter);
  }
  return result;
}

}  // namespace

Differentiator::Differentiator(const ModelConfig& config, ParameterMap& parameters,
                               const StepOptions& options, Peers& peers)
    : peers_(peers),
      config_(config),
      parameters_(parameters),
      options_(options),
      slices_(parameters, peers.size()),
      workers_(options.threads) {
  for (const auto& [name, tensor] : parameters_)
    if (tensor.requires_grad()) trained_.push_back(name);
}

Differentiator::Differentiator(const ModelConfig& config, ParameterMap& parameters,
                               const StepOptions& options, std::unique_ptr<Peers> alone)
    : Differentiator(config, parameters, options, *alone) {
  alone_ = std::move(alone);
}

Differentiator::Differentiator(const ModelConfig& config, ParameterMap& parameters,
                               const StepOptions& options)
    : Differentiator(config, parameters, options, std::make_unique<Peers>()) {}

StepResult Differentiator::run(std::uint32_t micro_batches, std::uint64_t items,
                               const MicroBatchMaker& make, std::uint64_t seed) {
  StepResult step;
  step.items = items;
  require(step.items > 0, "a batch without items");
  Thinned thinned = thin(parameters_, trained_, options_.dropout.weights, seed);

  Peers::Block own = peers_.block(micro_batches);
  std::vector<MicroBatchResult> results(own.end - own.begin);
  each_in_parallel(workers_, own.end - own.begin, [&](std::uint32_t i) {
    std::uint32_t n = own.begin + i;
    MicroBatch batch = make(n);
    if (!batch.targets.empty())
      results[i] = differentiate(config_, thinned.parameters, thinned.trained, batch, options_,
                                 static_cast<double>(step.items), mix(seed, n));
  });
  results = add_in_order(micro_batches, std::move(results), trained_, thinned.masks, parameters_,
                         slices_, peers_, workers_);

  torch::NoGradGuard no_gradients;
  for (const MicroBatchResult& result : results) {
    step.loss += result.loss;
    step.correct += result.correct;
    update_running_norms(result.statistics, micro_batches, parameters_);
  }
  return step;
}

std::vector<std::vector<BatchStatistics>> batch_statistics(const ModelConfig& config,
                                                           const ParameterMap& parameters,
                                                           Peers::Block micro_batches,
                                                           const MicroBatchMaker& make,
                                                           Workers& workers, Products products) {
  std::vector<std::vector<BatchStatistics>> by_micro_batch(micro_batches.end - micro_batches.begin);
  each_in_parallel(workers, micro_batches.end - micro_batches.begin, [&](std::uint32_t i) {
    torch::NoGradGuard no_gradients;
    MicroBatch batch = make(micro_batches.begin + i);
    if (batch.targets.empty()) return;
    TorchOps ops(parameters, {}, 0, products);
    Forward<TorchOps>(ops, config, batch.plan).logits();
    by_micro_batch[i] = ops.statistics();
  });
  return by_micro_batch;
}

}  // namespace winnow
