// CandidateFeatures about candidates, and the small network that weighs them.
#include "data/text_file.h"
#include "formulas.h"
#include "rank/ranker.h"
#include "tests/paths.h"
#include "winnow/error.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

namespace winnow {
namespace {

std::size_t feature(std::string_view name) {
  return static_cast<std::size_t>(std::ranges::find(kFusionFeatureNames, name) -
                                  kFusionFeatureNames.begin());
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
    evidence_.quick = [] { return std::vector<float>{1, -1, -2, -3}; };
    evidence_.exact = [](std::span<const std::uint32_t> chosen) {
      return std::vector<float>(chosen.size(), 0.5f);
    };
  }
  float value(const CandidateFeatures& features, std::size_t candidate,
              std::string_view name) const {
    return features.values[candidate * kFusionFeatures + feature(name)];
  }

  Featured formulas_{{"p(a) & q(b)", "![X]: q(X)", "r(d) & s(d)", "r(e) & s(e)", "p(a)"}};
  Proofs proofs_{{4}, {1}, {0}};
  Evidence evidence_;
};

TEST_F(FeaturesOfFive, SayWhatTheRankersKnow) {
  CandidateFeatures features = features_of(evidence_, {.rerank = 2});
  ASSERT_EQ(features.values.size(), 4 * kFusionFeatures);
  EXPECT_GT(value(features, 0, "votes"), value(features, 1, "votes"));
  EXPECT_FLOAT_EQ(value(features, 0, "uses"), std::log(2.f));
  EXPECT_EQ(value(features, 1, "uses"), 0);
  EXPECT_NEAR(value(features, 0, "nearest use"), 1, 1e-5);
  EXPECT_EQ(value(features, 2, "first stage"), -2);
  EXPECT_EQ(value(features, 0, "logit"), 0.5);
  EXPECT_EQ(value(features, 0, "looked at"), 1);
  EXPECT_EQ(value(features, 3, "looked at"), 0);
  EXPECT_LT(value(features, 3, "logit"), -2);
  EXPECT_EQ(value(features, 3, "logit above -2"), -2);
  EXPECT_FLOAT_EQ(value(features, 0, "goal's symbols"), 1);
  EXPECT_FLOAT_EQ(value(features, 0, "known symbols"), 0.5);
}

TEST_F(FeaturesOfFive, FindTheAxiomThatExplainsWhatTheBestBringUp) {
  CandidateFeatures features = features_of(evidence_, {.rerank = 1});
  EXPECT_GT(value(features, 1, "explains"), 0);
  EXPECT_EQ(value(features, 2, "explains"), 0);
}

TEST_F(FeaturesOfFive, DoWithoutProofs) {
  evidence_.proofs = nullptr;
  CandidateFeatures features = features_of(evidence_, {.rerank = 2});
  for (std::string_view name : {"votes", "few votes", "uses", "place by votes"})
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(value(features, i, name), 0) << name;
}

TEST_F(FeaturesOfFive, RankByWhatTheWeigherSays) {
  FusionNetwork network{std::vector<float>(kFusionFeatures, 0),
                        std::vector<float>(kFusionFeatures, 1),
                        std::vector<float>(kFusionFeatures, 0),
                        {10},
                        {1},
                        0};
  network.hidden[feature("first stage")] = -1;  // the worst of the first stage come first
  Fusion fusion{network, network, "by hand"};
  RankerOptions options{.ranker = parse_ranker("fusion"), .fusion = &fusion};
  EXPECT_EQ(rank(evidence_, options)[0].candidate, 3u);
  options.fusion = nullptr;
  EXPECT_THROW(rank(evidence_, options), InputError);
  evidence_.quick = {};
  options.fusion = &fusion;
  EXPECT_THROW(rank(evidence_, options), InputError);
}

// Useful are rows in which exactly one of two features is set: no sum of features can say that.
struct Either {
  std::vector<float> features;
  std::vector<std::uint8_t> useful;
  Either() {
    for (std::uint32_t i = 0; i < 2000; ++i) {
      bool a = (i & 1) != 0, b = (i & 2) != 0;
      std::vector<float> row(kFusionFeatures, 3);  // the same everywhere: tells nothing
      row[1] = a ? 1.f : 0.f;
      row[5] = b ? 20.f : -20.f;
      features.insert(features.end(), row.begin(), row.end());
      useful.push_back(a != b);
    }
  }
};

TEST(FusionNetwork, LearnsWhatASumCannot) {
  Either either;
  FusionNetwork network =
      fit_fusion_network(either.features, either.useful, {.epochs = 60, .batch = 64});
  std::vector<float> scores = network.scores(either.features);
  for (std::size_t i = 0; i < scores.size(); ++i)
    ASSERT_EQ(scores[i] > 0, either.useful[i] == 1) << i;
}

TEST(FusionNetwork, IsTheSameForTheSameSeed) {
  Either either;
  FitOptions options{.epochs = 2};
  FusionNetwork one = fit_fusion_network(either.features, either.useful, options);
  EXPECT_EQ(fit_fusion_network(either.features, either.useful, options).hidden, one.hidden);
  options.seed = 2;
  EXPECT_NE(fit_fusion_network(either.features, either.useful, options).hidden, one.hidden);
}

TEST(FusionNetwork, ReadsBackAsItWasWritten) {
  Either either;
  FusionNetwork network = fit_fusion_network(either.features, either.useful, {.epochs = 1});
  std::string text = to_json(Fusion{network, network, "a \"test\""});
  Fusion read = fusion_of_json(text, "x.fusion.json");
  EXPECT_EQ(to_json(read), text);
  EXPECT_EQ(read.with_proofs.scores(either.features), network.scores(either.features));
  EXPECT_EQ(fusion_file("models/pair.safetensors"), "models/pair.fusion.json");
}

// What any sensible network knows: votes, the model and shared symbols speak for a premise.
TEST(FusionNetwork, TheShippedOneBelievesTheRankers) {
  std::filesystem::path file = fusion_file(WINNOW_SOURCE_DIR "/models/mizar-rank.safetensors");
  Fusion shipped = fusion_of_json(read_text_file(file), file.string());
  for (const FusionNetwork* network : {&shipped.with_proofs, &shipped.without_proofs}) {
    std::vector<float> good = network->mean, bad = good;
    for (std::string_view name : {"votes", "few votes", "wide votes", "narrow votes", "nearest use",
                                  "logit", "logit above -2", "cosine", "log cosine"}) {
      good[feature(name)] += 2 * network->scale[feature(name)];
      bad[feature(name)] -= network->scale[feature(name)];
    }
    for (std::string_view name : {"place by votes", "place by ring"}) {
      good[feature(name)] -= 2 * network->scale[feature(name)];
      bad[feature(name)] += network->scale[feature(name)];
    }
    EXPECT_GT(network->scores(good)[0], network->scores(bad)[0] + 2);
  }
}

TEST(FusionNetwork, AnyFlippedBitIsRefused) {
  Either either;
  FusionNetwork network = fit_fusion_network(either.features, either.useful, {.epochs = 1});
  const std::string good = to_json(Fusion{network, network, "a test"});
  for (std::size_t i = 0; i < 4000; ++i) {
    // Every bit of the beginning, then places all over the file.
    std::size_t at = i < 8 * 100 ? i / 8 : i * 2654435761u % good.size();
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ (1 << i % 8));
    EXPECT_THROW(fusion_of_json(bad, "x"), InputError) << "byte " << at;
  }
}

TEST(FusionNetwork, NestingWithoutEndIsRefused) {
  std::string deep = "{\"format\":" + std::string(200'000, '[') + std::string(200'000, ']') + "}";
  EXPECT_THROW(fusion_of_json(deep, "x"), InputError);
}

TEST(FusionNetwork, RefusesWhatIsNotOne) {
  Either either;
  FusionNetwork network = fit_fusion_network(either.features, either.useful, {.epochs = 1});
  std::string good = to_json(Fusion{network, network, ""});
  FusionNetwork flat = network;
  flat.scale[3] = 0;
  network.out.pop_back();
  for (std::string bad :
       {std::string(), std::string("{}"), std::string("[1]"), good.substr(0, good.size() / 2),
        to_json(Fusion{network, network, ""}), to_json(Fusion{flat, flat, ""})})
    EXPECT_THROW(fusion_of_json(bad, "x"), InputError) << bad.substr(0, 40);
}

}  // namespace
}  // namespace winnow
