#include "learn/attach_examples.h"

#include "learn/checkpoint.h"
#include "learn/labelled_examples.h"
#include "score/encoder.h"
#include "score/example_scores.h"
#include "winnow/error_code.h"

#include <fmt/format.h>
#include <torch/torch.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>

namespace winnow {

namespace {

constexpr double kRidge = 10;  // pulls weights to zero, beside the sum of losses over premises
constexpr int kNewtonSteps = 15;

// The examples as a table, and the formulas that its numbers mean: the most frequent ones first, as
// small numbers are short in a file. A premise that occurs once has little to say, and there are
// many.
ExampleTable make_table(const Store& store, std::span<const ExampleId> examples,
                        std::vector<TermId>& terms) {
  std::map<TermId, std::uint32_t> counts;
  std::set<TermId> conjectures;
  for (ExampleId example : examples) {
    conjectures.insert(store.term(store.conjecture(example)));
    for (Premise premise : store.premises(example)) ++counts[store.term(premise.formula())];
  }
  for (const auto& [term, count] : counts)
    if (count >= 2) terms.push_back(term);
  std::ranges::stable_sort(terms, std::greater(), [&](TermId term) { return counts.at(term); });
  for (TermId term : conjectures)
    if (counts[term] < 2) terms.push_back(term);
  std::unordered_map<TermId, std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < terms.size(); ++i) numbers.emplace(terms[i], i);

  ExampleTable table;
  for (ExampleId example : examples) {
    for (Premise premise : store.premises(example))
      if (auto found = numbers.find(store.term(premise.formula())); found != numbers.end())
        table.premises.emplace_back(found->second, premise.useful());
    table.end_example(numbers.at(store.term(store.conjecture(example))));
  }
  return table;
}

ModelWeights::Tensor plain(const torch::Tensor& tensor) {
  return to_plain(tensor.to(torch::kFloat32).contiguous());
}

// Mean, and the projection to the widest principal axes of encodings whose numbers have equal
// spread.
void fit_axes(std::vector<float>& encodings, std::size_t rows, std::uint32_t width,
              ModelWeights& out) {
  auto columns = static_cast<std::int64_t>(encodings.size() / rows);
  torch::Tensor all =
      torch::from_blob(encodings.data(), {static_cast<std::int64_t>(rows), columns});
  torch::Tensor mean = all.mean(0), spread = all.std(0).clamp_min(1e-6);
  torch::Tensor equal = (all - mean) / spread;
  torch::Tensor correlation = (equal.t().mm(equal) / static_cast<double>(rows)).to(torch::kFloat64);
  auto [values, axes] = torch::linalg_eigh(correlation, "L");  // ascending
  torch::Tensor widest = axes.slice(1, columns - width),
                scale = values.slice(0, columns - width).clamp_min(1e-6).sqrt();
  out.set("nearest_examples.mean", plain(mean));
  out.set("nearest_examples.projection", plain((widest / scale).t() / spread));
}

struct Items {
  torch::Tensor numbers;  // [items, 1 + numbers] the logit first
  torch::Tensor useful;   // [items] 0 or 1
  torch::Tensor half;     // [items] of which half of the examples it is
};

struct Fit {
  torch::Tensor weight, bias;
  torch::Tensor right(const Items& items) const {
    return ((items.numbers.mv(weight) + bias) > 0) == (items.useful > 0.5);
  }
};

// Logistic regression by Newton's method, on numbers of mean 0 and spread 1.
Fit fit(const torch::Tensor& numbers, const torch::Tensor& useful) {
  torch::Tensor mean = numbers.mean(0), spread = numbers.std(0).clamp_min(1e-9);
  torch::Tensor x = torch::cat(
      {(numbers - mean) / spread, torch::ones({numbers.size(0), 1}, torch::kFloat64)}, 1);
  torch::Tensor ridge = kRidge * torch::eye(x.size(1), torch::kFloat64);
  ridge[-1][-1] = 0;  // not the bias
  torch::Tensor w = torch::zeros({x.size(1)}, torch::kFloat64);
  for (int step = 0; step < kNewtonSteps; ++step) {
    torch::Tensor said = torch::sigmoid(x.mv(w));
    torch::Tensor gradient = x.t().mv(said - useful) + ridge.mv(w);
    torch::Tensor hessian = (x * (said * (1 - said)).unsqueeze(1)).t().mm(x) + ridge;
    w = w - torch::linalg_solve(hessian + 1e-6 * torch::eye(x.size(1), torch::kFloat64), gradient,
                                true);
  }
  torch::Tensor weight = w.slice(0, 0, -1) / spread;
  return {weight, w[-1] - weight.dot(mean)};
}

Items read_items(const Model& model, const Store& store, std::span<const ExampleId> examples,
                 const NearestExampleOptions& options) {
  ModelFile alone = model.file();
  alone.nearest_examples = {};
  Model plain_model(std::move(alone));
  std::vector<float> logits =
      score_examples(plain_model, store, examples,
                     {plain_model.config().mode, options.batch, options.threads})
          .logits;
  PlacedFormulas placed = placed_formulas(model, store, examples, options.threads);
  std::vector<double> numbers, useful, half;
  std::size_t item = 0;
  for (std::size_t n = 0; n < examples.size(); ++n) {
    auto premises = store.premises(examples[n]);
    std::vector<TermId> terms;
    for (Premise premise : premises) terms.push_back(store.term(premise.formula()));
    auto said = placed.numbers(store.term(store.conjecture(examples[n])), terms);
    for (std::size_t i = 0; i < premises.size(); ++i) {
      numbers.push_back(logits[item++]);
      numbers.insert(numbers.end(), said[i].begin(), said[i].end());
      useful.push_back(premises[i].useful() ? 1 : 0);
      half.push_back(static_cast<double>(n % 2));
    }
  }
  auto rows = static_cast<std::int64_t>(useful.size());
  return {torch::tensor(numbers, torch::kFloat64).view({rows, -1}),
          torch::tensor(useful, torch::kFloat64), torch::tensor(half, torch::kFloat64)};
}

double share(const torch::Tensor& right) { return right.to(torch::kFloat64).mean().item<double>(); }

}  // namespace

AttachedExamples attach_examples(const ModelFile& model, const Store& store,
                                 const NearestExampleOptions& options,
                                 const std::function<void(std::size_t, std::size_t)>& progress) {
  std::uint32_t most = encoding_width(make_config(model.options));
  if (options.width == 0 || options.width > most)
    throw CodedError(ErrorCode::option_value, {"width", fmt::format("{}", options.width)},
                     fmt::format("width cannot be {}", options.width),
                     fmt::format("it is a number from 1 to {}", most));
  std::vector<ExampleId> examples = labelled_examples(store, options.split);
  torch::NoGradGuard no_gradients;
  std::vector<TermId> terms;
  AttachedExamples result{model};
  result.model.nearest_example_table = make_table(store, labelled_examples(store, "train"), terms);
  ModelWeights& nearest = result.model.nearest_examples = {};
  std::vector<float> encodings = encode(Model(model), store.terms(), terms,
                                        {.threads = options.threads}, [&](std::size_t done) {
                                          if (progress) progress(done, terms.size());
                                        });
  fit_axes(encodings, terms.size(), options.width, nearest);
  std::vector<float> vectors =
      NearestExampleReader(result.model).place({encodings.data(), terms.size(), most});
  for (float& each : vectors) each = std::round(kNearestExampleSteps * each);
  nearest.set("nearest_examples.vectors",
              {{terms.size(), options.width}, std::move(vectors), true});

  Items items = read_items(Model(result.model), store, examples, options);
  Fit all = fit(items.numbers, items.useful);
  nearest.set("nearest_examples.weight", plain(all.weight));
  nearest.set("nearest_examples.bias", plain(all.bias.view({1})));
  result.alone = share((items.numbers.select(1, 0) > 0) == (items.useful > 0.5));
  result.fitted = share(all.right(items));
  torch::Tensor crossed = torch::zeros_like(items.useful);
  for (double half : {0.0, 1.0}) {
    torch::Tensor own = items.half == half;
    Fit other = fit(items.numbers.index({~own}), items.useful.index({~own}));
    crossed = torch::where(own, other.right(items).to(torch::kFloat64), crossed);
  }
  result.halves = share(crossed);
  return result;
}

}  // namespace winnow
