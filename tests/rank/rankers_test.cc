#include "formulas.h"
#include "rank/ranker.h"
#include "term/hash.h"
#include "winnow/error.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace winnow {
namespace {

using testing::ElementsAre;

std::vector<std::uint32_t> order(const Ranking& ranking) {
  std::vector<std::uint32_t> result;
  for (const RankedCandidate& each : ranking) result.push_back(each.candidate);
  return result;
}

TEST(TfIdf, CosineOfBinaryVectorsWithRareSymbolsCountingMore) {
  Featured f({"p(a)", "p(b)", "p(c)", "q(c)"});
  TfIdf tfidf(f.symbols, f.rows, f.table.size());
  float p = std::log(4.f / 3), a = std::log(4.f), c = std::log(2.f), q = a;
  std::vector<float> cosines = tfidf.cosines(f.symbols[2]);  // p, c
  EXPECT_NEAR(cosines[0], p * p / std::sqrt((p * p + a * a) * (p * p + c * c)), 1e-6);
  EXPECT_NEAR(cosines[2], 1, 1e-6);
  EXPECT_NEAR(cosines[3], c * c / std::sqrt((q * q + c * c) * (p * p + c * c)), 1e-6);
}

TEST(TfIdf, DocumentsAreOnlyThoseNamed) {
  Featured f({"p(a)", "p(b)", "q(b)"});
  std::vector<std::uint32_t> rows = {2, 0};
  TfIdf tfidf(f.symbols, rows, f.table.size());
  EXPECT_EQ(tfidf.documents(), 2u);
  EXPECT_NEAR(tfidf.cosines(f.symbols[2])[0], 1, 1e-6);
  EXPECT_EQ(tfidf.cosines(f.symbols[2])[1], 0.f);  // q(b) and p(a) share nothing
}

TEST(TfIdf, SymbolsThatNoDocumentHasDoNotMatter) {
  Featured f({"p(a)", "q(b)", "p(a) & r(z)"});
  std::vector<std::uint32_t> rows = {0, 1};
  TfIdf tfidf(f.symbols, rows, f.table.size());
  EXPECT_NEAR(tfidf.cosines(f.symbols[2])[0], 1, 1e-6);
}

TEST(Knn, NearestConjecturesVoteForThemselvesAndTheirPremises) {
  std::vector<float> similarities = {0.f, 0.f, 0.5f, 0.9f, 0.1f}, tfidf(5, 0.f);
  Proofs proofs{{2, 3, 4}, {1, 4, 5}, {{0, true}, {0, true}, {1, true}, {2, false}, {1, true}}};
  auto scores = knn_scores(similarities, tfidf, proofs, {.nearest = 2, .power = 2});
  EXPECT_NEAR(scores[0], 0.25 + 0.81, 1e-6);
  EXPECT_NEAR(scores[1], 0.81, 1e-6);
  EXPECT_NEAR(scores[2], 0.25, 1e-6);
  EXPECT_NEAR(scores[4], 0, 1e-6);  // the third nearest is not asked
}

TEST(Knn, WithoutVotesTfIdfDecides) {
  std::vector<float> tfidf = {0.1f, 0.7f};
  EXPECT_THAT(order(rank_by_score(knn_scores(tfidf, tfidf, {}, {}))), ElementsAre(1, 0));
}

TEST(Sine, RingsFollowRareSymbols) {
  // The goal is about a; d defines a by b, and e defines b by c; z is about something else.
  Featured f({"p(a) & p(b)", "p(b) & p(c)", "p(z) & p(y)", "p(a)"});
  std::vector<std::uint32_t> documents = {0, 1, 2};
  TfIdf symbols(f.symbols, documents, f.table.size());
  EXPECT_THAT(sine_rings(f.symbols, documents, symbols, f.symbols[3], {.tolerance = 1, .depth = 3}),
              ElementsAre(1, 4, 4));  // b (in two) is more common than c (in one)
  EXPECT_THAT(sine_rings(f.symbols, documents, symbols, f.symbols[3], {.tolerance = 2, .depth = 3}),
              ElementsAre(1, 2, 4));
}

TEST(Sine, RingsComeBeforeCosines) {
  std::vector<std::uint32_t> rings = {2, 1, 1, 3};
  std::vector<float> cosines = {1.f, 0.f, 0.1f, 1.f};
  EXPECT_THAT(order(rank_by_score(sine_scores(rings, cosines))), ElementsAre(2, 1, 0, 3));
}

// NaN is neither better nor worse than anything, which broke the order that sorting relies on.
TEST(Ranking, ScoresThatAreNoNumbersComeLast) {
  const float nan = std::nanf(""), infinity = HUGE_VALF;
  const float scores[] = {nan, 1, -infinity, nan, 2, infinity};
  EXPECT_THAT(order(rank_by_score(scores)), ElementsAre(5, 4, 1, 2, 0, 3));
  std::vector<float> many(1000, nan);
  for (std::size_t i = 0; i < many.size(); i += 3) many[i] = static_cast<float>(i % 7);
  std::vector<std::uint32_t> places = order(rank_by_score(many));
  std::ranges::sort(places);
  for (std::uint32_t i = 0; i < many.size(); ++i) ASSERT_EQ(places[i], i);
}

TEST(Ranking, ManyAreOrderedAsFewAre) {
  // Above a thousand they are sorted by digits: both zeros are equal, what is no number is last.
  std::vector<float> scores;
  std::uint64_t state = 1;
  for (int i = 0; i < 5000; ++i) {
    state = mix(state, 7);
    const float value = (static_cast<float>(state % 2001) - 1000) / 64;
    scores.push_back(i % 97 == 0   ? std::numeric_limits<float>::quiet_NaN()
                     : i % 89 == 0 ? -0.f
                     : i % 83 == 0 ? std::numeric_limits<float>::infinity()
                     : i % 79 == 0 ? -std::numeric_limits<float>::infinity()
                                   : value);
  }
  std::vector<std::uint32_t> expected(scores.size());
  std::iota(expected.begin(), expected.end(), 0);
  std::ranges::stable_sort(expected, [&](std::uint32_t a, std::uint32_t b) {
    if (std::isnan(scores[a]) || std::isnan(scores[b]))
      return std::isnan(scores[b]) && !std::isnan(scores[a]);
    return scores[a] > scores[b];
  });
  EXPECT_EQ(order(rank_by_score(scores)), expected);
}

TEST(Sine, TriggersOfALibraryGiveTheSameRings) {
  Featured f({"p(a) & q(b)", "![X]: q(X)", "q(b) & r(c)", "r(c) & s(d)", "s(d) & s(e)", "p(a)"});
  std::vector<std::uint32_t> documents = {0, 1, 2, 3, 4};
  SymbolFacts facts(f.symbols, documents, 5, f.table.size());
  for (double tolerance : {1.0, 1.5, 4.0})
    EXPECT_EQ(
        sine_rings(facts, f.symbols[5], {.tolerance = tolerance}),
        sine_rings(f.symbols, documents, facts.symbols(), f.symbols[5], {.tolerance = tolerance}));
}

// Rings as they are defined: a formula is in the first ring in which a symbol of the ring before
// triggers it.
std::vector<std::uint32_t> rings_by_definition(const FeatureSets& sets, std::uint32_t documents,
                                               const TfIdf& symbols,
                                               std::span<const FeatureId> goal,
                                               const SineOptions& options) {
  std::vector<std::uint32_t> rings(documents, options.depth + 1);
  std::vector<std::uint8_t> reached(symbols.features(), 0);
  for (FeatureId id : goal) reached[index(id)] = 1;
  for (std::uint32_t ring = 1; ring <= options.depth; ++ring) {
    for (std::uint32_t i = 0; i < documents; ++i) {
      std::uint32_t rarest = ~0u;
      for (FeatureId id : sets[i]) rarest = std::min(rarest, symbols.count(id));
      for (FeatureId id : sets[i])
        if (reached[index(id)] != 0 && rings[i] > ring &&
            symbols.count(id) <= options.tolerance * rarest)
          rings[i] = ring;
    }
    for (std::uint32_t i = 0; i < documents; ++i)
      for (FeatureId id : sets[i])
        if (rings[i] == ring) reached[index(id)] = 1;
  }
  return rings;
}

// The first rings are small and tell their symbols, the later ones are asked by them.
TEST(Sine, SmallAndLargeRingsAreThoseOfTheDefinition) {
  std::vector<std::string> texts;
  std::uint64_t state = 1;
  for (int i = 0; i < 600; ++i) {
    std::string text = "p";
    for (int k = 0; k < 3; ++k) {
      state = mix(state, 11);
      text += " & q" + std::to_string(state % 997 * (state >> 32 & 15) % 331);
    }
    texts.push_back(text);
  }
  Featured f(texts);
  const auto documents = std::span(f.rows).first(590);
  SymbolFacts facts(f.symbols, documents, 590, f.table.size());
  std::uint32_t most = 0;
  for (std::uint32_t goal = 590; goal < 600; ++goal)
    for (double tolerance : {1.0, 1.5, 4.0}) {
      const SineOptions options{.tolerance = tolerance, .depth = 8};
      const auto expected =
          rings_by_definition(f.symbols, 590, facts.symbols(), f.symbols[goal], options);
      EXPECT_EQ(sine_rings(facts, f.symbols[goal], options), expected);
      for (std::uint32_t ring : expected) most = std::max(most, ring <= 8 ? ring : 0);
    }
  EXPECT_GE(most, 4u);
}

TEST(Ranking, EqualScoresKeepTheirOrder) {
  std::vector<float> scores = {1, 2, 1, 2};
  EXPECT_THAT(order(rank_by_score(scores)), ElementsAre(1, 3, 0, 2));
}

TEST(Ranking, IsNeverCutToNothing) {
  std::vector<float> scores = {1, 2};
  Ranking ranking = rank_by_score(scores);
  EXPECT_EQ(best_candidates(ranking, 0).size(), 1u);
  EXPECT_EQ(best_candidates(ranking, 9).size(), 2u);
}

TEST(Ranking, FusionGoesByRanksAndWeights) {
  std::vector<float> a = {3, 2, 1}, b = {0, 0, 100};
  std::vector<WeightedRanking> rankings = {{1, rank_by_score(a)}, {1, rank_by_score(b)}};
  EXPECT_THAT(order(fuse_rankings(rankings)),
              ElementsAre(0, 2, 1));  // 1st and 2nd beats 3rd and 1st
  rankings[1].weight = 3;
  EXPECT_THAT(order(fuse_rankings(rankings)), ElementsAre(2, 0, 1));
}

TEST(ParseRanker, ReadsSumsWithWeights) {
  Ranker ranker = parse_ranker("winnow+0.5*knn");
  ASSERT_EQ(ranker.size(), 2u);
  EXPECT_EQ(ranker[0].kind, RankerKind::winnow);
  EXPECT_EQ(ranker[1].weight, 0.5);
  EXPECT_TRUE(uses(ranker, RankerKind::knn));
  EXPECT_FALSE(uses(ranker, RankerKind::sine));
  for (const char* wrong : {"", "knn+", "best", "0*knn", "x*knn", "-1*knn"})
    EXPECT_THROW(parse_ranker(wrong), InputError) << wrong;
}

// Five candidates; the model likes the last ones, its first stage the middle.
class TwoStages : public testing::Test {
 protected:
  TwoStages() {
    evidence_.candidates = 5;
    evidence_.without_attention = [] { return std::vector<float>{0, 1, 9, 8, 7}; };
    evidence_.rerank = [this](std::span<const std::uint32_t> chosen, const Evidence::Symbols&) {
      asked_ = chosen.size();
      return std::vector<float>(chosen.begin(), chosen.end());
    };
  }
  Evidence evidence_;
  std::size_t asked_ = 0;
};

TEST_F(TwoStages, AttentionReordersTheBestOfTheFirstStage) {
  Ranking ranking = rank(evidence_, {.rerank = 3});
  EXPECT_THAT(order(ranking), ElementsAre(4, 3, 2, 1, 0));
  EXPECT_EQ(asked_, 3u);
  for (std::size_t i = 1; i < ranking.size(); ++i)
    EXPECT_LE(ranking[i].score, ranking[i - 1].score);
}

// Where the second stage begins, scores of the first are moved; neither rounding nor weights so
// large that scores overflow may lift one above its place.
TEST_F(TwoStages, ScoresAreInOrderWhateverTheyAre) {
  const float huge = std::numeric_limits<float>::max();
  const float infinity = std::numeric_limits<float>::infinity();
  std::vector<float> values = {0, 1e-30f, huge, -huge, infinity, -infinity, std::nanf("")};
  for (int i = 1; i < 50; ++i)
    values.push_back(static_cast<float>(i % 7 - 3) / static_cast<float>(i));
  for (float first : values)
    for (float second : values) {
      evidence_.without_attention = [=] { return std::vector<float>{first, 2, first, 1, first}; };
      evidence_.rerank = [=](std::span<const std::uint32_t> chosen, const Evidence::Symbols&) {
        return std::vector<float>(chosen.size(), second);
      };
      Ranking ranking = rank(evidence_, {.rerank = 2});
      for (std::size_t i = 1; i < ranking.size(); ++i)
        EXPECT_FALSE(ranking[i].score > ranking[i - 1].score) << first << ' ' << second;
    }
}

TEST_F(TwoStages, ExactAsksAboutAll) {
  EXPECT_THAT(order(rank(evidence_, {.rerank = ~0u})), ElementsAre(4, 3, 2, 1, 0));
  EXPECT_EQ(asked_, 5u);
}

TEST_F(TwoStages, AModelWithoutAttentionNeedsOne) {
  evidence_.rerank = {};
  EXPECT_THAT(order(rank(evidence_, {.rerank = 3})), ElementsAre(2, 3, 4, 1, 0));
}

TEST_F(TwoStages, WithoutAModelThereIsAMessage) {
  evidence_.rerank = {};
  evidence_.without_attention = {};
  EXPECT_THROW(rank(evidence_, {}), InputError);
  EXPECT_THROW(rank(evidence_, {.ranker = parse_ranker("knn")}), InputError);
}

// Five candidates and an earlier conjecture that is the goal itself; its proof used 0 and 1.
class Guided : public TwoStages {
 protected:
  Guided() {
    evidence_.documents = formulas_.rows;
    evidence_.symbols = formulas_.symbols;
    evidence_.shapes = formulas_.shapes;
    evidence_.features = formulas_.table.size();
    evidence_.goal_symbols = formulas_.symbols[5];
    evidence_.proofs = &proofs_;
  }
  std::vector<std::uint32_t> guided(double trust, std::uint32_t rerank) {
    RankerOptions options;
    options.ranker = parse_ranker("guided");
    options.trust = trust;
    options.rerank = rerank;
    return order(rank(evidence_, options));
  }
  Featured formulas_{{"q(a)", "q(b)", "r(c)", "r(d)", "s(e)", "p(f)"}};
  Proofs proofs_{{5}, {2}, {{0, true}, {1, true}}};
};

TEST_F(Guided, VotesComeFirstAndTheModelOrdersWhatIsEqual) {
  EXPECT_THAT(guided(0.1, ~0u), ElementsAre(1, 0, 4, 3, 2));
  EXPECT_THAT(guided(100, ~0u), ElementsAre(4, 3, 2, 1, 0));
}

TEST_F(Guided, AttentionSeesWhatEitherOfThemHasNearTheTop) {
  auto ranked = guided(0.1, 2);
  EXPECT_EQ(ranked[0], 0u);  // the first by votes
  EXPECT_EQ(ranked[1], 2u);  // the first by vectors
  EXPECT_EQ(asked_, 2u);
}

TEST_F(Guided, AModelWithoutAttentionCounts) {
  evidence_.rerank = {};
  EXPECT_THAT(guided(0.1, ~0u), ElementsAre(1, 0, 2, 3, 4));
}

TEST_F(Guided, WithoutProofsSharedSymbolsCount) {
  evidence_.proofs = nullptr;
  evidence_.goal_symbols = formulas_.symbols[0];
  EXPECT_THAT(guided(0.01, ~0u), ElementsAre(0, 1, 4, 3, 2));
}

TEST_F(Guided, NeedsAModel) {
  evidence_.without_attention = {};
  EXPECT_THROW(guided(0.5, 2), InputError);
  EXPECT_THROW(
      rank(evidence_, {.ranker = parse_ranker("knn"), .first_stage = parse_ranker("guided")}),
      InputError);
}

}  // namespace
}  // namespace winnow
