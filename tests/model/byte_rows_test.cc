#include "model/byte_rows.h"

#include "kernel/half.h"
#include "model/safetensors.h"
#include "tests/app/program.h"
#include "winnow/error.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace winnow {
namespace {

using Tensor = ModelWeights::Tensor;

// Rows of very different sizes, from 1e-9 to 1e4 or from `least` on, and one of zeros.
Tensor large(float least = 1e-9f) {
  Tensor tensor{{14, 128, 64}, {}};
  std::mt19937 random(1);
  std::normal_distribution<float> normal;
  for (std::size_t row = 0; row < 14 * 128; ++row) {
    float size = row == 5 ? 0 : std::max(least, std::pow(10.f, static_cast<float>(row % 14) - 9));
    for (std::size_t i = 0; i < 64; ++i) tensor.values.push_back(size * normal(random));
  }
  return tensor;
}

float half(float value) {
  std::uint16_t bits = 0;
  narrow({&value, 1}, {&bits, 1});
  widen({&bits, 1}, {&value, 1});
  return value;
}

TEST(ByteRows, AreHalfAStepFromWhatTheyWere) {
  Tensor tensor = large();
  TensorMap tensors = to_byte_rows({{"u", tensor}});
  ASSERT_EQ(tensors.size(), 2u);
  EXPECT_TRUE(tensors["u"].whole);
  std::vector<float> scales = tensors["u.scale"].values;
  EXPECT_EQ(tensors["u.scale"].shape, (std::vector<std::size_t>{14, 128}));
  for (float value : tensors["u"].values) ASSERT_LE(std::abs(value), 127);
  from_byte_rows(tensors);
  ASSERT_EQ(tensors.size(), 1u);
  EXPECT_EQ(tensors["u"].shape, tensor.shape);
  EXPECT_FALSE(tensors["u"].whole);
  for (std::size_t row = 0; row < scales.size(); ++row) {
    float longest = 0;
    for (std::size_t i = row * 64; i < row * 64 + 64; ++i) {
      longest = std::max(longest, std::abs(tensor.values[i]));
      ASSERT_LE(std::abs(tensors["u"].values[i] - tensor.values[i]), scales[row] * 0.5001f) << row;
    }
    EXPECT_EQ(scales[row], half(scales[row]));
    EXPECT_LE(scales[row], longest / 127 * 1.001f + 6e-8f);  // as fine as a row allows
  }
}

TEST(ByteRows, MadeTwiceAreTheSame) {
  TensorMap once = to_byte_rows({{"u", large(0.01f)}}), again = once;
  from_byte_rows(again);
  again = to_byte_rows(again);
  EXPECT_EQ(again["u.scale"].values, once["u.scale"].values);
  EXPECT_EQ(again["u"].values, once["u"].values);
}

TEST(ByteRows, LeaveAloneWhatGainsNothing) {
  Tensor vector{{100'000}, std::vector<float>(100'000, 0.1f)}, infinite = large(), whole = large();
  infinite.values[7] = std::numeric_limits<float>::infinity();
  for (float& value : whole.values) value = 1;
  whole.whole = true;
  TensorMap tensors =
      to_byte_rows({{"v", vector}, {"i", infinite}, {"w", whole}, {"s", {{2, 1}, {1, 2}}}});
  EXPECT_EQ(tensors.size(), 4u);
  EXPECT_EQ(tensors["v"].values, vector.values);
  EXPECT_EQ(tensors["i"].values, infinite.values);
  EXPECT_TRUE(tensors["w"].whole);
}

TEST(ByteRows, ComeBackFromAFileOfAByteANumber) {
  Scratch scratch;
  TensorMap tensors = {{"a", {{3, 1}, {1, 0, -1}, true}}, {"b", {{1}, {0.5f}}}, {"u", large()}};
  write_tensors(scratch.path("t"), {}, tensors, Precision::bytes);
  EXPECT_LT(std::filesystem::file_size(scratch.path("t")), tensors["u"].values.size() * 11 / 10);
  TensorFile file = read_tensors(scratch.path("t"));
  TensorMap expected = to_byte_rows({{"u", tensors["u"]}});
  from_byte_rows(expected);
  EXPECT_EQ(file.tensors["u"].values, expected["u"].values);
  EXPECT_EQ(file.tensors["a"].values, tensors["a"].values);
  EXPECT_EQ(file.tensors["b"].values, tensors["b"].values);
}

TEST(ByteRows, RefuseScalesThatDoNotFit) {
  Tensor bytes{{2, 3}, {1, 2, 3, 4, 5, 6}, true}, floats{{2, 3}, {1, 2, 3, 4, 5, 6}};
  for (TensorMap tensors :
       {TensorMap{{"u.scale", {{2}, {1, 1}}}}, TensorMap{{"u", floats}, {"u.scale", {{2}, {1, 1}}}},
        TensorMap{{"u", bytes}, {"u.scale", {{3}, {1, 1, 1}}}},
        TensorMap{{"u", {{}, {1}, true}}, {"u.scale", {{1}, {1}}}}})
    EXPECT_THROW(from_byte_rows(tensors), ContractError);
}

}  // namespace
}  // namespace winnow
