#include "kernel/rows.h"

#include "dense.h"
#include "kernel/ops_ref.h"

#include <gtest/gtest.h>

namespace winnow {
namespace {

TEST(Rows, GatherAndScatterAgreeWithReference) {
  for (const std::size_t width : kWidths) {
    const auto table = random_dense(11, width, 1);
    const auto rows = random_rows(40, 11, 2), others = random_rows(40, 11, 3),
               more = random_rows(40, 11, 4);
    Dense<float> out(40, width), truth(40, width);
    gather_rows(table, rows, out);
    ref::gather_rows<float>(table, rows, truth);
    EXPECT_EQ(out.values, truth.values);

    gather_sum(table, rows, table, others, table, more, out);
    ref::gather_sum<float>(table, rows, table, others, table, more, truth);
    EXPECT_EQ(out.values, truth.values);

    auto sums = random_dense(11, width, 5), sums_truth = sums;
    scatter_add_rows(out, rows, sums);
    ref::scatter_add_rows<float>(out, rows, sums_truth);
    EXPECT_LT(relative_difference(sums, sums_truth), kClose);
  }
}

TEST(Rows, BiasAndItsGradientAgreeWithReference) {
  for (const std::size_t width : kWidths) {
    auto x = random_dense(1000, width, 1), truth = x;
    const auto bias = random_dense(1, width, 2);
    add_bias(x, bias);
    ref::add_bias<float>(truth, bias);
    EXPECT_EQ(x.values, truth.values);

    Dense<float> sum(1, width, 3);
    Dense<double> sum_truth(1, width, 3);
    sum_rows(x, sum);
    ref::sum_rows<double>(Dense<double>(x), sum_truth);
    EXPECT_LT(relative_difference(sum, sum_truth), kClose);
  }
}

TEST(Rows, ReluAgreesWithReference) {
  for (const std::size_t width : kWidths) {
    const auto x = random_dense(3, width, 1), d_out = random_dense(3, width, 2);
    Dense<float> out(3, width), truth(3, width), d_x(3, width), d_truth(3, width);
    relu(x, out);
    ref::relu<float>(x, truth);
    EXPECT_EQ(out.values, truth.values);
    relu_backward(out, d_out, d_x);
    ref::relu_backward<float>(truth, d_out, d_truth);
    EXPECT_EQ(d_x.values, d_truth.values);
  }
}

TEST(Gate, AgreesWithReference) {
  for (const std::size_t width : kWidths) {
    const auto x = random_dense(300, width, 1), gates = random_dense(5, width, 2),
               d_out = random_dense(300, width, 3);
    const auto kinds = random_rows(300, 5, 4);
    Dense<float> out(300, width), truth(300, width), d_x(300, width), d_gates(5, width, 2);
    gate(x, gates, kinds, out);
    ref::gate<float>(x, gates, kinds, truth);
    EXPECT_LT(relative_difference(out, truth), kClose);

    Dense<double> d_x_truth(300, width), d_gates_truth(5, width, 2);
    gate_backward(x, gates, kinds, d_out, d_x, d_gates);
    ref::gate_backward<double>(Dense<double>(x), Dense<double>(gates), kinds, Dense<double>(d_out),
                               d_x_truth, d_gates_truth);
    EXPECT_LT(relative_difference(d_x, d_x_truth), kClose);
    EXPECT_LT(relative_difference(d_gates, d_gates_truth), kClose);
  }
}

TEST(Gate, GradientIsTheSlope) {
  Dense<double> x(random_dense(6, 3, 1)), gates(random_dense(2, 3, 2));
  const Dense<double> d_out(random_dense(6, 3, 3));
  const auto kinds = random_rows(6, 2, 4);
  const auto loss = [&] {
    Dense<double> out(6, 3);
    ref::gate<double>(x, gates, kinds, out);
    return loss_of(out, d_out);
  };
  Dense<double> d_x(6, 3), d_gates(2, 3);
  ref::gate_backward<double>(x, gates, kinds, d_out, d_x, d_gates);
  expect_gradient(x, d_x, loss);
  expect_gradient(gates, d_gates, loss);
}

TEST(Gate, IsFiniteForExtremeGates) {
  const Dense<float> x(2, 1, 1.f);
  Dense<float> gates(2, 1), out(2, 1);
  gates.values = {-1000, 1000};
  const std::uint32_t kinds[] = {0, 1};
  gate(x, gates, kinds, out);
  EXPECT_LT(out.values[0], 1e-30f);
  EXPECT_EQ(out.values[1], 1.f);
}

TEST(Rows, NoRowsDoNothing) {
  Dense<float> none(0, 8), table(2, 8, 1.f), sum(1, 8, 1.f);
  gather_rows(table, {}, none);
  scatter_add_rows(none, {}, table);
  gather_sum(table, {}, table, {}, table, {}, none);
  add_bias(none, sum);
  sum_rows(none, sum);
  relu(none, none);
  relu_backward(none, none, none);
  gate(none, table, {}, none);
  gate_backward(none, table, {}, none, none, table);
  EXPECT_EQ(table.values, Dense<float>(2, 8, 1.f).values);
  EXPECT_EQ(sum.values, Dense<float>(1, 8, 1.f).values);
}

}  // namespace
}  // namespace winnow
