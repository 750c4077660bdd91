// Clues about candidates, and the small network that weighs them.
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

std::size_t clue(std::string_view name) {
  return static_cast<std::size_t>(std::ranges::find(kClueNames, name) - kClueNames.begin());
}

// The goal is p(a). Its proof voted for 0; 0 brings up q, which 1 explains; 2 and 3 are far away.
class CluesOfFive : public testing::Test {
 protected:
  CluesOfFive() {
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
  float value(const Clues& clues, std::size_t candidate, std::string_view name) const {
    return clues.values[candidate * kClues + clue(name)];
  }

  Featured formulas_{{"p(a) & q(b)", "![X]: q(X)", "r(d) & s(d)", "r(e) & s(e)", "p(a)"}};
  Proofs proofs_{{4}, {1}, {0}};
  Evidence evidence_;
};

TEST_F(CluesOfFive, SayWhatTheRankersKnow) {
  Clues clues = clues_of(evidence_, {.rerank = 2});
  ASSERT_EQ(clues.values.size(), 4 * kClues);
  EXPECT_GT(value(clues, 0, "votes"), value(clues, 1, "votes"));
  EXPECT_FLOAT_EQ(value(clues, 0, "uses"), std::log(2.f));
  EXPECT_EQ(value(clues, 1, "uses"), 0);
  EXPECT_NEAR(value(clues, 0, "nearest use"), 1, 1e-5);
  EXPECT_EQ(value(clues, 2, "first stage"), -2);
  EXPECT_EQ(value(clues, 0, "logit"), 0.5);
  EXPECT_EQ(value(clues, 0, "looked at"), 1);
  EXPECT_EQ(value(clues, 3, "looked at"), 0);
  EXPECT_LT(value(clues, 3, "logit"), -2);
  EXPECT_EQ(value(clues, 3, "logit above -2"), -2);
  EXPECT_FLOAT_EQ(value(clues, 0, "goal's symbols"), 1);
  EXPECT_FLOAT_EQ(value(clues, 0, "known symbols"), 0.5);
}

TEST_F(CluesOfFive, FindTheAxiomThatExplainsWhatTheBestBringUp) {
  Clues clues = clues_of(evidence_, {.rerank = 1});
  EXPECT_GT(value(clues, 1, "explains"), 0);
  EXPECT_EQ(value(clues, 2, "explains"), 0);
}

TEST_F(CluesOfFive, DoWithoutProofs) {
  evidence_.proofs = nullptr;
  Clues clues = clues_of(evidence_, {.rerank = 2});
  for (std::string_view name : {"votes", "few votes", "uses", "place by votes"})
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(value(clues, i, name), 0) << name;
}

TEST_F(CluesOfFive, RankByWhatTheWeigherSays) {
  Weigher weigher{std::vector<float>(kClues, 0),
                  std::vector<float>(kClues, 1),
                  std::vector<float>(kClues, 0),
                  {10},
                  {1},
                  0};
  weigher.hidden[clue("first stage")] = -1;  // the worst of the first stage come first
  Weighers weighers{weigher, weigher, "by hand"};
  RankerOptions options{.ranker = parse_ranker("clues"), .weighers = &weighers};
  EXPECT_EQ(rank(evidence_, options)[0].candidate, 3u);
  options.weighers = nullptr;
  EXPECT_THROW(rank(evidence_, options), InputError);
  evidence_.quick = {};
  options.weighers = &weighers;
  EXPECT_THROW(rank(evidence_, options), InputError);
}

// Useful are rows in which exactly one of two clues is set: no sum of clues can say that.
struct Either {
  std::vector<float> clues;
  std::vector<std::uint8_t> useful;
  Either() {
    for (std::uint32_t i = 0; i < 2000; ++i) {
      bool a = (i & 1) != 0, b = (i & 2) != 0;
      std::vector<float> row(kClues, 3);  // the same everywhere: tells nothing
      row[1] = a ? 1.f : 0.f;
      row[5] = b ? 20.f : -20.f;
      clues.insert(clues.end(), row.begin(), row.end());
      useful.push_back(a != b);
    }
  }
};

TEST(Weigher, LearnsWhatASumCannot) {
  Either either;
  Weigher weigher = fit_weigher(either.clues, either.useful, {.epochs = 60, .batch = 64});
  std::vector<float> scores = weigher.scores(either.clues);
  for (std::size_t i = 0; i < scores.size(); ++i)
    ASSERT_EQ(scores[i] > 0, either.useful[i] == 1) << i;
}

TEST(Weigher, IsTheSameForTheSameSeed) {
  Either either;
  FitOptions options{.epochs = 2};
  Weigher one = fit_weigher(either.clues, either.useful, options);
  EXPECT_EQ(fit_weigher(either.clues, either.useful, options).hidden, one.hidden);
  options.seed = 2;
  EXPECT_NE(fit_weigher(either.clues, either.useful, options).hidden, one.hidden);
}

TEST(Weigher, ReadsBackAsItWasWritten) {
  Either either;
  Weigher weigher = fit_weigher(either.clues, either.useful, {.epochs = 1});
  std::string text = to_json(Weighers{weigher, weigher, "a \"test\""});
  Weighers read = weighers_of_json(text, "x.clues.json");
  EXPECT_EQ(to_json(read), text);
  EXPECT_EQ(read.with_proofs.scores(either.clues), weigher.scores(either.clues));
  EXPECT_EQ(weighers_file("models/pair.safetensors"), "models/pair.clues.json");
}

// What any sensible weigher knows: votes, the model and shared symbols speak for a premise.
TEST(Weigher, TheShippedOneBelievesTheRankers) {
  std::filesystem::path file = weighers_file(WINNOW_SOURCE_DIR "/models/mizar-rank.safetensors");
  Weighers shipped = weighers_of_json(read_text_file(file), file.string());
  for (const Weigher* weigher : {&shipped.with_proofs, &shipped.without_proofs}) {
    std::vector<float> good = weigher->mean, bad = good;
    for (std::string_view name : {"votes", "few votes", "wide votes", "narrow votes", "nearest use",
                                  "logit", "logit above -2", "cosine", "log cosine"}) {
      good[clue(name)] += 2 * weigher->scale[clue(name)];
      bad[clue(name)] -= weigher->scale[clue(name)];
    }
    for (std::string_view name : {"place by votes", "place by ring"}) {
      good[clue(name)] -= 2 * weigher->scale[clue(name)];
      bad[clue(name)] += weigher->scale[clue(name)];
    }
    EXPECT_GT(weigher->scores(good)[0], weigher->scores(bad)[0] + 2);
  }
}

TEST(Weigher, AnyFlippedBitIsRefused) {
  Either either;
  Weigher weigher = fit_weigher(either.clues, either.useful, {.epochs = 1});
  const std::string good = to_json(Weighers{weigher, weigher, "a test"});
  for (std::size_t i = 0; i < 4000; ++i) {
    // Every bit of the beginning, then places all over the file.
    std::size_t at = i < 8 * 100 ? i / 8 : i * 2654435761u % good.size();
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ (1 << i % 8));
    EXPECT_THROW(weighers_of_json(bad, "x"), InputError) << "byte " << at;
  }
}

TEST(Weigher, NestingWithoutEndIsRefused) {
  std::string deep = "{\"format\":" + std::string(200'000, '[') + std::string(200'000, ']') + "}";
  EXPECT_THROW(weighers_of_json(deep, "x"), InputError);
}

TEST(Weigher, RefusesWhatIsNotOne) {
  Either either;
  Weigher weigher = fit_weigher(either.clues, either.useful, {.epochs = 1});
  std::string good = to_json(Weighers{weigher, weigher, ""});
  Weigher flat = weigher;
  flat.scale[3] = 0;
  weigher.out.pop_back();
  for (std::string bad :
       {std::string(), std::string("{}"), std::string("[1]"), good.substr(0, good.size() / 2),
        to_json(Weighers{weigher, weigher, ""}), to_json(Weighers{flat, flat, ""})})
    EXPECT_THROW(weighers_of_json(bad, "x"), InputError) << bad.substr(0, 40);
}

}  // namespace
}  // namespace winnow
