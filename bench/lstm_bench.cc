// bench/lstm_bench.cc - the LSTM passes against the matrix products they consist of.
// in: nothing (plans shaped like those of HolStep batches)   out: a table, or JSON with --json
// Flops counted: 8 d^2 a pair and 8 d * input width an input forward, twice that backward. The peak
// is sgemm on large square matrices, taken anew around every pass; time is the thread's own, since
// others may use the machine. Medians of several rounds.
#include "../tests/kernel/random_plan.h"
#include "kernel/blas.h"
#include "kernel/lstm.h"
#include "winnow/tune.h"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string_view>
#include <vector>

using namespace winnow;

namespace {

double seconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

std::vector<float> random_values(std::size_t n, float centre, float spread) {
  std::mt19937 random(static_cast<unsigned>(n));
  std::uniform_real_distribution<float> unit(-spread, spread);
  std::vector<float> values(n);
  for (float& value : values) value = centre + unit(random);
  return values;
}

double sgemm_gflops() {
  constexpr std::size_t n = 1024;
  static const std::vector<float> a = random_values(n * n, 0.0f, 1.0f);
  static std::vector<float> c(n * n);
  const double start = seconds();
  sgemm_nn(n, n, n, {a.data(), n}, {a.data(), n}, c.data(), n, false);
  return 2e-9 * n * n * n / (seconds() - start);
}

// 20,000 rows in 45 levels that shrink geometrically, 40 labels used as unevenly as words.
PlanShape holstep_shape(std::uint32_t input_rows) {
  PlanShape shape{.level_rows = {},
                  .labels = 40,
                  .input_rows = input_rows,
                  .edges_per_row = 1.65,
                  .label_skew = 1.0,
                  .reach = 0.3};
  for (int level = 0; level < 45; ++level) {
    shape.level_rows.push_back(static_cast<std::uint32_t>(3020 * std::pow(0.85, level)) + 2);
  }
  return shape;
}

struct Result {
  double peak, forward, inference, backward;  // GFlop/s
  double forward_share, inference_share, backward_share, both_share;
};

Result measure(const LstmPlan& plan, std::size_t d, int rounds) {
  const float spread = 1.0f / std::sqrt(static_cast<float>(d));
  const std::vector<float> w = random_values(4 * d * d, 0.0f, spread);
  const std::vector<float> u = random_values(plan.labels * 4 * d * d, 0.0f, spread);
  const std::vector<float> gain = random_values(4 * d, 1.0f, 0.1f);
  const std::vector<float> bias = random_values(4 * d, 0.0f, 0.1f);
  const LstmWeights weights{d,           d,           plan.labels, w.data(),
                            u.data(),    bias.data(), gain.data(), bias.data(),
                            gain.data(), bias.data(), gain.data(), bias.data()};
  std::vector<float> d_w(w.size()), d_u(u.size()), d_vectors(6 * 4 * d);
  float* v = d_vectors.data();
  const LstmGradients gradients{d,          d,          plan.labels, d_w.data(),
                                d_u.data(), v,          v + 4 * d,   v + 8 * d,
                                v + 12 * d, v + 16 * d, v + 20 * d,  v + 21 * d};
  const std::vector<float> inputs = random_values(plan.input_rows * d, 0.0f, 1.0f);
  const std::vector<float> d_h = random_values(plan.rows * d, 0.0f, 1e-2f);
  std::vector<float> h(plan.rows * d), d_inputs(inputs.size());
  const ConstMatrix in{inputs.data(), plan.input_rows, d};
  const Matrix out{h.data(), plan.rows, d};
  const double gflop = 8e-9 * static_cast<double>(d * d) * (plan.pairs() + plan.input_rows);

  std::vector<double> peak, forward, inference, backward, f_share, i_share, b_share, share;
  for (int round = 0; round <= rounds; ++round) {
    const double before = sgemm_gflops();
    double start = seconds();
    lstm_forward(plan, weights, in, out, false);
    const double inference_s = seconds() - start;
    start = seconds();
    const LstmTapePtr tape = lstm_forward(plan, weights, in, out, true);
    const double forward_s = seconds() - start;
    const double between = sgemm_gflops();
    start = seconds();
    lstm_backward(plan, weights, *tape, in, out, {d_h.data(), plan.rows, d}, gradients,
                  {d_inputs.data(), plan.input_rows, d});
    const double backward_s = seconds() - start;
    const double top = median({before, between, sgemm_gflops()});
    if (round == 0) continue;  // fills the buffer pool
    peak.push_back(top);
    forward.push_back(gflop / forward_s);
    inference.push_back(gflop / inference_s);
    backward.push_back(2 * gflop / backward_s);
    f_share.push_back(forward.back() / top);
    i_share.push_back(inference.back() / top);
    b_share.push_back(backward.back() / top);
    share.push_back(3 * gflop / (forward_s + backward_s) / top);
  }
  return {median(peak),    median(forward), median(inference), median(backward),
          median(f_share), median(i_share), median(b_share),   median(share)};
}

}  // namespace

int main(int argc, char** argv) {
  winnow::tune_process();
  const bool json = argc > 1 && std::string_view(argv[1]) == "--json";
  if (!json) {
    fmt::print("LSTM passes, one thread, BLAS kernels {}; GFlop/s and share of sgemm\n",
               blas_core());
    fmt::print("{:>10} {:>4} {:>6} {:>6} {:>6} {:>6}  {:>12} {:>12} {:>12} {:>6}\n", "inputs", "d",
               "rows", "pairs", "blocks", "sgemm", "inference", "forward", "backward", "both");
  }
  for (const std::uint32_t input_rows : {300u, 0u}) {
    const LstmPlan plan = random_plan(holstep_shape(input_rows), 1);
    for (const std::size_t d : {256u, 128u}) {
      const Result r = measure(plan, d, 7);
      const std::string_view inputs = input_rows == 0 ? "of rows" : "of labels";
      if (json) {
        fmt::print(
            "{{\"bench\":\"lstm\",\"inputs\":\"{}\",\"width\":{},\"rows\":{},\"pairs\":{},"
            "\"sgemm_gflops\":{:.1f},\"forward_gflops\":{:.1f},\"backward_gflops\":{:.1f},"
            "\"inference_share\":{:.3f},\"forward_share\":{:.3f},\"backward_share\":{:.3f},"
            "\"share\":{:.3f}}}\n",
            inputs, d, plan.rows, plan.pairs(), r.peak, r.forward, r.backward, r.inference_share,
            r.forward_share, r.backward_share, r.both_share);
      } else {
        fmt::print(
            "{:>10} {:>4} {:>6} {:>6} {:>6} {:>6.1f}  {:>5.1f} {:>4.0f} % {:>5.1f} {:>4.0f} % "
            "{:>5.1f} {:>4.0f} % {:>4.0f} %\n",
            inputs, d, plan.rows, plan.pairs(), plan.blocks.size(), r.peak, r.inference,
            100 * r.inference_share, r.forward, 100 * r.forward_share, r.backward,
            100 * r.backward_share, 100 * r.both_share);
      }
    }
  }
}
