// kernel_bench - how fast each kernel is, at the sizes of a Mizar batch (20,000 rows, width 128).
// Bytes are those that must be read and written once; flops are those of the products.
#include "kernel/ops.h"

#include "kernel/buffer.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <random>
#include <vector>

namespace winnow {
namespace {

constexpr std::size_t kRows = 20000;
constexpr std::size_t kWidth = 128;
constexpr std::size_t kHeads = 2;

// A matrix with memory of its own, filled with numbers in [-1, 1).
struct Dense {
  explicit Dense(std::size_t rows = kRows, std::size_t cols = kWidth)
      : memory(rows * cols), matrix(memory.matrix(rows, cols)) {
    std::mt19937 random(1);
    for (float& x : matrix.all()) x = static_cast<float>(random() >> 8) / (1 << 23) - 1;
  }
  operator Matrix() const { return matrix; }
  operator ConstMatrix() const { return matrix; }
  operator std::span<float>() const { return matrix.all(); }
  operator std::span<const float>() const { return matrix.all(); }

  Buffer memory;
  Matrix matrix;
};

std::vector<std::uint32_t> random_rows(std::size_t size, std::uint32_t below = kRows) {
  std::mt19937 random(2);
  std::vector<std::uint32_t> out(size);
  for (auto& row : out) row = static_cast<std::uint32_t>(random() % below);
  return out;
}

void count(benchmark::State& state, const char* what, double amount) {
  using benchmark::Counter;
  state.counters[what] = Counter(amount * 1e-9, Counter::kIsIterationInvariantRate);
}

// `matrices`: how many [rows, width] matrices are read or written.
void count_matrices(benchmark::State& state, double matrices) {
  count(state, "GB/s", matrices * kRows * kWidth * sizeof(float));
}

void bench_multiply_nt(benchmark::State& state) {
  const Dense a, b(kWidth, kWidth), out;
  for (auto _ : state) multiply_nt(a, b, out);
  count(state, "GFlop/s", 2.0 * kRows * kWidth * kWidth);
}
BENCHMARK(bench_multiply_nt);

void bench_multiply_tn(benchmark::State& state) {
  const Dense a, b, out(kWidth, kWidth);
  for (auto _ : state) multiply_tn(a, b, out);
  count(state, "GFlop/s", 2.0 * kRows * kWidth * kWidth);
}
BENCHMARK(bench_multiply_tn);

void bench_add_bias(benchmark::State& state) {
  const Dense x, bias(1);
  for (auto _ : state) add_bias(x, bias);
  count_matrices(state, 2);
}
BENCHMARK(bench_add_bias);

void bench_sum_rows(benchmark::State& state) {
  const Dense x, sum(1);
  for (auto _ : state) sum_rows(x, sum);
  count_matrices(state, 1);
}
BENCHMARK(bench_sum_rows);

void bench_gather_rows(benchmark::State& state) {
  const Dense table, out;
  const auto rows = random_rows(kRows);
  for (auto _ : state) gather_rows(table, rows, out);
  count_matrices(state, 2);
}
BENCHMARK(bench_gather_rows);

void bench_scatter_add_rows(benchmark::State& state) {
  const Dense x, table;
  const auto rows = random_rows(kRows);
  for (auto _ : state) scatter_add_rows(x, rows, table);
  count_matrices(state, 3);
}
BENCHMARK(bench_scatter_add_rows);

void bench_gather_sum(benchmark::State& state) {
  const Dense a, b, c(30), out;
  const auto rows = random_rows(kRows), others = random_rows(kRows),
             labels = random_rows(kRows, 30);
  for (auto _ : state) gather_sum(a, rows, b, others, c, labels, out);
  count_matrices(state, 3);
}
BENCHMARK(bench_gather_sum);

void bench_relu(benchmark::State& state) {
  const Dense x, out;
  for (auto _ : state) relu(x, out);
  count_matrices(state, 2);
}
BENCHMARK(bench_relu);

void bench_relu_backward(benchmark::State& state) {
  const Dense out, d_out, d_x;
  for (auto _ : state) relu_backward(out, d_out, d_x);
  count_matrices(state, 3);
}
BENCHMARK(bench_relu_backward);

void bench_gate(benchmark::State& state) {
  const Dense x, gates(10), out;
  const auto kinds = random_rows(kRows, 10);
  for (auto _ : state) gate(x, gates, kinds, out);
  count_matrices(state, 2);
}
BENCHMARK(bench_gate);

void bench_gate_backward(benchmark::State& state) {
  const Dense x, gates(10), d_out, d_x, d_gates(10);
  const auto kinds = random_rows(kRows, 10);
  for (auto _ : state) gate_backward(x, gates, kinds, d_out, d_x, d_gates);
  count_matrices(state, 3);
}
BENCHMARK(bench_gate_backward);

void bench_layer_norm(benchmark::State& state) {
  const Dense x, gain(1), bias(1), out, hat, scale(kRows, 1);
  for (auto _ : state) layer_norm(x, gain, bias, out, hat, scale);
  count_matrices(state, 3);
}
BENCHMARK(bench_layer_norm);

void bench_layer_norm_backward(benchmark::State& state) {
  const Dense hat, scale(kRows, 1), gain(1), d_out, d_x, d_gain(1), d_bias(1);
  for (auto _ : state) layer_norm_backward(hat, scale, gain, d_out, d_x, d_gain, d_bias);
  count_matrices(state, 3);
}
BENCHMARK(bench_layer_norm_backward);

void bench_batch_norm(benchmark::State& state) {
  const Dense x, gain(1), bias(1), out, hat, mean(1), variance(1);
  const std::vector<float> weights(kRows, 2.f);
  for (auto _ : state) batch_norm(x, weights, gain, bias, true, out, hat, mean, variance);
  count_matrices(state, 4);
}
BENCHMARK(bench_batch_norm);

void bench_batch_norm_backward(benchmark::State& state) {
  const Dense hat, gain(1), out, d_out, d_x, d_gain(1), d_bias(1);
  const std::vector<float> weights(kRows, 2.f), variance(kWidth, 1.f);
  for (auto _ : state)
    batch_norm_backward(hat, variance, weights, gain, true, out, d_out, d_x, d_gain, d_bias);
  count_matrices(state, 7);
}
BENCHMARK(bench_batch_norm_backward);

void bench_batch_norm_fixed(benchmark::State& state) {
  const Dense x, mean(1), gain(1), bias(1), out;
  const std::vector<float> variance(kWidth, 1.f);
  for (auto _ : state) batch_norm_fixed(x, mean, variance, gain, bias, true, out);
  count_matrices(state, 2);
}
BENCHMARK(bench_batch_norm_fixed);

// 1 to 4 entries a segment: as many as a node has neighbours.
struct SomeSegments {
  std::vector<std::uint32_t> ends, rows;
  std::vector<float> weights;

  SomeSegments() {
    for (std::size_t s = 0, end = 0; s < kRows; ++s) ends.push_back(end += 1 + s % 4);
    rows = random_rows(ends.back());
    weights.assign(rows.size(), 0.5f);
  }
  Segments plain() const { return {ends, rows, {}}; }
  Segments weighted() const { return {ends, rows, weights}; }
};

void bench_segment_sum(benchmark::State& state) {
  const Dense x, out;
  const SomeSegments segments;
  for (auto _ : state) segment_sum(x, segments.weighted(), out);
  count_matrices(state, 3.5);
}
BENCHMARK(bench_segment_sum);

void bench_segment_sum_backward(benchmark::State& state) {
  const Dense d_out, d_x;
  const SomeSegments segments;
  for (auto _ : state) segment_sum_backward(d_out, segments.weighted(), d_x);
  count_matrices(state, 6);
}
BENCHMARK(bench_segment_sum_backward);

void bench_segment_max(benchmark::State& state) {
  const Dense x, out;
  const SomeSegments segments;
  std::vector<std::uint32_t> from(kRows * kWidth);
  for (auto _ : state) segment_max(x, segments.plain(), out, from);
  count_matrices(state, 4.5);
}
BENCHMARK(bench_segment_max);

void bench_segment_max_backward(benchmark::State& state) {
  const Dense x, out, d_x;
  const SomeSegments segments;
  std::vector<std::uint32_t> from(kRows * kWidth);
  segment_max(x, segments.plain(), out, from);
  for (auto _ : state) segment_max_backward(out, from, d_x);
  count_matrices(state, 4);
}
BENCHMARK(bench_segment_max_backward);

// Sets of `range(0)` queries and `range(1)` keys: 20,000 queries in all, keys scattered.
struct SomeSets {
  std::vector<std::uint32_t> queries, sets, set_ends, key_rows;
  std::vector<float> key_counts;

  SomeSets(std::size_t set_queries, std::size_t set_keys) {
    for (std::size_t n = 0; n < kRows; ++n) {
      queries.push_back(static_cast<std::uint32_t>(n));
      sets.push_back(static_cast<std::uint32_t>(n / set_queries));
    }
    for (std::size_t s = 0; s <= sets.back(); ++s)
      set_ends.push_back(static_cast<std::uint32_t>((s + 1) * set_keys));
    key_rows = random_rows(set_ends.back());
    key_counts.assign(key_rows.size(), 1.f);
  }
  AttentionPlan plan() const { return {kHeads, queries, sets, set_ends, key_rows, key_counts}; }
};

void bench_attention(benchmark::State& state) {
  const std::size_t queries = state.range(0), keys = state.range(1);
  const Dense q, k, v, out, log_sum(kRows, kHeads);
  const SomeSets sets(queries, keys);
  for (auto _ : state) attention(q, k, v, sets.plan(), out, log_sum);
  count(state, "GFlop/s", 4.0 * kRows * static_cast<double>(keys) * kWidth);
  count(state, "Gpairs/s", static_cast<double>(kRows * keys));
}

void bench_attention_backward(benchmark::State& state) {
  const std::size_t queries = state.range(0), keys = state.range(1);
  const Dense q, k, v, out, log_sum(kRows, kHeads), d_out, d_q, d_k, d_v;
  const SomeSets sets(queries, keys);
  attention(q, k, v, sets.plan(), out, log_sum);
  for (auto _ : state) attention_backward(q, k, v, sets.plan(), out, log_sum, d_out, d_q, d_k, d_v);
  count(state, "GFlop/s", 10.0 * kRows * static_cast<double>(keys) * kWidth);
  count(state, "Gpairs/s", static_cast<double>(kRows * keys));
}

void set_shapes(benchmark::internal::Benchmark* bench) {
  for (const auto& [queries, keys] : {std::pair{1, 1},
                                      {4, 1},
                                      {1, 4},
                                      {2, 8},
                                      {4, 4},
                                      {8, 8},
                                      {4, 32},
                                      {16, 16},
                                      {32, 4},
                                      {1, 64},
                                      {64, 64},
                                      {400, 2000}})
    bench->Args({queries, keys});
}
BENCHMARK(bench_attention)->Apply(set_shapes);
BENCHMARK(bench_attention_backward)->Apply(set_shapes);

}  // namespace
}  // namespace winnow

BENCHMARK_MAIN();
