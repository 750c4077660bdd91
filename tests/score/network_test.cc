#include "score/network.h"

#include "tests/rank/formulas.h"
#include "tests/rank/toy_model.h"
#include "winnow/error_code.h"

#include <gmock/gmock.h>

namespace winnow {
namespace {

const std::vector<std::string> kFormulas = {
    "![X]: (subset(X, union(X, a)) & subset(a, union(X, a)))",
    "![X, Y]: (subset(X, Y) <=> ![Z]: (in(Z, X) => in(Z, Y)))",
    "![A, B, C]: (in(C, union(A, B)) <=> (in(C, A) | in(C, B)))",
    "![X]: (in(X, a) | ~in(X, a) | p(f(X, X)))",
    "a != b & b = f(a, b)",
    "p(a) | q",
    "![X]: ?[Y]: in(X, Y)"};

class Networks : public testing::TestWithParam<const char*> {
 protected:
  Networks() : formulas_(kFormulas) {}
  Model model(const std::string& pooling, const std::string& mode = "pair") {
    ModelOptions options;
    options.embedder = GetParam();
    options.pooling = pooling;
    options.mode = mode;
    return Model(toy_model(options, formulas_.bank.view(), formulas_.terms));
  }
  std::span<const TermId> premises() const { return std::span(formulas_.terms).subspan(1); }
  TermId goal() const { return formulas_.terms[0]; }

  Featured formulas_;
};

TEST_P(Networks, WithoutAttentionTheFirstStageIsExact) {
  for (const char* pooling : {"max", "dag"}) {
    Model toy = model(pooling);
    Network network(toy, {});
    TermView terms = formulas_.bank.view();
    std::vector<float> encodings = network.encode(terms, premises());
    std::vector<float> fast = network.without_attention(
        {encodings.data(), premises().size(), network.width()}, terms, goal());
    std::vector<float> exact = network.rerank(terms, premises(), goal());
    ASSERT_EQ(fast.size(), exact.size());
    for (std::size_t i = 0; i < fast.size(); ++i) EXPECT_NEAR(fast[i], exact[i], 1e-5) << pooling;
    EXPECT_GT(std::abs(exact[0] - exact[1]), 1e-4);
  }
}

TEST_P(Networks, NeitherBatchNorThreadsChangeAnEncodingOrALogit) {
  for (const char* pooling : {"max", "dag", "attdag"}) {
    Model toy = model(pooling);
    TermView terms = formulas_.bank.view();
    Network one(toy, {.threads = 1, .batch = 1}), many(toy, {.threads = 3, .batch = 4});
    std::vector<float> a = one.encode(terms, premises()), b = many.encode(terms, premises());
    EXPECT_EQ(a, b);
    a = one.rerank(terms, premises(), goal());
    b = many.rerank(terms, premises(), goal());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-5);
  }
}

// Products and memory are halves like others; compared, a premise that stands alone sees itself.
TEST_P(Networks, TheFirstStageKnowsTheExtensions) {
  ModelOptions options;
  options.embedder = GetParam();
  options.pooling = "dag";
  options.mode = "pair";
  options.match = options.compare = true;
  options.memory = 1;
  Model toy(toy_model(options, formulas_.bank.view(), formulas_.terms));
  options.memory = 0;
  Model without_memory(toy_model(options, formulas_.bank.view(), formulas_.terms));
  Network network(toy, {}), other(without_memory, {});
  TermView terms = formulas_.bank.view();
  std::vector<float> encodings = network.encode(terms, premises());
  EXPECT_EQ(network.width(), 2 * toy.config().width);
  std::vector<float> fast = network.without_attention(
      {encodings.data(), premises().size(), network.width()}, terms, goal());
  std::vector<float> exact = network.rerank(terms, premises(), goal());
  std::vector<float> without = other.rerank(terms, premises(), goal());
  for (std::size_t i = 0; i < fast.size(); ++i) EXPECT_NEAR(fast[i], exact[i], 1e-5);
  EXPECT_GT(std::abs(exact.back() - without.back()), 1e-5);
}

// A premise that shares no label with the goal has nothing to attend to; nor has the goal.
TEST_P(Networks, TheFirstStageOfAnAttendingModelLetsNoNodeAttend) {
  Featured apart({"p(a)", "q(b)", "p(c)"});
  ModelOptions options;
  options.embedder = GetParam();
  Model toy(toy_model(options, apart.bank.view(), apart.terms));
  Network network(toy, {});
  TermView terms = apart.bank.view();
  auto premises = std::span(apart.terms).subspan(1);
  std::vector<float> encodings = network.encode(terms, premises);
  std::vector<float> fast =
      network.without_attention({encodings.data(), 2, network.width()}, terms, apart.terms[0]);
  std::vector<float> exact = network.rerank(terms, premises, apart.terms[0]);
  EXPECT_NEAR(fast[0], exact[0], 1e-5);           // q(b) beside p(a)
  EXPECT_GT(std::abs(fast[1] - exact[1]), 1e-5);  // p(c) attends to p(a)
}

TEST_P(Networks, JointModeShowsAttentionSeveralPremisesAtOnce) {
  Model toy = model("attdag", "joint");
  TermView terms = formulas_.bank.view();
  Network pair(toy, {.mode = ExampleMode::pair}),
      single(toy, {.mode = ExampleMode::joint, .group = 1}),
      joint(toy, {.mode = ExampleMode::joint, .group = 4});
  std::vector<float> a = pair.rerank(terms, premises(), goal()),
                     b = single.rerank(terms, premises(), goal()),
                     c = joint.rerank(terms, premises(), goal());
  double difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_NEAR(a[i], b[i], 1e-5);
    difference += std::abs(a[i] - c[i]);
  }
  EXPECT_GT(difference, 1e-4);
}

// q, r and b are in no training formula. In the one library all of them are rare, in the other q is
// everywhere.
TEST(Network, RaritiesOfUnknownSymbolsChangeALogit) {
  Featured known({"p(a)"}), asked({"q(b)", "q(b) | r(b)"});
  const TermView terms = asked.bank.view();
  SymbolCounts rare{100, std::vector<std::uint32_t>(terms.symbols.size, 1)}, common = rare;
  common.with[index(asked.bank.symbols().intern("q", Kind::predicate))] = 90;
  const auto logit = [&](std::uint32_t rarities, const SymbolCounts& counts) {
    ModelOptions options;
    options.rerank = 4;
    options.rarities = rarities;
    const Model toy(toy_model(options, known.bank.view(), known.terms));
    return Network(toy, {}).rerank(terms, std::span(asked.terms).subspan(1), asked.terms[0],
                                   counts)[0];
  };
  EXPECT_GT(std::abs(logit(4, rare) - logit(4, common)), 1e-5);
  EXPECT_EQ(logit(0, rare), logit(0, common));
  EXPECT_EQ(logit(4, rare), logit(4, {1000, std::vector<std::uint32_t>(terms.symbols.size, 10)}));
}

TEST(Network, OnlyASecondStageHasRarities) {
  ModelOptions options;
  options.rarities = 4;
  EXPECT_THROW(make_config(options), CodedError);
  options.rerank = 4;
  EXPECT_EQ(make_config(options).rarities, 4u);
  options.retrieve = 3;  // from graphs, too: an index would keep what changes with the library
  EXPECT_THROW(make_config(options), CodedError);
}

INSTANTIATE_TEST_SUITE_P(All, Networks, testing::Values("mpnn", "gcn", "daglstm", "bidir"));

TEST(Fingerprint, TellsModelsApart) {
  Featured f({"p(a)"});
  ModelFile one = toy_model({}, f.bank.view(), f.terms), same = one,
            other = toy_model({}, f.bank.view(), f.terms, 2);
  EXPECT_EQ(fingerprint(one), fingerprint(same));
  EXPECT_NE(fingerprint(one), fingerprint(other));
  same.labels.symbols.front().name += "x";
  EXPECT_NE(fingerprint(one), fingerprint(same));
}

}  // namespace
}  // namespace winnow
