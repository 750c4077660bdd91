// bench/engine/engine_bench.cc - training and scoring steps against the plain libtorch twin.
// in: stores of Mizar and HolStep (rows without their store are left out, and said so)
// out: a table of rates and ratios, or JSON; machine named; all ratios from one run
// A step is all of it: graphs, plan, forward, backward, optimiser. The twin takes the same
// examples as disjoint graphs, with libtorch's own Adam and two threads.
#include "data/store.h"
#include "kernel/blas.h"
#include "kernel/ops.h"
#include "learn/adam.h"
#include "learn/batches.h"
#include "learn/checkpoint.h"
#include "learn/micro_batches.h"
#include "model/model.h"
#include "score/example_scores.h"
#include "term/shuffle.h"
#include "tests/twin/twin.h"
#include "winnow/tune.h"

#include <cblas.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <torch/torch.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>
#include <optional>

using namespace winnow;

namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values.empty() ? 0 : values[values.size() / 2];
}

double peak_gb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / (1 << 20);
}

std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown";
}

constexpr int kWarmUp = 3;  // steps
constexpr double kLeastSeconds = 3;
constexpr std::uint64_t kScored = 20'000;  // premises

struct Case {
  std::string title;
  const Store* store;
  ModelOptions options;
  std::uint32_t batch,
      parts;  // examples, micro-batches: few of them share more, many take less memory
  std::uint32_t twin_batch;  // examples the twin takes at once: as many as it can
};

// One model with everything a training step needs.
class Bench {
 public:
  Bench(const Case& c, int rounds) : case_(c), config_(make_config(c.options)), rounds_(rounds) {
    auto split = c.store->find_split("train");
    // Batches as training has them: in any order, cut into parts alike.
    for (ExampleId example : c.store->examples(*split))
      if (!c.store->premises(example).empty()) examples_.push_back(example);
    shuffle(examples_, 1);
    for (std::uint64_t premises = 0; premises < kScored;
         premises += items(std::span(&scored_.back(), 1)))
      scored_.push_back(examples_.at(scored_.size()));
    examples_.resize(
        std::min<std::size_t>(examples_.size(), std::size_t{c.batch} * (rounds + kWarmUp)));
    LabelCounter counter;
    DagBuilder builder(config_.variables);
    for (ExampleId example : examples_) {
      std::vector<TermId> roots = {c.store->term(c.store->conjecture(example))};
      for (Premise premise : c.store->premises(example))
        roots.push_back(c.store->term(premise.formula()));
      counter.add(builder.build(c.store->terms(), roots), c.store->terms().symbols);
    }
    labels_ = counter.table();
    bound_ = BoundLabels(labels_, c.store->terms().symbols);
    specs_ = parameter_specs(config_, {labels_.rows(), labels_.edge_labels()});
    weights_ = random_weights(specs_, 1);
  }

  struct Rates {
    double two_threads, one_thread, speed_up;  // items per second; the median of the ratios
  };
  // Whole training steps, with two threads and with one in turn; the first ones warm up the
  // memory pools.
  Rates train_rates() {
    openblas_set_num_threads(1);
    at::set_num_threads(1);
    Training two(*this, 2), one(*this, 1);
    std::vector<double> two_rates, one_rates, ratios;
    Clock::time_point begin = Clock::now();
    for (int round = 0; round < rounds_ + kWarmUp || seconds_since(begin) < kLeastSeconds;
         ++round) {
      auto batch = std::span<const ExampleId>(examples_).subspan(
          round % (rounds_ + kWarmUp) * case_.batch, case_.batch);
      double with_two = two.step(batch), with_one = one.step(batch);
      if (round < kWarmUp) continue;
      two_rates.push_back(with_two);
      one_rates.push_back(with_one);
      ratios.push_back(with_two / with_one);
    }
    return {median(two_rates), median(one_rates), median(ratios)};
  }

  double score_rate(std::uint32_t threads) {
    openblas_set_num_threads(1);
    ModelFile file;
    file.options = case_.options;
    file.labels = labels_;
    file.weights = weights_;
    Model model(std::move(file));
    ScoreOptions options;
    options.mode = config_.mode;
    options.threads = threads;
    std::vector<double> rates;
    for (int run = 0; run < 3; ++run) {
      Clock::time_point begin = Clock::now();
      score_examples(model, *case_.store, scored_, options);
      rates.push_back(static_cast<double>(items(scored_)) / seconds_since(begin));
    }
    return median(rates);
  }

  // The twin on disjoint graphs: a conjecture once an example, every premise (or the joint graph).
  double twin_rate(int rounds) {
    openblas_set_num_threads(2);
    at::set_num_threads(2);
    ParameterMap parameters = to_tensors(weights_, specs_);
    std::vector<torch::Tensor> trained;
    for (auto& [name, tensor] : parameters)
      if (tensor.requires_grad()) trained.push_back(tensor);
    torch::optim::Adam adam(trained, torch::optim::AdamOptions(1e-3));
    std::vector<double> rates;
    for (int round = 0; round <= rounds; ++round) {
      auto batch =
          std::span<const ExampleId>(examples_).subspan(round * case_.twin_batch, case_.twin_batch);
      Clock::time_point begin = Clock::now();
      auto [forest, twin_items, targets] = disjoint(batch);
      adam.zero_grad();
      torch::Tensor logits = twin_logits(config_, parameters, forest, twin_items);
      torch::binary_cross_entropy_with_logits(logits, torch::tensor(targets)).backward();
      adam.step();
      if (round > 0) rates.push_back(static_cast<double>(twin_items.size()) / seconds_since(begin));
    }
    return median(rates);
  }

  // Share of sgemm's peak in the LSTM passes of one micro-batch, forward and backward.
  double lstm_share() {
    openblas_set_num_threads(1);
    BatchBuilder builder(*case_.store, bound_, formulas_, config_.variables, config_.mode);
    ExampleBatch made =
        builder.build(std::span<const ExampleId>(examples_).first(case_.batch / case_.parts));
    BatchPlan plan = made.plan(config_.architecture);
    std::vector<std::pair<std::string, const LstmPlan*>> passes;
    if (plan.up) passes.push_back({"up", &*plan.up});
    if (plan.down) passes.push_back({"down", &*plan.down});
    if (plan.pool) passes.push_back({"pool", &*plan.pool});
    std::vector<double> shares;
    for (int round = 0; round < 5; ++round) {
      double flops = 0, time = 0, peak = sgemm_peak();
      for (const auto& [name, pass] : passes) {
        LstmWeights w = weights_.lstm(name);
        auto d = static_cast<double>(w.width);
        flops +=
            3 * 8 * d * (pass->pairs() * d + pass->input_rows * static_cast<double>(w.input_width));
        time += lstm_seconds(*pass, w);
      }
      shares.push_back(flops / time / std::max(peak, sgemm_peak()));
    }
    return median(shares);
  }

 private:
  // A model in training on some threads.
  class Training {
   public:
    Training(const Bench& bench, std::uint32_t threads)
        : bench_(bench),
          threads_(threads),
          parameters_(to_tensors(bench.weights_, bench.specs_)),
          adam_(parameters_, with_average()),
          differentiator_(bench.config_, parameters_, with_threads(threads)),
          builders_(bench.case_.parts,
                    BatchBuilder(*bench.case_.store, bench.bound_, bench.formulas_,
                                 bench.config_.variables, bench.config_.mode)) {}

    double step(std::span<const ExampleId> batch) {  // items per second
      Clock::time_point begin = Clock::now();
      auto parts = cut_into_micro_batches(*bench_.case_.store, batch, bench_.case_.parts);
      auto make = [&](std::uint32_t part) {
        ExampleBatch made = builders_[part].build(parts[part]);
        return MicroBatch{made.plan(bench_.config_.architecture), std::move(made.targets)};
      };
      std::uint64_t count = bench_.items(batch);
      differentiator_.run(bench_.case_.parts, count, make, 1);
      adam_.step(1e-3, threads_);
      return static_cast<double>(count) / seconds_since(begin);
    }

   private:
    static AdamOptions with_average() {
      AdamOptions options;
      options.average = 0.999;
      return options;
    }
    static StepOptions with_threads(std::uint32_t threads) {
      StepOptions options;
      options.threads = threads;
      return options;
    }
    const Bench& bench_;
    std::uint32_t threads_;
    ParameterMap parameters_;
    Adam adam_;
    Differentiator differentiator_;
    std::vector<BatchBuilder> builders_;
  };

  std::uint64_t items(std::span<const ExampleId> batch) const {
    std::uint64_t sum = 0;
    for (ExampleId example : batch) sum += case_.store->premises(example).size();
    return sum;
  }

  struct Disjoint {
    Forest forest;
    std::vector<PremiseItem> items;
    std::vector<float> targets;
  };
  Disjoint disjoint(std::span<const ExampleId> batch) const {
    Disjoint result;
    DagBuilder builder(config_.variables);
    auto add = [&](std::span<const TermId> roots) {
      return result.forest.add(builder.build(case_.store->terms(), roots), bound_);
    };
    for (ExampleId example : batch) {
      TermId goal = case_.store->term(case_.store->conjecture(example));
      std::uint32_t conjecture = add(std::span(&goal, 1));
      std::vector<TermId> roots;
      for (Premise premise : case_.store->premises(example)) {
        roots.push_back(case_.store->term(premise.formula()));
        result.targets.push_back(premise.useful() ? 1.f : 0.f);
      }
      if (config_.mode == ExampleMode::joint) {
        std::uint32_t premises = add(roots);
        for (std::uint32_t root = 0; root < roots.size(); ++root)
          result.items.push_back({premises, root, conjecture});
      } else {
        for (TermId& root : roots)
          result.items.push_back({add(std::span(&root, 1)), 0, conjecture});
        result.forest.counts[conjecture] = static_cast<std::uint32_t>(roots.size());
      }
    }
    return result;
  }

  static double sgemm_peak() {
    constexpr std::size_t n = 1536;
    static std::vector<float> a(n * n, 0.5f), c(n * n);
    Clock::time_point begin = Clock::now();
    multiply_nn({a.data(), n, n}, {a.data(), n, n}, {c.data(), n, n});
    return 2.0 * n * n * n / seconds_since(begin);
  }

  static double lstm_seconds(const LstmPlan& plan, const LstmWeights& w) {
    std::vector<float> inputs(plan.input_rows * w.input_width, 0.1f), d_inputs(inputs.size());
    std::vector<float> h(plan.rows * w.width), d_h(h.size(), 0.01f);
    for (std::size_t i = 0; i < inputs.size(); ++i)
      inputs[i] = static_cast<float>((i * 7919) % 101) / 101.f;
    std::vector<float> gradients(4 * w.width * w.input_width + w.labels * 4 * w.width * w.width +
                                 22 * w.width);
    float* at = gradients.data();
    auto take = [&](std::size_t size) { return std::exchange(at, at + size); };
    LstmGradients g{w.width, w.input_width, w.labels};
    g.w = take(4 * w.width * w.input_width);
    g.u = take(w.labels * 4 * w.width * w.width);
    for (float** each : {&g.b, &g.w_gain, &g.w_bias, &g.u_gain, &g.u_bias})
      *each = take(4 * w.width);
    g.c_gain = take(w.width);
    g.c_bias = take(w.width);
    Matrix h_view{h.data(), plan.rows, w.width};
    ConstMatrix in{inputs.data(), plan.input_rows, w.input_width};
    Clock::time_point begin = Clock::now();
    LstmTapePtr tape = lstm_forward(plan, w, in, h_view, true);
    lstm_backward(plan, w, *tape, in, h_view, {d_h.data(), plan.rows, w.width}, g,
                  {d_inputs.data(), plan.input_rows, w.input_width});
    return seconds_since(begin);
  }

  const Case& case_;
  ModelConfig config_;
  int rounds_;
  std::vector<ExampleId> examples_, scored_;
  LabelTable labels_;
  BoundLabels bound_;
  BoundFormulas formulas_;  // none: the paper's models have no memory
  std::vector<ParameterSpec> specs_;
  ModelWeights weights_;
};

ModelOptions shape(std::string embedder, std::string direction, std::string pooling,
                   std::string mode, std::uint32_t width) {
  ModelOptions options;
  options.embedder = std::move(embedder);
  options.direction = std::move(direction);
  options.pooling = std::move(pooling);
  options.mode = std::move(mode);
  options.width = width;
  return options;
}

struct Result {
  std::string title;
  double train = 0, train_one_thread = 0, speed_up = 0, score = 0, twin = 0, share = 0,
         memory_gb = 0;
};

}  // namespace

int main(int argc, char** argv) {
  tune_process();
  std::string mizar_file, holstep_file, only;
  bool json = false;
  int rounds = 5, twin_rounds = 1;
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    if (word == "--json")
      json = true;
    else if (word == "--mizar" && i + 1 < argc)
      mizar_file = argv[++i];
    else if (word == "--holstep" && i + 1 < argc)
      holstep_file = argv[++i];
    else if (word == "--case" && i + 1 < argc)
      only = argv[++i];
    else if (word == "--rounds" && i + 1 < argc)
      rounds = std::max(1, std::atoi(argv[++i]));
    else if (word == "--twin-rounds" && i + 1 < argc)
      twin_rounds = std::max(0, std::atoi(argv[++i]));
    else {
      fmt::print(stderr,
                 "usage: engine_bench [--mizar STORE] [--holstep STORE] [--case TEXT] [--rounds N] "
                 "[--twin-rounds N] [--json]\n");
      return 2;
    }
  }
  std::optional<Store> mizar, holstep;
  if (!mizar_file.empty()) mizar = Store::open(mizar_file);
  if (!holstep_file.empty()) holstep = Store::open(holstep_file);
  std::vector<Case> cases;
  if (holstep) {
    cases.push_back({"HolStep daglstm up + dag, 256", &*holstep,
                     shape("daglstm", "up", "dag", "pair", 256), 16, 2, 4});
    cases.back().options.variables = "indexed";
    cases.push_back({"HolStep daglstm down + dag, 256", &*holstep,
                     shape("daglstm", "down", "dag", "pair", 256), 16, 8, 4});
  } else {
    fmt::print(stderr, "left out: HolStep rows (no --holstep STORE)\n");
  }
  if (mizar) {
    cases.push_back({"Mizar bidir + attdag joint, 16", &*mizar,
                     shape("bidir", "up", "attdag", "joint", 128), 16, 2, 16});
    cases.push_back({"Mizar bidir + attdag joint, 64", &*mizar,
                     shape("bidir", "up", "attdag", "joint", 128), 64, 2, 64});
    cases.push_back({"Mizar mpnn + max joint, 16", &*mizar,
                     shape("mpnn", "up", "max", "joint", 128), 16, 2, 16});
    cases.push_back(
        {"Mizar gcn + max joint, 16", &*mizar, shape("gcn", "up", "max", "joint", 128), 16, 2, 16});
  } else {
    fmt::print(stderr, "left out: Mizar rows (no --mizar STORE)\n");
  }
  std::erase_if(cases,
                [&](const Case& each) { return each.title.find(only) == std::string::npos; });
  std::vector<Result> results;
  for (const Case& each : cases) {
    Bench bench(each, rounds);
    Result r{each.title};
    Bench::Rates rates = bench.train_rates();
    r.train = rates.two_threads;
    r.train_one_thread = rates.one_thread;
    r.speed_up = rates.speed_up;
    r.memory_gb = peak_gb();
    r.score = bench.score_rate(2);
    if (each.options.embedder != "mpnn" && each.options.embedder != "gcn")
      r.share = bench.lstm_share();
    results.push_back(r);
    fmt::print(stderr, "{}: {:.0f}/s, one thread {:.0f}/s, scoring {:.0f}/s, {:.2f} GB\n", r.title,
               r.train, r.train_one_thread, r.score, r.memory_gb);
  }
  for (std::size_t i = 0; twin_rounds > 0 && i < cases.size(); ++i) {
    Bench bench(cases[i], std::max(rounds, twin_rounds));
    results[i].twin = bench.twin_rate(twin_rounds);
    fmt::print(stderr, "{}: twin {:.1f}/s\n", cases[i].title, results[i].twin);
  }
  if (json) {
    auto rows = nlohmann::ordered_json::array();
    for (const Result& r : results)
      rows.push_back({{"case", r.title},
                      {"train_items_per_s", r.train},
                      {"one_thread_items_per_s", r.train_one_thread},
                      {"two_threads_against_one", r.speed_up},
                      {"score_items_per_s", r.score},
                      {"twin_items_per_s", r.twin},
                      {"lstm_share_of_peak", r.share},
                      {"peak_memory_gb", r.memory_gb}});
    fmt::print(
        "{}\n",
        nlohmann::ordered_json{{"cpu", cpu_name()}, {"blas", blas_core()}, {"rows", rows}}.dump());
    return 0;
  }
  fmt::print("{}; OpenBLAS kernels: {}\n", cpu_name(), blas_core());
  fmt::print("{:<34}{:>9}{:>9}{:>8}{:>10}{:>10}{:>8}{:>8}\n", "training step (items/s)", "winnow",
             "twin", "ratio", "2 thr/1", "score/tr", "peak", "GB");
  for (const Result& r : results)
    fmt::print("{:<34}{:>9.0f}{:>9.1f}{:>7.1f}x{:>9.2f}x{:>9.2f}x{:>7.0f}%{:>8.2f}\n", r.title,
               r.train, r.twin, r.twin > 0 ? r.train / r.twin : 0, r.speed_up, r.score / r.train,
               100 * r.share, r.memory_gb);
}
