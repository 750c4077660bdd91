#include "kernel/attention.h"

#include "dense.h"
#include "kernel/ops_ref.h"
#include "winnow/error.h"

#include <gtest/gtest.h>

namespace winnow {
namespace {

// A plan in its own memory.
struct Plan {
  std::vector<std::uint32_t> queries, sets, set_ends, key_rows;
  std::vector<float> key_counts;

  AttentionPlan view() const { return {2, queries, sets, set_ends, key_rows, key_counts}; }
};

struct SetShape {
  std::uint32_t queries, keys;
};

// Sets of the given shapes, their queries in order or mixed, keys anywhere.
Plan make_plan(std::span<const SetShape> shapes, std::uint32_t rows, bool mixed) {
  Plan plan;
  for (std::uint32_t s = 0; s < shapes.size(); ++s) {
    plan.sets.insert(plan.sets.end(), shapes[s].queries, s);
    const auto keys = random_rows(shapes[s].keys, rows, 20 + s);
    plan.key_rows.insert(plan.key_rows.end(), keys.begin(), keys.end());
    plan.set_ends.push_back(static_cast<std::uint32_t>(plan.key_rows.size()));
  }
  if (mixed) std::shuffle(plan.sets.begin(), plan.sets.end(), std::mt19937(1));
  plan.queries = random_rows(plan.sets.size(), rows, 10);
  for (const std::uint32_t count : random_rows(plan.key_rows.size(), 4, 11))
    plan.key_counts.push_back(static_cast<float>(count + 1));
  return plan;
}

template <class Real>
struct Attention {
  Dense<Real> q, k, v, d_out, out, log_sum, d_q, d_k, d_v;

  Attention(std::size_t rows, std::size_t width, std::size_t queries)
      : q(random_dense(rows, width, 1)),
        k(random_dense(rows, width, 2)),
        v(random_dense(rows, width, 3)),
        d_out(random_dense(queries, width, 4)),
        out(queries, width, 9),
        log_sum(queries, 2),
        d_q(rows, width, 1),
        d_k(rows, width, 1),
        d_v(rows, width, 1) {}

  void run_reference(const AttentionPlan& plan) {
    ref::attention<Real>(q, k, v, plan, out, log_sum);
    ref::attention_backward<Real>(q, k, v, plan, out, log_sum, d_out, d_q, d_k, d_v);
  }
};

void run_fused(Attention<float>& at, const AttentionPlan& plan) {
  attention(at.q, at.k, at.v, plan, at.out, at.log_sum);
  attention_backward(at.q, at.k, at.v, plan, at.out, at.log_sum, at.d_out, at.d_q, at.d_k, at.d_v);
}

void expect_agreement(const Plan& plan, std::size_t rows, std::size_t width) {
  Attention<float> fused(rows, width, plan.queries.size()), plain = fused;
  Attention<double> truth(rows, width, plan.queries.size());
  run_fused(fused, plan.view());
  plain.run_reference(plan.view());
  truth.run_reference(plan.view());
  EXPECT_LT(relative_difference(fused.out, plain.out), kClose);
  EXPECT_LT(relative_difference(fused.log_sum, plain.log_sum), kClose);
  EXPECT_LT(relative_difference(fused.d_q, truth.d_q), kClose);
  EXPECT_LT(relative_difference(fused.d_k, truth.d_k), kClose);
  EXPECT_LT(relative_difference(fused.d_v, truth.d_v), kClose);
}

TEST(AttentionKernel, AgreesWithReference) {
  const SetShape shapes[] = {{1, 1}, {5, 1}, {1, 2}, {3, 7}, {0, 3}, {20, 3}, {9, 40}, {2, 33}};
  for (const std::size_t width : {2, 14, 100, 256})
    for (const bool mixed : {false, true})
      expect_agreement(make_plan(shapes, 50, mixed), 50, width);
}

TEST(AttentionKernel, AgreesWithReferenceOverManyTiles) {
  const SetShape shapes[] = {{300, 700}, {1, 600}, {140, 5}};
  expect_agreement(make_plan(shapes, 400, true), 400, 32);
}

TEST(AttentionKernel, RowsSideBySideAreUsedInPlace) {
  Plan plan;
  for (std::uint32_t i = 0; i < 30; ++i) plan.queries.push_back(i), plan.key_rows.push_back(i + 5);
  plan.sets.assign(30, 0);
  plan.set_ends = {30};
  plan.key_counts.assign(30, 1.f);
  expect_agreement(plan, 35, 100);
}

TEST(AttentionKernel, GradientIsTheSlope) {
  const SetShape shapes[] = {{2, 1}, {2, 3}, {1, 4}};
  const Plan plan = make_plan(shapes, 6, true);
  Attention<double> at(6, 4, plan.queries.size());
  at.d_q = at.d_k = at.d_v = Dense<double>(6, 4);
  at.run_reference(plan.view());
  const Attention<double> gradient = at;
  const auto loss = [&] {
    ref::attention<double>(at.q, at.k, at.v, plan.view(), at.out, at.log_sum);
    return loss_of(at.out, at.d_out);
  };
  expect_gradient(at.q, gradient.d_q, loss);
  expect_gradient(at.k, gradient.d_k, loss);
  expect_gradient(at.v, gradient.d_v, loss);
}

TEST(AttentionKernel, CountsAreRepeatedKeys) {
  for (const std::uint32_t queries : {1u, 20u}) {
    Plan counted, written_out;
    for (Plan* plan : {&counted, &written_out}) {
      plan->queries = random_rows(queries, 6, 1);
      plan->sets.assign(queries, 0);
    }
    counted.key_rows = {4, 2, 5};
    counted.key_counts = {1, 3, 2};
    written_out.key_rows = {4, 2, 2, 2, 5, 5};
    written_out.key_counts.assign(6, 1.f);
    counted.set_ends = {3};
    written_out.set_ends = {6};
    Attention<float> a(6, 100, queries), b = a;
    run_fused(a, counted.view());
    run_fused(b, written_out.view());
    EXPECT_LT(relative_difference(a.out, b.out), kClose);
    EXPECT_LT(relative_difference(a.d_q, b.d_q), kClose);
    EXPECT_LT(relative_difference(a.d_k, b.d_k), kClose);
    EXPECT_LT(relative_difference(a.d_v, b.d_v), kClose);
  }
}

TEST(AttentionKernel, LargeScoresStayFinite) {
  const SetShape shapes[] = {{1, 600}, {50, 600}};
  const Plan plan = make_plan(shapes, 40, false);
  Attention<float> fused(40, 8, plan.queries.size());
  for (float& value : fused.q.values) value *= 1000;
  Attention<float> plain = fused;
  run_fused(fused, plan.view());
  plain.run_reference(plan.view());
  EXPECT_LT(relative_difference(fused.out, plain.out), 1e-3);  // scores have three digits left
  EXPECT_LT(relative_difference(fused.d_v, plain.d_v), 1e-3);
}

TEST(AttentionKernel, SameInputGivesSameBytes) {
  const SetShape shapes[] = {{3, 7}, {200, 300}, {9, 1}};
  const Plan plan = make_plan(shapes, 100, true);
  Attention<float> a(100, 100, plan.queries.size()), b = a;
  run_fused(a, plan.view());
  run_fused(b, plan.view());
  EXPECT_EQ(a.out.values, b.out.values);
  EXPECT_EQ(a.d_q.values, b.d_q.values);
  EXPECT_EQ(a.d_k.values, b.d_k.values);
  EXPECT_EQ(a.d_v.values, b.d_v.values);
}

TEST(AttentionKernel, NoQueriesDoNothing) {
  Attention<float> at(3, 8, 0);
  Plan plan;
  run_fused(at, plan.view());
  plan.set_ends = {2};
  plan.key_rows = {0, 1};
  plan.key_counts = {1, 1};
  run_fused(at, plan.view());
  EXPECT_EQ(at.d_k.values, Dense<float>(3, 8, 1.f).values);
}

TEST(AttentionKernel, RefusesASetWithoutKeys) {
  Attention<float> at(3, 8, 1);
  const Plan plan{.queries = {0}, .sets = {0}, .set_ends = {0}, .key_rows = {}, .key_counts = {}};
  EXPECT_THROW(attention(at.q, at.k, at.v, plan.view(), at.out, at.log_sum), ContractError);
}

}  // namespace
}  // namespace winnow
