#include "kernel/product.h"

#include "dense.h"
#include "kernel/amx.h"
#include "kernel/ops_ref.h"
#include "winnow/error.h"

#include <gtest/gtest.h>

namespace winnow {
namespace {

TEST(Product, AgreesWithReference) {
  for (const std::size_t n : kWidths)
    for (const bool add : {false, true}) {
      const auto a = random_dense(n, 9, 1), b = random_dense(5, 9, 2), c = random_dense(9, 5, 3),
                 e = random_dense(n, 5, 4);
      auto out = random_dense(n, 5, 5), truth = out, outer = random_dense(9, 5, 6),
           outer_truth = outer;
      multiply_nt(a, b, out, add);
      ref::multiply_nt<float>(a, b, truth, add);
      EXPECT_LT(relative_difference(out, truth), kClose);
      multiply_nn(a, c, out, add);
      ref::multiply_nn<float>(a, c, truth, add);
      EXPECT_LT(relative_difference(out, truth), kClose);
      multiply_tn(a, e, outer, add);
      ref::multiply_tn<float>(a, e, outer_truth, add);
      EXPECT_LT(relative_difference(outer, outer_truth), kClose);
    }
}

TEST(Product, OverNothingIsZeroAndAddsNothing) {
  const Dense<float> a(0, 3), b(0, 2);
  Dense<float> out(3, 2, 7.f);
  multiply_tn(a, b, out, true);
  EXPECT_EQ(out.values, Dense<float>(3, 2, 7.f).values);
  multiply_tn(a, b, out);
  EXPECT_EQ(out.values, Dense<float>(3, 2, 0.f).values);
  Dense<float> none(0, 0);
  multiply_nt(a, Dense<float>(0, 3), none);
}

// bfloat16 keeps 8 bits: operands are off by up to 2^-9 of themselves, and sums of many are close.
TEST(Product, RoundedAgreesWithReference) {
  if (!has_amx()) GTEST_SKIP() << "this processor has no AMX";
  constexpr double kRounded = 0.01;
  const ProductScope scope(Products::bf16);
  for (const std::size_t m : {1, 15, 16, 17, 32, 33, 70})
    for (const std::size_t n : {16, 31, 32, 50})
      for (const std::size_t k : {16, 33, 64, 1100})
        for (const bool add : {false, true}) {
          ASSERT_TRUE(rounds_products(k, n));
          const auto a = random_dense(m, k, 1), a_t = random_dense(k, m, 2),
                     b = random_dense(k, n, 3), b_t = random_dense(n, k, 4);
          auto out = random_dense(m, n, 5), truth = out;
          multiply_nt(a, b_t, out, add);
          ref::multiply_nt<float>(a, b_t, truth, add);
          EXPECT_LT(relative_difference(out, truth), kRounded);
          multiply_nn(a, b, out, add);
          ref::multiply_nn<float>(a, b, truth, add);
          EXPECT_LT(relative_difference(out, truth), kRounded);
          multiply_tn(a_t, b, out, add);
          ref::multiply_tn<float>(a_t, b, truth, add);
          EXPECT_LT(relative_difference(out, truth), kRounded);
          EXPECT_GT(relative_difference(out, truth), 1e-7) << "AMX was not used";
        }
}

TEST(Product, RoundsInItsScopeOnly) {
  { const ProductScope scope(Products::bf16); }
  EXPECT_FALSE(rounds_products(64, 64));
}

TEST(Product, RefusesShapesThatDiffer) {
  Dense<float> out(2, 2);
  EXPECT_THROW(multiply_nt(Dense<float>(2, 3), Dense<float>(2, 4), out), ContractError);
}

}  // namespace
}  // namespace winnow
