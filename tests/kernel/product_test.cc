#include "kernel/product.h"

#include "dense.h"
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

TEST(Product, RefusesShapesThatDiffer) {
  Dense<float> out(2, 2);
  EXPECT_THROW(multiply_nt(Dense<float>(2, 3), Dense<float>(2, 4), out), ContractError);
}

}  // namespace
}  // namespace winnow
