#include "model/join.h"

#include "model/parameters.h"
#include "winnow/error.h"

#include <gmock/gmock.h>

namespace winnow {
namespace {

ModelFile model(const std::function<void(ModelOptions&)>& change, std::uint64_t seed) {
  ModelFile file;
  file.options.width = 4;
  change(file.options);
  file.labels = LabelCounter().table();
  file.history = {{"seed", seed}};
  file.weights =
      random_weights(parameter_specs(make_config(file.options), table_sizes(file)), seed);
  return file;
}
ModelFile reranker() {
  return model([](ModelOptions& o) { o.rerank = 8; }, 1);
}
ModelFile retriever() {
  return model(
      [](ModelOptions& o) {
        o.classify = false;
        o.retrieve = 3;
        o.retrieve_from = "features";
      },
      2);
}

TEST(Join, HasTheWeightsOfBothAndNothingElse) {
  const ModelFile first = reranker(), second = retriever(), both = join_models(first, second);
  for (const ModelFile* each : {&first, &second})
    for (const auto& [name, tensor] : each->weights.tensors())
      EXPECT_EQ(both.weights.tensor(name).values, tensor.values) << name;
  both.weights.check(parameter_specs(make_config(both.options), table_sizes(both)), "both");
  EXPECT_EQ(encoding_width(make_config(both.options)), 4u);  // of retrieval alone
  EXPECT_EQ(both.history.dump(), R"({"rerank":{"seed":1},"retrieve":{"seed":2}})");
}

TEST(Join, RefusesModelsThatDoSomethingElse) {
  const ModelFile classifier = model([](ModelOptions&) {}, 1);
  EXPECT_THROW(join_models(classifier, retriever()), InputError);
  EXPECT_THROW(join_models(reranker(), classifier), InputError);
  EXPECT_THROW(join_models(join_models(reranker(), retriever()), retriever()), InputError);
}

}  // namespace
}  // namespace winnow
