// tests/learn/toy.h - a few small examples as forests, for tests of whole models.
#pragma once

#include "dag/labels.h"
#include "learn/torch_ops.h"
#include "model/model_file.h"
#include "score/example_batch.h"
#include "text/tptp.h"

#include <cmath>
#include <string>
#include <vector>

namespace winnow::toy {

struct Example {
  std::string conjecture;
  std::vector<std::string> premises;
};

inline std::vector<Example> examples() {
  return {{"![X]: (subset(X, union(X, a)) & subset(a, union(X, a)))",
           {"![X, Y]: (subset(X, Y) <=> ![Z]: (in(Z, X) => in(Z, Y)))",
            "![A, B, C]: (in(C, union(A, B)) <=> (in(C, A) | in(C, B)))",
            "![X]: (in(X, a) | ~ in(X, a) | p(f(X, X)))", "a != b & b = f(a, b)",
            "![X]: (in(X, a) | ~ in(X, a) | p(f(X, X)))"}},
          {"?[X]: (p(X) & p(f(X, g(a, b, X))))",
           {"p(a) & p(f(a, g(a, b, a)))", "![X, Y]: (p(f(X, X)) => p(f(X, Y)))", "p(a) | q",
            "![X]: ?[Y]: in(X, Y)"}}};
}

// Numbers of any kind; every third premise has none.
inline Precedents precedents(std::uint32_t item) {
  Precedents result = {};
  for (std::uint32_t i = 0; item % 3 != 0 && i < kPrecedents; ++i)
    result[i] = std::sin(static_cast<float>(item * kPrecedents + i));
  return result;
}

inline constexpr std::uint32_t kMemoryRows = 4;  // premises take them in turn

struct Batch {
  TermBank bank;
  LabelTable table;
  BoundLabels labels;
  Forest forest;
  std::vector<PremiseItem> items;
  std::vector<float> targets;
};

// The examples as one batch; `vocabulary` (or the examples themselves) decides what is known.
inline Batch batch(const std::vector<Example>& examples, const ModelConfig& config,
                   const std::vector<Example>* vocabulary = nullptr) {
  Batch result;
  auto term = [&](const std::string& formula) {
    return parse_tptp("fof(x, axiom, " + formula + ").", result.bank).formulas.at(0).term;
  };
  DagBuilder builder(config.variables);
  auto dag = [&](const std::vector<std::string>& formulas) {
    std::vector<TermId> roots;
    for (const std::string& each : formulas) roots.push_back(term(each));
    return builder.build(result.bank.view(), roots);
  };
  LabelCounter counter;
  for (const Example& each : vocabulary ? *vocabulary : examples) {
    counter.add(dag({each.conjecture}), result.bank.symbols().view());
    counter.add(dag(each.premises), result.bank.symbols().view());
  }
  result.table = counter.table();
  std::vector<std::pair<Dag, std::vector<Dag>>> dags;
  for (const Example& each : examples) {
    dags.push_back({dag({each.conjecture}), {}});
    if (config.mode == ExampleMode::joint) {
      dags.back().second.push_back(dag(each.premises));
    } else {
      for (const std::string& premise : each.premises) dags.back().second.push_back(dag({premise}));
    }
  }
  result.labels = BoundLabels(result.table, result.bank.symbols().view());
  for (const auto& [conjecture, premises] : dags) {
    std::uint32_t c = result.forest.add(conjecture, result.labels);
    std::uint32_t items = 0;
    for (const Dag& premise : premises) {
      std::uint32_t p = result.forest.add(premise, result.labels);
      for (std::uint32_t root = 0; root < premise.roots.size(); ++root, ++items)
        result.items.push_back({p, root, c, items % kMemoryRows, precedents(items)});
    }
    if (config.mode == ExampleMode::pair) result.forest.counts[c] = items;
  }
  for (std::size_t i = 0; i < result.items.size(); ++i)
    result.targets.push_back(i % 3 == 0 ? 1.f : 0.f);
  return result;
}

inline ParameterMap tensors(const ModelWeights& weights, const std::vector<ParameterSpec>& specs,
                            torch::ScalarType type) {
  ParameterMap map;
  for (const ParameterSpec& spec : specs) {
    const auto& tensor = weights.tensor(spec.name);
    std::vector<std::int64_t> shape(tensor.shape.begin(), tensor.shape.end());
    torch::Tensor value = torch::tensor(tensor.values).view(shape).to(type);
    map[spec.name] = value.set_requires_grad(spec.trained);
  }
  return map;
}

}  // namespace winnow::toy
