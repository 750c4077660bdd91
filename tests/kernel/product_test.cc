#include "kernel/product.h"

#include "dense.h"
#include "kernel/bf16.h"
#include "kernel/buffer.h"
#include "kernel/ops_ref.h"
#include "kernel/panels.h"
#include "winnow/error.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <new>
#include <thread>

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
constexpr double kRounded = 0.01;

TEST(Product, RoundedAgreesWithReferenceOnEveryUnit) {
  if (bf16_unit() == Bf16Unit::none) GTEST_SKIP() << "this processor cannot multiply bfloat16";
  for (const Bf16Unit unit : {Bf16Unit::vectors, Bf16Unit::tiles}) {
    if (unit > bf16_unit()) continue;
    for (const std::size_t m : {1, 8, 15, 16, 17, 25, 32, 33, 70})
      for (const std::size_t n : {16, 31, 32, 50})
        for (const std::size_t k : {16, 33, 64, 1100})
          for (const bool add : {false, true}) {
            const auto a = random_dense(m, k, 1), a_t = random_dense(k, m, 2),
                       b = random_dense(k, n, 3), b_t = random_dense(n, k, 4);
            auto out = random_dense(m, n, 5), truth = out;
            auto multiply = [&](Operand left, Operand right) {
              bf16_multiply(m, n, k, left, right, out.values.data(), n, add, unit);
            };
            multiply({{a.values.data(), k}, false}, {{b_t.values.data(), k}, true});
            ref::multiply_nt<float>(a, b_t, truth, add);
            EXPECT_LT(relative_difference(out, truth), kRounded);
            multiply({{a.values.data(), k}, false}, {{b.values.data(), n}, false});
            ref::multiply_nn<float>(a, b, truth, add);
            EXPECT_LT(relative_difference(out, truth), kRounded);
            multiply({{a_t.values.data(), m}, true}, {{b.values.data(), n}, false});
            ref::multiply_tn<float>(a_t, b, truth, add);
            EXPECT_LT(relative_difference(out, truth), kRounded);
          }
  }
}

TEST(Product, RoundsWhereAskedTo) {
  if (bf16_unit() == Bf16Unit::none) GTEST_SKIP() << "this processor cannot multiply bfloat16";
  const auto a = random_dense(20, 40, 1), b = random_dense(40, 30, 2),
             b_t = random_dense(30, 40, 3), c = random_dense(20, 30, 4);
  Dense<float> out(20, 30), truth(20, 30), outer(40, 30), outer_truth(40, 30);
  auto expect_rounded = [](const Dense<float>& rounded, const Dense<float>& exact) {
    EXPECT_LT(relative_difference(rounded, exact), kRounded);
    EXPECT_GT(relative_difference(rounded, exact), 1e-5);
  };
  const Products rounded = Products::bf16;
  ASSERT_TRUE(rounds_products(rounded, 40, 30));
  multiply_nt(a, b_t, out, false, rounded);
  ref::multiply_nt<float>(a, b_t, truth);
  expect_rounded(out, truth);
  multiply_nn(a, b, out, false, rounded);
  ref::multiply_nn<float>(a, b, truth);
  expect_rounded(out, truth);
  multiply_tn(a, c, outer, false, rounded);
  ref::multiply_tn<float>(a, c, outer_truth);
  expect_rounded(outer, outer_truth);
}

TEST(Product, RoundsOnlyWhatItIsAskedToRound) {
  const auto a = random_dense(20, 40, 1), b = random_dense(40, 30, 2);
  Dense<float> out(20, 30), truth(20, 30);
  multiply_nn(a, b, out, false, Products::bf16);
  multiply_nn(a, b, out);
  ref::multiply_nn<float>(a, b, truth);
  EXPECT_LT(relative_difference(out, truth), 1e-5);
  EXPECT_FALSE(rounds_products(Products::f32, 64, 64));
  EXPECT_FALSE(rounds_products(Products::bf16, 64, 1)) << "narrow ones gain nothing";
}

// It used to be one switch for all threads: training a model changed what another one ranked.
TEST(Product, TwoPrecisionsComputeSideBySide) {
  const auto a = random_dense(33, 64, 1), b = random_dense(64, 48, 2);
  const auto product = [&](Products products) {
    Dense<float> out(33, 48), panels(33, 48);
    multiply_nn(a, b, out, false, products);
    const Buffer memory(Panels::size(64, 48, products));
    Panels::of(b, memory.data(), products)
        .multiply(33, {a.values.data(), 64}, panels.values.data(), 48);
    out.values.insert(out.values.end(), panels.values.begin(), panels.values.end());
    return out.values;
  };
  const auto exact = product(Products::f32), rounded = product(Products::bf16);
  EXPECT_EQ(exact == rounded, bf16_unit() == Bf16Unit::none);
  const auto often = [&](Products products, const std::vector<float>& truth) {
    int wrong = 0;
    for (int i = 0; i < 200; ++i) wrong += product(products) != truth;
    return wrong;
  };
  int wrong_exact = 0, wrong_rounded = 0;
  {
    std::jthread one([&] { wrong_exact = often(Products::f32, exact); });
    std::jthread other([&] { wrong_rounded = often(Products::bf16, rounded); });
  }
  EXPECT_EQ(wrong_exact, 0);
  EXPECT_EQ(wrong_rounded, 0);
}

// OpenBLAS asks again and again for a buffer that it cannot have.
TEST(ProductDeathTest, WithoutMemoryForTheBufferOfOpenBlasIsAnErrorNotALoop) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");  // a fresh process, without any buffer
  const auto multiply_without_memory = [] {
    alarm(30);
    const auto a = random_dense(300, 300, 1), b = random_dense(300, 300, 2);
    Dense<float> out(300, 300);
    std::uint64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const rlim_t room = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + (rlim_t{16} << 20);
    const rlimit limit{room, room};
    setrlimit(RLIMIT_AS, &limit);
    try {
      multiply_nn(a, b, out);
    } catch (const std::bad_alloc&) {
      _exit(7);
    }
    _exit(0);
  };
  EXPECT_EXIT(multiply_without_memory(), testing::ExitedWithCode(7), "");
}

TEST(Product, RefusesShapesThatDiffer) {
  Dense<float> out(2, 2);
  EXPECT_THROW(multiply_nt(Dense<float>(2, 3), Dense<float>(2, 4), out), ContractError);
}

}  // namespace
}  // namespace winnow
