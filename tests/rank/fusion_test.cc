// Features of candidates, and the small networks that weigh them.
#include "data/text_file.h"
#include "formulas.h"
#include "rank/fusion_rows.h"
#include "rank/ranker.h"
#include "tests/paths.h"
#include "winnow/error.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

namespace winnow {
namespace {

using enum FusionFeature;
using testing::ElementsAre;

constexpr std::size_t column(FusionFeature feature) { return static_cast<std::size_t>(feature); }

// One hidden unit that looks at no feature yet.
FusionNetwork one_unit() {
  return {std::vector<float>(kFusionFeatures, 0),
          std::vector<float>(kFusionFeatures, 1),
          std::vector<float>(kFusionFeatures, 0),
          {10},
          {1},
          0};
}

// The goal is p(a). Its proof voted for 0; 0 brings up q, which 1 explains; 2 and 3 are far away.
class FeaturesOfFive : public testing::Test {
 protected:
  FeaturesOfFive() {
    evidence_.candidates = 4;
    evidence_.documents = formulas_.rows;
    evidence_.symbols = formulas_.symbols;
    evidence_.shapes = formulas_.shapes;
    evidence_.features = formulas_.table.size();
    evidence_.goal_symbols = formulas_.symbols[4];
    evidence_.proofs = &proofs_;
    evidence_.retrieve = [] { return std::vector<float>{1, -1, -2, -3}; };
    evidence_.known = [this] { return std::vector<std::uint8_t>(formulas_.table.size(), 1); };
  }
  std::vector<float> values(FusionFeature feature) const {
    CandidateFeatures features = features_of(evidence_, {});
    std::vector<float> found;
    for (std::size_t i = 0; i < 4; ++i)
      found.push_back(features.values[i * kFusionFeatures + column(feature)]);
    return found;
  }

  Featured formulas_{{"p(a) & q(b)", "![X]: q(X)", "r(d) & s(d)", "r(e) & s(e)", "p(a)"}};
  Proofs proofs_{{4}, {1}, {{0, true}}};
  Evidence evidence_;
};

TEST_F(FeaturesOfFive, SayWhatTheRankersKnow) {
  EXPECT_GT(values(votes)[0], values(votes)[1]);
  EXPECT_THAT(values(uses), ElementsAre(std::log(2.f), 0, 0, 0));
  EXPECT_NEAR(values(nearest_use)[0], 1, 1e-5);
  EXPECT_FLOAT_EQ(values(retrieve)[0] - values(retrieve)[3], 4);
  EXPECT_EQ(values(rank_by_retrieve)[0], 0);
  EXPECT_FLOAT_EQ(values(goal_covered)[0], 1);
  EXPECT_EQ(values(goal_covered)[2], 0);
  EXPECT_THAT(values(wide_ring), ElementsAre(1, 2, 9, 9));
}

TEST_F(FeaturesOfFive, SayHowManyProofsThereAreAndHowNearTheyGet) {
  const float one = std::log(2.f);
  EXPECT_THAT(values(proofs), ElementsAre(one, one, one, one));
  EXPECT_NEAR(values(nearest_proof)[3], 1, 1e-5);
  proofs_ = {{2, 3}, {1, 2}, {{0, true}, {1, true}}};  // share no symbol with the goal
  const float two = std::log(3.f);
  EXPECT_THAT(values(proofs), ElementsAre(two, two, two, two));
  EXPECT_EQ(values(nearest_proof)[0], 0);
}

// One proof, of something like the goal, used 3, which is nothing like it; hundreds more say less
// about the goal than that there are hundreds.
TEST_F(FeaturesOfFive, TheOnlyProofRaisesWhatItUsedLessThanOneOfManyDoes) {
  proofs_ = {{0}, {1}, {{3, true}}};
  const float alone = values(rank_before)[3];
  for (std::uint32_t n = 0; n < 900; ++n) proofs_.end_example(2);
  EXPECT_LT(values(rank_before)[3], alone);
}

TEST_F(FeaturesOfFive, FindTheAxiomThatExplainsWhatTheBestBringUp) {
  EXPECT_GT(values(explains)[1], 0);
  EXPECT_EQ(values(simplest_raised)[1], 1);  // nothing shorter has q
}

TEST_F(FeaturesOfFive, DoWithoutProofsAndWithoutAModel) {
  evidence_.proofs = nullptr;
  evidence_.retrieve = {};
  for (FusionFeature none : {proofs, nearest_proof, votes, few_votes, uses, rank_by_votes, retrieve,
                             rank_by_retrieve, known, goal_known})
    EXPECT_THAT(values(none), ElementsAre(0, 0, 0, 0)) << to_string(none);
}

TEST_F(FeaturesOfFive, AreThoseWithoutProofsIfNoneIsLeft) {
  proofs_ = {};
  for (FusionFeature none : {proofs, nearest_proof, votes, few_votes, rank_by_votes})
    EXPECT_THAT(values(none), ElementsAre(0, 0, 0, 0)) << to_string(none);
  Fusion fusion;
  fusion[FusionCase::model] = one_unit();  // for the case that is asked for
  EXPECT_EQ(rank(evidence_, {.ranker = parse_ranker("fusion"), .fusion = &fusion}).size(), 4u);
}

TEST_F(FeaturesOfFive, AskNoModelThatHardlyKnowsTheGoal) {
  evidence_.known = [this] { return std::vector<std::uint8_t>(formulas_.table.size(), 0); };
  evidence_.retrieve = []() -> std::vector<float> { throw std::logic_error("asked"); };
  EXPECT_THAT(values(retrieve), ElementsAre(0, 0, 0, 0));
}

TEST_F(FeaturesOfFive, TheFirstInTheOrderIntroducesASymbol) {
  EXPECT_GT(values(introduces)[0], 0);
  std::vector<std::uint32_t> reversed = {3, 2, 1, 0};
  EXPECT_GT(values(introduces_raised)[0], 0);
  evidence_.order = reversed;
  EXPECT_GT(values(introduces)[0], 0);         // nobody else has p
  EXPECT_GT(values(introduces_raised)[1], 0);  // q comes first in 1 now
  EXPECT_EQ(values(from_the_end)[0], 0);
}

TEST_F(FeaturesOfFive, NeighboursOfWhatIsNearAreNearby) {
  EXPECT_GT(values(nearby)[1], values(nearby)[2]);
  EXPECT_GT(values(nearby)[2], values(nearby)[3]);
}

TEST_F(FeaturesOfFive, AreTheSameForTheChosenOfALargeLibrary) {
  TfIdf symbols(evidence_.symbols, evidence_.documents, evidence_.features);
  std::vector<float> cosines = symbols.cosines(evidence_.goal_symbols);
  std::vector<float> counted = knn_scores(cosines, cosines, proofs_);
  std::vector<float> scores = evidence_.retrieve();
  std::vector<std::uint8_t> all = evidence_.known();
  SymbolFacts facts(evidence_.symbols, evidence_.documents, 4, evidence_.features);
  for (std::uint32_t threads : {1u, 3u}) {
    FusionSources sources{.candidates = 4,
                          .facts = facts,
                          .goal = evidence_.goal_symbols,
                          .cosines = cosines,
                          .order = {},
                          .votes = counted,
                          .proofs = &proofs_,
                          .retrieve = scores,
                          .known = all,
                          .threads = threads};
    ChosenFeatures few =
        fusion_features(sources, {.all_up_to = 1, .by_rank_before = 1, .by_each = 0});
    ASSERT_LT(few.candidates.size(), 4u);
    std::vector<float> whole = fusion_features(sources);
    for (std::size_t row = 0; row < few.candidates.size(); ++row)
      for (std::size_t n = 0; n < kFusionFeatures; ++n)
        EXPECT_EQ(few.values[row * kFusionFeatures + n],
                  whole[few.candidates[row] * kFusionFeatures + n])
            << to_string(static_cast<FusionFeature>(n));
  }
}

TEST_F(FeaturesOfFive, WhoIsNotLookedAtFollowsTheOthers) {
  FusionNetwork network = one_unit();
  Fusion fusion;
  fusion[FusionCase::both] = network;
  Ranking ranking =
      rank(evidence_, {.ranker = parse_ranker("fusion"),
                       .fusion = &fusion,
                       .choice = {.all_up_to = 1, .by_rank_before = 1, .by_each = 1}});
  ASSERT_EQ(ranking.size(), 4u);
  std::vector<std::uint32_t> found;
  for (std::size_t i = 0; i < 4; ++i) {
    found.push_back(ranking[i].candidate);
    if (i > 0) {
      EXPECT_GE(ranking[i - 1].score, ranking[i].score);
    }
  }
  EXPECT_EQ(found.front(), 0u);
  EXPECT_THAT(found, testing::UnorderedElementsAre(0, 1, 2, 3));
}

TEST_F(FeaturesOfFive, RankByWhatTheNetworkSays) {
  FusionNetwork network = one_unit();
  network.hidden[column(retrieve)] = -1;  // the worst come first
  Fusion fusion;
  fusion[FusionCase::both] = network;
  RankerOptions options{.ranker = parse_ranker("fusion"), .fusion = &fusion};
  EXPECT_EQ(rank(evidence_, options)[0].candidate, 3u);
  options.fusion = nullptr;
  EXPECT_THROW(rank(evidence_, options), InputError);
  evidence_.proofs = nullptr;  // a case that nobody fitted
  options.fusion = &fusion;
  EXPECT_THROW(rank(evidence_, options), InputError);
}

// The first stage says 0, 1, 2, 3. Its best three go to the second one, in two groups: 0 and 2,
// then
// 1. What that says is added, and the last stays the last, whatever would have been said about it.
TEST_F(FeaturesOfFive, TheSecondStageReordersTheBestInGroupsOfEqualQuality) {
  FusionNetwork network = one_unit();
  network.hidden[column(retrieve)] = 1;
  Fusion fusion;
  fusion[FusionCase::both] = network;
  RankerOptions options{.ranker = parse_ranker("fusion"), .trust = 0.5, .fusion = &fusion};
  std::vector<std::uint32_t> asked;
  evidence_.rerank = [&](std::span<const std::uint32_t> chosen, const Evidence::Symbols&) {
    asked.assign(chosen.begin(), chosen.end());
    std::vector<float> logits;
    for (std::uint32_t each : chosen) logits.push_back(each == 2 ? 100.f : 0.f);
    return logits;
  };
  auto order = [&] {
    std::vector<std::uint32_t> found;
    for (const RankedCandidate& each : rank(evidence_, options)) found.push_back(each.candidate);
    return found;
  };
  EXPECT_THAT(order(), ElementsAre(0, 1, 2, 3));  // a model that learned from no lists
  EXPECT_TRUE(asked.empty());
  evidence_.list_best = 3;
  evidence_.list_group = 2;
  EXPECT_THAT(order(), ElementsAre(2, 0, 1, 3));
  EXPECT_THAT(asked, ElementsAre(0, 2, 1));
  options.trust = 0;
  EXPECT_THAT(order(), ElementsAre(0, 1, 2, 3));
}

// Useful are rows in which exactly one of two features is set: no sum of features can say that.
FusionRows either() {
  FusionRows rows;
  for (std::uint32_t i = 0; i < 2000; ++i) {
    bool a = (i & 1) != 0, b = (i & 2) != 0;
    std::vector<float> row(kFusionFeatures, 3);  // the same everywhere: tells nothing
    row[1] = a ? 1.f : 0.f;
    row[5] = b ? 20.f : -20.f;
    rows.features.insert(rows.features.end(), row.begin(), row.end());
    rows.useful.push_back(a != b ? 1 : 0);
    rows.weights.push_back(1);
    if (i % 8 == 7) rows.ends.push_back(i + 1);
  }
  return rows;
}

TEST(FusionNetwork, LearnsWhatASumCannot) {
  FusionRows rows = either();
  std::vector<float> scores = fit_fusion_network(rows, {.epochs = 40}).scores(rows.features);
  EXPECT_GT(std::min(scores[1], scores[2]), std::max(scores[0], scores[3]) + 1);
}

TEST(FusionNetwork, AFeatureThatWasAlwaysTheSameCountsNothing) {
  FusionRows rows = either();
  FusionNetwork network = fit_fusion_network(rows, {.epochs = 1});
  std::vector<float> row(rows.features.begin(), rows.features.begin() + kFusionFeatures);
  float before = network.scores(row)[0];
  row[0] += 100;
  EXPECT_EQ(network.scores(row)[0], before);
}

TEST(FusionNetwork, IsTheSameForTheSameSeed) {
  FusionRows rows = either();
  FitOptions options{.epochs = 1};
  FusionNetwork one = fit_fusion_network(rows, options);
  EXPECT_EQ(fit_fusion_network(rows, options).hidden, one.hidden);
  options.seed = 2;
  EXPECT_NE(fit_fusion_network(rows, options).hidden, one.hidden);
}

TEST(FusionNetwork, SeveralSeedsAreTheMeanOfTheirScores) {
  FusionRows rows = either();
  FusionNetwork two = fit_fusion_network(rows, {.epochs = 1, .seeds = 2});
  FusionNetwork one = fit_fusion_network(rows, {.epochs = 1, .seeds = 1});
  EXPECT_EQ(two.out.size(), 2 * one.out.size());
  EXPECT_EQ(two.out[0], one.out[0] / 2);
  EXPECT_EQ(two.hidden[1], one.hidden[1]);
}

TEST(FusionNetwork, AQuestionWithManyNeedsCountsLikeOneWithFew) {
  FusionRows rows;
  auto ask = [&](std::size_t wanted, std::size_t feature) {
    for (std::size_t n = 0; n < 40; ++n) {
      std::vector<float> row(kFusionFeatures, 0);
      if (n < wanted) row[feature] = 1;
      rows.features.insert(rows.features.end(), row.begin(), row.end());
      rows.useful.push_back(n < wanted ? 1 : 0);
      rows.weights.push_back(1);
    }
    rows.ends.push_back(static_cast<std::uint32_t>(rows.useful.size()));
  };
  for (int n = 0; n < 20; ++n) {
    ask(1, 0);
    ask(20, 1);
  }
  FusionNetwork network = fit_fusion_network(rows, {.epochs = 30});
  std::vector<float> test(3 * kFusionFeatures, 0);
  test[0] = 1;                    // as the one of a question with few needs
  test[kFusionFeatures + 1] = 1;  // as one of many
  std::vector<float> scores = network.scores(test);
  EXPECT_GT(scores[0], scores[2] + 1);
  EXPECT_GT(scores[1], scores[2] + 1);
}

Fusion fitted(const FusionRows& rows) {
  Fusion fusion{.networks = {}, .history = "a \"test\""};
  fusion[FusionCase::proofs] = fit_fusion_network(rows, {.units = 2, .epochs = 1});
  return fusion;
}

TEST(Fusion, ReadsBackAsItWasWritten) {
  FusionRows rows = either();
  Fusion fusion = fitted(rows), read = fusion_of_json(to_json(fusion), "x.fusion.json");
  EXPECT_EQ(read.history, "a \"test\"");
  EXPECT_FALSE(read.has(FusionCase::plain));
  EXPECT_EQ(read[FusionCase::proofs].scores(rows.features),
            fusion[FusionCase::proofs].scores(rows.features));
  EXPECT_EQ(fusion_file("models/pair.safetensors"), "models/pair.fusion.json");
}

// What any sensible fusion knows, with proofs and a model or without them.
TEST_F(FeaturesOfFive, TheShippedFusionPutsTheNearestFirst) {
  std::filesystem::path file = fusion_file(WINNOW_SOURCE_DIR "/models/mizar-rank.safetensors");
  Fusion shipped = fusion_of_json(read_text_file(file), file.string());
  RankerOptions options{.ranker = parse_ranker("fusion"), .fusion = &shipped};
  EXPECT_EQ(rank(evidence_, options)[0].candidate, 0u);
  evidence_.proofs = nullptr;
  EXPECT_EQ(rank(evidence_, options)[0].candidate, 0u);
  evidence_.retrieve = {};
  EXPECT_EQ(rank(evidence_, options)[0].candidate, 0u);
}

TEST(Fusion, AnyFlippedBitIsRefused) {
  const std::string good = to_json(fitted(either()));
  for (std::size_t at = 0; at < good.size(); at += 1 + good.size() / 200) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 1);
    EXPECT_THROW(fusion_of_json(bad, "x"), InputError) << "byte " << at;
  }
}

TEST(Fusion, NestingWithoutEndIsRefused) {
  std::string deep(100000, '[');
  EXPECT_THROW(fusion_of_json(deep, "x"), InputError);
}

TEST(Fusion, RefusesWhatIsNotOne) {
  Fusion fusion = fitted(either()), flat = fusion, none;
  std::string good = to_json(fusion);
  flat[FusionCase::proofs].scale[3] = 0;
  fusion[FusionCase::proofs].out.pop_back();
  for (const std::string& bad :
       {std::string("{}"), std::string("[]"), good.substr(0, good.size() / 2), to_json(fusion),
        to_json(flat), to_json(none)})
    EXPECT_THROW(fusion_of_json(bad, "x"), InputError) << bad.substr(0, 40);
}

TEST(FusionRows, ReadBackAsTheyWereWritten) {
  std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "fusion_test.rows";
  FusionCaseRows rows;
  rows[1] = either();
  write_fusion_rows(file, rows);
  FusionCaseRows read = read_fusion_rows(file);
  EXPECT_TRUE(read[0].ends.empty());
  EXPECT_EQ(read[1].features, rows[1].features);
  EXPECT_EQ(read[1].useful, rows[1].useful);
  EXPECT_EQ(read[1].ends, rows[1].ends);
  add_rows(rows[1], read[1]);
  EXPECT_EQ(read[1].ends.back(), 4000u);
  std::filesystem::remove(file);
}

TEST(FusionRows, AQuestionKeepsItsUsefulCandidatesAndTheNotableOthers) {
  std::vector<float> features(4 * kFusionFeatures);
  for (std::size_t i = 0; i < 4; ++i) features[i * kFusionFeatures] = static_cast<float>(i);
  FusionRows rows;
  std::vector<std::uint32_t> notable = {0, 2}, useful = {2, 3};
  std::vector<float> weights = {16, 1};
  add_question(features, notable, weights, useful, rows);
  EXPECT_THAT(rows.useful, ElementsAre(0, 1, 1));
  EXPECT_THAT(rows.weights, ElementsAre(16, 1, 1));
  EXPECT_EQ(rows.features[kFusionFeatures], 2);
  EXPECT_THAT(rows.ends, ElementsAre(3u));
}

}  // namespace
}  // namespace winnow
