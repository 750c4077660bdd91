// Models and graphs as arrays.
#include <winnow/error.h>
#include <winnow/graph.h>
#include <winnow/model.h>

#include <gmock/gmock.h>

#include <functional>
#include <numeric>

namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(ModelTensors, HaveNamesShapesAndValues) {
  winnow::ModelTensors model = winnow::ModelTensors::open("mizar-pair");
  EXPECT_THAT(model.file(), HasSubstr("mizar-pair.safetensors"));
  EXPECT_EQ(model.options().mode, "pair");
  EXPECT_THAT(model.history(), HasSubstr("{"));
  ASSERT_FALSE(model.names().empty());
  for (const std::string& name : model.names()) {
    winnow::ModelTensor tensor = model.tensor(name);
    EXPECT_EQ(std::accumulate(tensor.shape.begin(), tensor.shape.end(), std::size_t{1},
                              std::multiplies<>()),
              tensor.values.size())
        << name;
  }
}

TEST(ModelTensors, SuggestANameThatThereIs) {
  winnow::ModelTensors model = winnow::ModelTensors::open("mizar-pair");
  try {
    model.tensor("classifier.out.weigth");
    FAIL() << "a tensor of no name";
  } catch (const winnow::InputError& error) {
    EXPECT_THAT(error.hint(), HasSubstr("classifier.out.weight"));
  }
}

TEST(Graph, HasEdgesFromArgumentsToParents) {
  winnow::Formulas problem = winnow::Formulas::parse("fof(a, axiom, p(f(c), f(c))).");
  winnow::Graph graph = winnow::make_graph(problem, 0);
  EXPECT_THAT(graph.edge_index(), ElementsAre(0, 1, 1, 1, 2, 2));
}

}  // namespace
