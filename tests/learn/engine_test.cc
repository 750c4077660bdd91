// Every embedder x pooling x mode: the engine against its twin in double precision, the twin
// against finite differences, shared against unshared, batched against one by one.
#include "kernel/bf16.h"
#include "learn/dropout.h"
#include "learn/micro_batches.h"
#include "model/forward.h"
#include "model/model.h"
#include "model/plain_ops.h"
#include "term/hash.h"
#include "tests/learn/toy.h"
#include "tests/twin/twin.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <thread>

namespace winnow {
namespace {

struct Variant {
  const char *embedder, *direction, *pooling, *mode, *variables;
  bool extended = false;  // with match, compare, memory and precedents
  std::uint32_t width = 12;
};
std::ostream& operator<<(std::ostream& out, const Variant& v) {
  return out << v.embedder << ' ' << v.direction << ' ' << v.pooling << ' ' << v.mode
             << (v.extended ? " extended" : "");
}

std::vector<Variant> variants() {
  std::vector<Variant> all;
  for (const char* mode : {"joint", "pair"}) {
    all.push_back({"bidir", "up", "attdag", mode, "generic", true});
    all.push_back({"daglstm", "up", "dag", mode, "indexed", true});
    for (const char* pooling : {"max", "dag", "attdag"}) {
      for (const char* embedder : {"mpnn", "gcn", "bidir"})
        all.push_back({embedder, "up", pooling, mode, "generic"});
      all.push_back({"daglstm", "up", pooling, mode, "indexed"});
      all.push_back({"daglstm", "down", pooling, mode, "generic"});
    }
  }
  return all;
}

ModelOptions options_of(const Variant& v) {
  ModelOptions options;
  options.embedder = v.embedder;
  options.direction = v.direction;
  options.pooling = v.pooling;
  options.mode = v.mode;
  options.variables = v.variables;
  options.width = v.width;
  options.edge_width = 5;
  options.head_width = 6;
  options.match = options.compare = options.precedents = v.extended;
  options.memory = v.extended ? 1 : 0;
  return options;
}

// Everything a test needs of one variant.
struct Setting {
  explicit Setting(const Variant& v, const std::vector<toy::Example>& examples = toy::examples(),
                   const std::vector<toy::Example>* vocabulary = nullptr)
      : options(options_of(v)),
        config(make_config(options)),
        batch(toy::batch(examples, config, vocabulary)),
        specs(parameter_specs(config,
                              {batch.table.rows(), batch.table.edge_labels(), toy::kMemoryRows})),
        weights(random_weights(specs, 7)) {
    // Gains and biases away from one and zero, so that mistakes in them show.
    ModelWeights moved;
    std::uint32_t n = 0;
    for (const auto& [name, tensor] : weights.tensors()) {
      auto copy = tensor;
      if ((copy.shape.size() == 1 || name == "memory.table" || name == "precedents.weight") &&
          !name.ends_with(".variance"))
        for (float& value : copy.values) value += 0.1f * std::sin(static_cast<float>(++n));
      moved.set(name, copy);
    }
    weights = moved;
  }
  BatchPlan plan() const {
    return plan_batch(batch.forest, batch.items, batch.table.edge_labels(), config.architecture);
  }

  ModelOptions options;
  ModelConfig config;
  toy::Batch batch;
  std::vector<ParameterSpec> specs;
  ModelWeights weights;
};

torch::Tensor lopsided(const torch::Tensor& logits) {
  torch::Tensor slope = torch::arange(1, logits.numel() + 1, logits.options().requires_grad(false));
  return (logits.view({-1}) * slope).sum() + logits.view({-1}).pow(2).sum();
}

double relative(const torch::Tensor& got, const torch::Tensor& want) {
  double scale = want.abs().max().item<double>();
  return (got.to(torch::kDouble) - want).abs().max().item<double>() / std::max(scale, 1e-3);
}

std::vector<float> plain_logits(const Setting& s, const BatchPlan& plan,
                                const ModelWeights& weights) {
  PlainOps ops(weights);
  auto out = Forward<PlainOps>(ops, s.config, plan).logits();
  return {out.matrix().all().begin(), out.matrix().all().end()};
}

void expect_close(const std::vector<float>& a, const std::vector<float>& b, float bound) {
  ASSERT_EQ(a.size(), b.size());
  float scale = 1e-3f;
  for (float each : b) scale = std::max(scale, std::abs(each));
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], bound * scale) << "item " << i;
}

class Engine : public testing::TestWithParam<Variant> {};
INSTANTIATE_TEST_SUITE_P(All, Engine, testing::ValuesIn(variants()), [](const auto& each) {
  const Variant& v = each.param;
  return std::string(v.embedder) + "_" + v.direction + "_" + v.pooling + "_" + v.mode +
         (v.extended ? "_extended" : "");
});

TEST_P(Engine, AgreesWithTheTwinInLogitsAndGradients) {
  Setting s(GetParam());
  ParameterMap single = toy::tensors(s.weights, s.specs, torch::kFloat);
  ParameterMap twice = toy::tensors(s.weights, s.specs, torch::kDouble);
  BatchPlan plan = s.plan();
  TorchOps ops(single, {}, 1);
  Forward<TorchOps> forward(ops, s.config, plan);
  torch::Tensor got = forward.logits().view({-1});
  torch::Tensor want = twin_logits(s.config, twice, s.batch.forest, s.batch.items);
  EXPECT_LT(relative(got, want), 1e-5);
  lopsided(got).backward();
  lopsided(want).backward();
  // Float against double: errors are measured against the largest gradient of the model.
  double scale = 0;
  for (const auto& [name, tensor] : twice)
    if (tensor.grad().defined()) scale = std::max(scale, tensor.grad().abs().max().item<double>());
  for (const auto& [name, tensor] : twice) {
    if (!tensor.grad().defined()) continue;
    ASSERT_TRUE(single.at(name).grad().defined()) << name;
    double error =
        (single.at(name).grad().to(torch::kDouble) - tensor.grad()).abs().max().item<double>();
    EXPECT_LT(error, 1e-4 * std::max(tensor.grad().abs().max().item<double>(), 1e-2 * scale))
        << name;
  }
}

TEST_P(Engine, TwinAgreesWithFiniteDifferences) {
  Setting s(GetParam());
  ParameterMap parameters = toy::tensors(s.weights, s.specs, torch::kDouble);
  auto loss = [&] {
    return lopsided(twin_logits(s.config, parameters, s.batch.forest, s.batch.items));
  };
  loss().backward();
  torch::NoGradGuard guard;
  constexpr double kStep = 1e-6;
  for (const ParameterSpec& spec : s.specs) {
    torch::Tensor& tensor = parameters.at(spec.name);
    if (!spec.trained || !tensor.grad().defined()) continue;
    torch::Tensor flat = tensor.view({-1}), gradient = tensor.grad().view({-1});
    std::int64_t at = gradient.abs().argmax().item<std::int64_t>();
    double before = flat[at].item<double>();
    flat[at] = before + kStep;
    double up = loss().item<double>();
    flat[at] = before - kStep;
    double down = loss().item<double>();
    flat[at] = before;
    double want = gradient[at].item<double>();
    EXPECT_NEAR((up - down) / (2 * kStep), want, 1e-4 * std::max(1.0, std::abs(want))) << spec.name;
  }
}

// Every node gets a start row of its own with the same vector: nothing can be shared any more.
TEST_P(Engine, SharedEqualsUnshared) {
  auto examples = toy::examples();
  examples.push_back(examples.front());
  Setting s(GetParam(), examples);
  std::vector<float> shared = plain_logits(s, s.plan(), s.weights);
  Forest unshared = s.batch.forest;
  ModelWeights::Tensor table = s.weights.tensor("start.table"), wide;
  for (std::uint32_t node = 0; node < unshared.nodes(); ++node) {
    auto row = table.values.begin() + unshared.starts[node] * s.config.width;
    wide.values.insert(wide.values.end(), row, row + s.config.width);
    unshared.starts[node] = node;
  }
  wide.shape = {unshared.nodes(), s.config.width};
  ModelWeights weights = s.weights;
  weights.set("start.table", wide);
  BatchPlan plan =
      plan_batch(unshared, s.batch.items, s.batch.table.edge_labels(), s.config.architecture);
  EXPECT_GT(plan.state_rows, s.plan().state_rows);
  expect_close(shared, plain_logits(s, plan, weights), 1e-5f);
}

TEST_P(Engine, BatchedEqualsOneByOne) {
  Setting both(GetParam());
  std::vector<float> batched = plain_logits(both, both.plan(), both.weights), apart;
  auto all = toy::examples();
  for (const toy::Example& each : all) {
    Setting one(GetParam(), {each}, &all);
    auto logits = plain_logits(one, one.plan(), both.weights);
    apart.insert(apart.end(), logits.begin(), logits.end());
  }
  expect_close(batched, apart, 1e-5f);
}

TEST_P(Engine, RanksWithWhatItTrains) {
  Setting s(GetParam());
  BatchPlan plan = s.plan();
  ParameterMap parameters = toy::tensors(s.weights, s.specs, torch::kFloat);
  TorchOps ops(parameters, {}, 1);
  torch::Tensor trained = Forward<TorchOps>(ops, s.config, plan).logits().detach().contiguous();
  ModelWeights weights = s.weights;  // with the batch's statistics as running averages
  for (const BatchStatistics& each : ops.statistics())
    for (auto [name, tensor] : {std::pair{".mean", each.mean}, {".variance", each.variance}}) {
      const float* data = tensor.data_ptr<float>();
      weights.set(each.norm + name,
                  {{static_cast<std::size_t>(tensor.numel())}, {data, data + tensor.numel()}});
    }
  const float* data = trained.data_ptr<float>();
  expect_close(plain_logits(s, plan, weights), {data, data + trained.numel()}, 1e-5f);
}

TEST_P(Engine, OrderOfUnorderedArgumentsAndNamesChangeNothing) {
  std::vector<toy::Example> as_is = {{"![X]: ((p(X) & q(f(X,a))) => ?[Y]: (r(X,Y) | a = Y))",
                                      {"b = a | r(a,b) | p(a)", "![X,Y]: (r(X,Y) <=> r(Y,X))"}}};
  std::vector<toy::Example> moved = {{"![B]: ((q(f(B,a)) & p(B)) => ?[A]: (A = a | r(B,A)))",
                                      {"p(a) | a = b | r(a,b)", "![A,B]: (r(B,A) <=> r(A,B))"}}};
  Variant v = GetParam();
  v.variables = "generic";
  Setting one(v, as_is), other(v, moved);
  expect_close(plain_logits(one, one.plan(), one.weights),
               plain_logits(other, other.plan(), one.weights), 1e-5f);
}

TEST_P(Engine, AnUnknownVocabularyGivesFiniteLogitsThatDiffer) {
  auto known = toy::examples();
  std::vector<toy::Example> unknown = {
      {"![X]: (new(X) & newer(h(X)))", {"![X]: new(h(h(X)))", "old(c, d) | old(d, c)", "c = d"}}};
  Setting s(GetParam(), unknown, &known);
  auto logits = plain_logits(s, s.plan(), s.weights);
  for (float each : logits) EXPECT_TRUE(std::isfinite(each));
  EXPECT_NE(logits[0], logits[1]);
}

TEST(Differentiator, GivesTheSameBytesOnOneThreadAndOnEight) {
  Variant v{"bidir", "up", "attdag", "joint", "generic"};
  auto gradients = [&](std::uint32_t threads) {
    Setting s(v);
    ParameterMap parameters = toy::tensors(s.weights, s.specs, torch::kFloat);
    StepOptions options;
    options.threads = threads;
    options.dropout = {0.2, 0.1, 0.1};
    Differentiator differentiator(s.config, parameters, options);
    auto part = [&](std::uint32_t n) {
      return MicroBatch{plan_batch(s.batch.forest, std::span(s.batch.items).subspan(n, 2),
                                   s.batch.table.edge_labels(), s.config.architecture),
                        {s.batch.targets[n], s.batch.targets[n + 1]}};
    };
    differentiator.run(6, 12, part, 5);
    std::vector<float> all;
    for (const auto& [name, tensor] : parameters) {
      torch::Tensor flat = (tensor.requires_grad() ? tensor.grad() : tensor).contiguous();
      const float* data = flat.data_ptr<float>();
      all.insert(all.end(), data, data + flat.numel());
    }
    return all;
  };
  EXPECT_EQ(gradients(1), gradients(8));
}

// How matrices are multiplied belongs to a step, not to a thread or to the program.
TEST(Differentiator, TwoPrecisionsLearnSideBySide) {
  Variant wide{"bidir", "up", "attdag", "joint", "generic", false, 32};
  auto gradients = [&](Products products) {
    Setting s(wide);
    ParameterMap parameters = toy::tensors(s.weights, s.specs, torch::kFloat);
    StepOptions options;
    options.products = products;
    Differentiator differentiator(s.config, parameters, options);
    for (int i = 0; i < 5; ++i)
      differentiator.run(
          2, 2 * s.batch.items.size(),
          [&](std::uint32_t) {
            return MicroBatch{s.plan(), s.batch.targets};
          },
          5);
    torch::Tensor flat = parameters.at("up.u").grad().contiguous();
    return std::vector<float>(flat.data_ptr<float>(), flat.data_ptr<float>() + flat.numel());
  };
  std::vector<float> exact = gradients(Products::f32), rounded = gradients(Products::bf16);
  EXPECT_EQ(exact == rounded, bf16_unit() == Bf16Unit::none);
  std::vector<float> exact_beside, rounded_beside;
  {
    std::jthread one([&] { exact_beside = gradients(Products::f32); });
    std::jthread other([&] { rounded_beside = gradients(Products::bf16); });
  }
  EXPECT_EQ(exact_beside, exact);
  EXPECT_EQ(rounded_beside, rounded);
}

// A weight that a step leaves out is none in it: every gradient is that of a model without it, to
// the last bit. It gets no gradient itself, and is there again afterwards.
TEST(Differentiator, LeavesOutWeightsOfLstmsAndNothingElse) {
  constexpr std::uint64_t kSeed = 5;
  constexpr double kShare = 0.5;
  Setting s({"bidir", "up", "attdag", "joint", "generic"});
  auto differentiate = [&](ParameterMap& parameters, double share) {
    StepOptions options;
    options.dropout.weights = share;
    Differentiator(s.config, parameters, options)
        .run(
            1, s.batch.items.size(),
            [&](std::uint32_t) {
              return MicroBatch{s.plan(), s.batch.targets};
            },
            kSeed);
  };
  const ParameterMap before = toy::tensors(s.weights, s.specs, torch::kFloat);
  ParameterMap whole = toy::tensors(s.weights, s.specs, torch::kFloat);
  ParameterMap without = toy::tensors(s.weights, s.specs, torch::kFloat);
  ParameterMap masks;
  for (const char* lstm : {"up", "down", "pool"})
    for (const char* matrix : {".w", ".u"}) {
      const std::string name = std::string(lstm) + matrix;
      torch::Tensor mask = dropout_mask(before.at(name), kShare, mix(kSeed, hash_text(name)));
      EXPECT_NEAR((mask == 0).to(torch::kDouble).mean().item<double>(), kShare, 0.1) << name;
      without[name] = (before.at(name).detach() * mask).set_requires_grad(true);
      masks[name] = mask;
    }
  differentiate(whole, kShare);
  differentiate(without, 0);
  for (const ParameterSpec& spec : s.specs) {
    if (!spec.trained) continue;
    torch::Tensor expected = without.at(spec.name).grad();
    if (masks.contains(spec.name)) expected = expected * masks.at(spec.name);
    EXPECT_TRUE(whole.at(spec.name).grad().equal(expected)) << spec.name;
    EXPECT_TRUE(whole.at(spec.name).detach().equal(before.at(spec.name).detach())) << spec.name;
  }
}

// The loss of a list beside the labels': what softmax says by hand, on the items of two examples.
TEST(Differentiator, AddsTheLossOfUsefulPremisesAgainstTheOthersOfTheirList) {
  Setting s({"daglstm", "up", "dag", "joint", "generic"});
  ParameterMap parameters = toy::tensors(s.weights, s.specs, torch::kFloat);
  const auto count = static_cast<std::uint32_t>(s.batch.targets.size());
  const std::vector<std::uint32_t> ends = {count / 2, count};
  auto loss = [&](double weight) {
    StepOptions options;
    options.list_loss = weight;
    return Differentiator(s.config, parameters, options)
        .run(
            1, count,
            [&](std::uint32_t) {
              return MicroBatch{s.plan(), s.batch.targets, ends};
            },
            5)
        .loss;
  };
  TorchOps ops(parameters, {}, 5, Products::f32);
  const BatchPlan plan = s.plan();
  torch::Tensor logits = Forward<TorchOps>(ops, s.config, plan).logits().view({-1});
  double by_hand = 0;
  for (std::size_t n = 0, item = 0; n < ends.size(); ++n) {
    double others = 0;
    for (std::size_t i = item; i < ends[n]; ++i)
      if (s.batch.targets[i] < 0.5f)
        others += std::exp(logits[static_cast<std::int64_t>(i)].item<double>());
    for (; item < ends[n]; ++item) {
      if (s.batch.targets[item] < 0.5f || others == 0) continue;
      const double own = std::exp(logits[static_cast<std::int64_t>(item)].item<double>());
      by_hand -= std::log(own / (own + others));
    }
  }
  ASSERT_GT(by_hand, 0);
  EXPECT_NEAR(loss(2) - loss(0), 2 * by_hand / count, 1e-4);
}

}  // namespace
}  // namespace winnow
