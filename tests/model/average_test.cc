#include "model/average.h"

#include "model/parameters.h"
#include "winnow/error.h"

#include <gtest/gtest.h>

namespace winnow {
namespace {

ModelFile model(std::uint64_t seed) {
  ModelFile file;
  file.options.width = 4;
  file.labels = LabelCounter().table();
  file.history = {{"seed", seed}};
  file.weights = random_weights(
      parameter_specs(make_config(file.options),
                      {file.labels.rows(), file.labels.edge_labels(), file.memory.rows()}),
      seed);
  return file;
}

TEST(Average, IsTheMeanOfEveryWeight) {
  std::vector<ModelFile> models = {model(1), model(2), model(2)};
  ModelFile mean = average_models(models);
  for (const auto& [name, tensor] : mean.weights.tensors())
    for (std::size_t i = 0; i < tensor.values.size(); ++i)
      ASSERT_NEAR(tensor.values[i],
                  (models[0].weights.tensor(name).values[i] +
                   2 * models[1].weights.tensor(name).values[i]) /
                      3,
                  1e-6)
          << name;
  EXPECT_EQ(mean.history.dump(), R"({"average_of":[{"seed":1},{"seed":2},{"seed":2}]})");
}

TEST(Average, RefusesModelsThatDiffer) {
  std::vector<ModelFile> models = {model(1), model(1)};
  models[1].options.heads = 4;
  EXPECT_THROW(average_models(models), InputError);
  models[1] = model(1);
  models[1].labels.heads.push_back({"&", 1});
  EXPECT_THROW(average_models(models), InputError);
}

}  // namespace
}  // namespace winnow
