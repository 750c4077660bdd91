#include "model/nearest_examples.h"

#include "tests/app/program.h"
#include "winnow/error.h"

#include <gmock/gmock.h>

#include <cmath>

namespace winnow {
namespace {

using testing::HasSubstr;

// Three formulas along axes 0, 1 and 2. Conjecture 0 had premise 1 (useful) and 2 (not); conjecture
// 1 had premise 2 (useful).
ModelFile model() {
  ModelFile model;
  model.options.embedder = "daglstm";
  model.options.pooling = "dag";
  model.options.width = 4;
  model.labels.heads = {{"other", 1}};
  model.weights =
      random_weights(parameter_specs(make_config(model.options),
                                     {model.labels.rows(), model.labels.edge_labels(), 1}),
                     1);
  std::vector<float> vectors(12, 0.f), axes(16, 0.f);
  for (std::size_t i = 0; i < 3; ++i) vectors[4 * i + i] = 127;
  for (std::size_t i = 0; i < 4; ++i) axes[4 * i + i] = 2;
  model.nearest_examples.set("nearest_examples.vectors", {{3, 4}, vectors, true});
  model.nearest_examples.set("nearest_examples.mean", {{4}, {0, 0, 0, 1}});
  model.nearest_examples.set("nearest_examples.projection", {{4, 4}, axes});
  std::vector<float> weight(1 + kNearestExampleNumbers, 0.f);
  weight[0] = 3;
  weight[1] = 10;
  model.nearest_examples.set("nearest_examples.weight", {{1 + kNearestExampleNumbers}, weight});
  model.nearest_examples.set("nearest_examples.bias", {{1}, {0.5f}});
  model.nearest_example_table = {{0, 1}, {2, 3}, {{1, true}, {2, false}, {2, true}}};
  return model;
}

const std::vector<float> kAxes = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
std::span<const float> axis(std::size_t i) { return std::span(kAxes).subspan(4 * i, 4); }

TEST(NearestExamples, APairThatWasSeenIsWhatItWas) {
  ModelFile file = model();
  NearestExampleReader reader(file);
  auto numbers = reader.read(axis(0), {kAxes.data(), 3, 4});
  ASSERT_EQ(numbers.size(), 3u);
  EXPECT_GT(numbers[1][0], 0.9f);           // premise 1 was useful beside conjecture 0
  EXPECT_LT(numbers[2][0], -0.9f);          // premise 2 was not
  EXPECT_NEAR(numbers[1][2], 0.5f, 0.02f);  // one voice and one doubt
  EXPECT_NEAR(numbers[1][3], 0, 0.01f);     // the logarithm of one voice
}

TEST(NearestExamples, TheNearerConjectureIsLouder) {
  ModelFile file = model();
  NearestExampleReader reader(file);
  auto beside = [&](std::size_t conjecture) {
    return reader.read(axis(conjecture), {axis(2).data(), 1, 4})[0][0];
  };
  EXPECT_LT(beside(0), -0.9f);
  EXPECT_GT(beside(1), 0.9f);
  EXPECT_NEAR(beside(2), 0, 0.01f);  // as far from both
}

TEST(NearestExamples, APremiseThatWasNeverSeenIsTakenForThoseLikeIt) {
  ModelFile file = model();
  NearestExampleReader reader(file);
  const std::vector<float> like_one = {0, 0.98f, 0.1f, 0.17f};
  EXPECT_GT(reader.read(axis(0), {like_one.data(), 1, 4})[0][0], 0.9f);
  const std::vector<float> like_none = {0, 0, 0, 1};
  EXPECT_LT(std::abs(reader.read(axis(0), {like_none.data(), 1, 4})[0][2]), 0.01f);
}

TEST(NearestExamples, EncodingsAreCentredProjectedAndOfLengthOne) {
  ModelFile file = model();
  const std::vector<float> encodings = {0, 3, 0, 1, 0, 0, 4, 4};
  std::vector<float> places = NearestExampleReader(file).place({encodings.data(), 2, 4});
  EXPECT_THAT(places, testing::Pointwise(testing::FloatNear(1e-6f),
                                         {0.f, 1.f, 0.f, 0.f, 0.f, 0.f, 0.8f, 0.6f}));
}

TEST(NearestExamples, MoveALogitByTheirWeights) {
  ModelFile file = model();
  NearestExampleNumbers numbers = {0.2f};
  EXPECT_FLOAT_EQ(NearestExampleReader(file).judge(-1, numbers), -3 + 2 + 0.5f);
}

TEST(NearestExamples, AreReadBackAsTheyWere) {
  Scratch scratch;
  ModelFile file = model();
  for (Precision precision : {Precision::f32, Precision::f16, Precision::bytes}) {
    write_model(scratch.path("m.safetensors"), file, precision);
    ModelFile read = read_model(scratch.path("m.safetensors"));
    EXPECT_EQ(read.nearest_examples.tensor("nearest_examples.vectors").values,
              file.nearest_examples.tensor("nearest_examples.vectors").values);
    EXPECT_TRUE(read.nearest_examples.tensor("nearest_examples.vectors").whole);
    EXPECT_EQ(read.nearest_examples.tensors().size(), 5u);
    EXPECT_TRUE(read.nearest_example_table == file.nearest_example_table);
    EXPECT_FALSE(read.weights.has("nearest_examples.mean"));
  }
}

TEST(NearestExamples, ThatDoNotFitTheModelAreRefused) {
  Scratch scratch;
  auto error = [&](auto change) {
    ModelFile file = model();
    change(file);
    write_model(scratch.path("m.safetensors"), file, Precision::f32);
    try {
      read_model(scratch.path("m.safetensors"));
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_THAT(error([](ModelFile& m) {
                m.nearest_examples.set("nearest_examples.mean", {{3}, {0, 0, 0}});
              }),
              HasSubstr("nearest_examples.mean is missing or has a wrong shape"));
  EXPECT_THAT(error([](ModelFile& m) {
                m.nearest_example_table.premises[0] = {3, false};
              }),
              HasSubstr("the table nearest_examples.premises names what the model does not have"));
  EXPECT_THAT(error([](ModelFile& m) {
                m.nearest_examples.set("nearest_examples.more", {{1}, {0}});
              }),
              HasSubstr("a tensor too many"));
}

}  // namespace
}  // namespace winnow
