// A model that retrieves: its vectors, alone and beside a classifier.
#include "formulas.h"
#include "score/encoder.h"
#include "score/network.h"
#include "tests/app/program.h"
#include "toy_model.h"
#include "winnow/error.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numeric>

namespace winnow {
namespace {

using testing::Each;
using testing::FloatNear;

const std::vector<std::string> kFormulas = {
    "![X]: (subset(X, union(X, a)) & subset(a, union(X, a)))",
    "![X, Y]: (subset(X, Y) <=> ![Z]: (in(Z, X) => in(Z, Y)))", "p(a) | q", "a != b & b = f(a, b)",
    "![X]: ?[Y]: in(X, Y)"};

ModelOptions options_of(const std::string& from, bool classify) {
  ModelOptions options;
  options.embedder = "daglstm";
  options.pooling = "dag";
  options.classify = classify;
  options.retrieve = 6;
  options.retrieve_from = from;
  return options;
}

class Retrieving : public testing::TestWithParam<const char*> {
 protected:
  Model model(bool classify = false) {
    return Model(
        toy_model(options_of(GetParam(), classify), formulas_.bank.view(), formulas_.terms));
  }
  TermView terms() const { return formulas_.bank.view(); }
  std::vector<float> scores(const Model& model, std::span<const TermId> premises,
                            TermId goal) const {
    Network network(model, {});
    std::vector<float> encodings = network.encode(terms(), premises);
    std::vector<const float*> rows;
    for (std::size_t i = 0; i < premises.size(); ++i)
      rows.push_back(encodings.data() + i * network.width());
    return network.retrieve(rows, terms(), goal);
  }

  Featured formulas_{kFormulas};
};

TEST_P(Retrieving, AScoreIsAnInnerProductAndTheTermOfThePremise) {
  Model toy = model();
  std::vector<float> goal = encode_goals(toy, terms(), std::span(formulas_.terms).first(1));
  std::vector<float> premise = encode(toy, terms(), std::span(formulas_.terms).subspan(1, 1));
  ASSERT_EQ(premise.size(), goal.size() + 1);
  EXPECT_NEAR(std::inner_product(goal.begin(), goal.end(), goal.begin(), 0.f), 1, 1e-5);
  float expected = std::inner_product(goal.begin(), goal.end(), premise.begin(), premise.back());
  EXPECT_NEAR(scores(toy, std::span(formulas_.terms).subspan(1, 1), formulas_.terms[0])[0],
              expected, 1e-5);
}

TEST_P(Retrieving, NeitherBatchNorThreadsChangeAnEncoding) {
  Model toy = model();
  std::vector<float> one = encode(toy, terms(), formulas_.terms, {.threads = 1, .batch = 1});
  std::vector<float> many = encode(toy, terms(), formulas_.terms, {.threads = 3, .batch = 2});
  ASSERT_EQ(one.size(), many.size());
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_NEAR(one[i], many[i], 1e-5);
}

TEST_P(Retrieving, AClassifierInTheSameFileLeavesTheVectorsAsTheyAre) {
  ModelFile both = toy_model(options_of(GetParam(), true), terms(), formulas_.terms);
  ModelFile alone = toy_model(options_of(GetParam(), false), terms(), formulas_.terms);
  for (const auto& [name, tensor] : alone.weights.tensors())
    alone.weights.set(name, both.weights.tensor(name));
  Model judging(both), finding(alone);
  EXPECT_EQ(encoding_width(judging.config()), 8u + 7u);
  EXPECT_EQ(encoding_width(finding.config()), 7u);
  auto premises = std::span(formulas_.terms).subspan(1);
  std::vector<float> a = scores(judging, premises, formulas_.terms[0]),
                     b = scores(finding, premises, formulas_.terms[0]);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-5);
  Network network(judging, {});
  std::vector<float> encodings = network.encode(terms(), premises);
  std::vector<float> fast = network.without_attention(
      {encodings.data(), premises.size(), network.width()}, terms(), formulas_.terms[0]);
  std::vector<float> exact = network.rerank(terms(), premises, formulas_.terms[0]);
  for (std::size_t i = 0; i < fast.size(); ++i) EXPECT_NEAR(fast[i], exact[i], 1e-5);
}

TEST_P(Retrieving, AFileKeepsWhatItRetrievesBy) {
  Scratch scratch;
  ModelFile file = toy_model(options_of(GetParam(), false), terms(), formulas_.terms);
  write_model(scratch.path("toy.safetensors"), file, Precision::f32);
  Model before(file), after = Model::load(scratch.path("toy.safetensors"));
  EXPECT_EQ(encode(before, terms(), formulas_.terms), encode(after, terms(), formulas_.terms));
  EXPECT_EQ(after.file().used.rows(), 2u);
}

// The own vector and the term belong to the last formula, which the toy knows.
TEST_P(Retrieving, APremiseThatTrainingKnowsHasAVectorAndATermOfItsOwn) {
  ModelFile file = toy_model(options_of(GetParam(), false), terms(), formulas_.terms);
  auto set = [&](const std::string& name, float value) {
    auto tensor = file.weights.tensor(name);
    std::fill(tensor.values.begin() + static_cast<std::ptrdiff_t>(tensor.values.size() / 2),
              tensor.values.end(), value);
    file.weights.set(name, tensor);
  };
  std::vector<float> before = scores(Model(file), formulas_.terms, formulas_.terms[0]);
  set("retrieve.term.table", 3.f);
  std::vector<float> after = scores(Model(file), formulas_.terms, formulas_.terms[0]);
  for (std::size_t i = 0; i + 1 < before.size(); ++i) EXPECT_EQ(before[i], after[i]);
  EXPECT_NEAR(after.back(), before.back() + 3, 1e-5);
  set("retrieve.own.table", 0.5f);
  std::vector<float> own = scores(Model(file), formulas_.terms, formulas_.terms[0]);
  EXPECT_EQ(own.front(), after.front());
  EXPECT_GT(std::abs(own.back() - after.back()), 1e-3);
}

INSTANTIATE_TEST_SUITE_P(From, Retrieving, testing::Values("features", "graph", "both"),
                         [](const auto& from) { return std::string(from.param); });

TEST(Retrieval, AFormulaOfUnknownFeaturesHasNothingButItsTerm) {
  Featured formulas({"p(a)", "q(b)"});
  Featured strange({"r(c, d)"});
  Model toy(toy_model(options_of("features", false), formulas.bank.view(), formulas.terms));
  std::vector<float> encoding = encode(toy, strange.bank.view(), strange.terms);
  EXPECT_THAT(encoding, Each(FloatNear(0, 1e-6)));
}

TEST(Retrieval, AModelWithoutAClassifierMustRetrieve) {
  ModelOptions options;
  options.classify = false;
  EXPECT_THROW(make_config(options), InputError);
  options.retrieve = 4;
  options.retrieve_from = "words";
  EXPECT_THROW(make_config(options), InputError);
  options.retrieve_from = "features";
  EXPECT_FALSE(make_config(options).graph);
}

}  // namespace
}  // namespace winnow
