// What `winnow score` says about a pair is what a ranking goes by.
#include "data/store_writer.h"
#include "model/nearest_examples.h"
#include "score/example_scores.h"
#include "term/term_keys.h"
#include "tests/app/program.h"
#include "tests/rank/toy_model.h"
#include "text/tptp.h"
#include "winnow/selector.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace winnow {
namespace {

constexpr const char* kAxioms =
    "fof(far, axiom, ![X]: (r(X) => s(X))).\n"
    "fof(near, axiom, ![X]: (p(X) => q(X))).\n"
    "fof(base, axiom, p(a)).\n"
    "fof(other, axiom, p(b) | r(f(a))).\n";
constexpr const char* kGoal = "fof(goal, conjecture, q(a)).\n";

class ScoreAndRank : public testing::TestWithParam<const char*> {
 protected:
  ScoreAndRank() {
    problem_ = parse_tptp(problem_text_, bank_);
    for (const Formula& formula : problem_.formulas) terms_.push_back(formula.term);
    StoreWriter writer(bank_);
    std::vector<Premise> premises;
    for (std::size_t i = 0; i + 1 < terms_.size(); ++i)
      premises.emplace_back(writer.add_formula(terms_[i], Language::fof, problem_.formulas[i].name),
                            i % 2 == 0);
    FormulaId goal = writer.add_formula(terms_.back(), Language::fof, "goal");
    writer.add_example({"goal", writer.add_split("dev"), goal, premises});
    store_.emplace(Store::from_bytes(writer.bytes()));
  }

  ModelFile toy(bool precedents, bool nearest, const char* mode = "pair") {
    ModelOptions options;
    options.pooling = GetParam();
    options.mode = mode;
    options.precedents = precedents;
    ModelFile file = toy_model(options, bank_.view(), terms_);
    std::vector<std::uint64_t> keys = term_keys(bank_.view(), symbol_keys(bank_.view().symbols));
    auto key = [&](std::size_t i) { return keys[index(terms_[i])]; };
    if (precedents) {
      FeatureReader reader(bank_.view());
      FeatureTable table;
      FeatureSets sets;
      reader.add(terms_[3], FeatureKind::symbols, table, sets);
      PrecedentCollector collector;
      std::vector<PrecedentCollector::Formula> examples = {{key(1), true}, {key(2), false}};
      collector.add(key(3), table.hashes(), examples);
      file.precedents = collector.take();
      spread("precedents.weight", file.weights);
    }
    if (nearest) {
      std::size_t encoding = 8;
      file.nearest_examples.set("nearest_examples.vectors", {{3, 4}, numbers(12, 127), true});
      file.nearest_examples.set("nearest_examples.mean", {{encoding}, numbers(encoding, 0.1f)});
      file.nearest_examples.set("nearest_examples.projection",
                                {{4, encoding}, numbers(4 * encoding, 1)});
      file.nearest_examples.set(
          "nearest_examples.weight",
          {{1 + kNearestExampleNumbers}, numbers(1 + kNearestExampleNumbers, 1)});
      file.nearest_examples.set("nearest_examples.bias", {{1}, {0.5f}});
      file.nearest_example_table = {{0, 1}, {2, 3}, {{1, true}, {2, false}, {2, true}}};
    }
    return file;
  }
  static std::vector<float> numbers(std::size_t count, float scale) {
    std::vector<float> result(count);
    for (std::size_t i = 0; i < count; ++i)
      result[i] = std::round(scale * std::sin(static_cast<float>(3 * i + 1)) * 100) / 100;
    if (scale == 127)
      for (float& each : result) each = std::round(each);
    return result;
  }
  static void spread(const std::string& name, ModelWeights& weights) {
    auto tensor = weights.tensor(name);
    tensor.values = numbers(tensor.values.size(), 0.5f);
    weights.set(name, tensor);
  }

  std::map<std::string, float> scored(const ModelFile& file, ExampleMode mode = ExampleMode::pair) {
    Model model(file);
    std::vector<ExampleId> examples = {ExampleId{0}};
    Scores scores = score_examples(model, *store_, examples, {.mode = mode});
    std::map<std::string, float> result;
    auto premises = store_->premises(ExampleId{0});
    for (std::size_t i = 0; i < premises.size(); ++i)
      result[std::string(store_->name(premises[i].formula()))] = scores.logits[i];
    return result;
  }
  Selection selection(const ModelFile& file, const RankOptions& how, bool from_memory,
                      const char* mode = "pair") {
    std::string path = scratch_.path("toy.safetensors");
    write_model(path, file, Precision::f32);
    Selector selector = Selector::open({.model = path, .mode = mode});
    if (from_memory) selector.add(kAxioms);
    return selector.rank(from_memory ? std::string(kGoal) : problem_text_, how);
  }
  std::map<std::string, float> ranked(const ModelFile& file, const RankOptions& how,
                                      bool from_memory, const char* mode = "pair") {
    std::map<std::string, float> result;
    for (const Ranked& each : selection(file, how, from_memory, mode))
      result[each.name] = static_cast<float>(each.score);
    return result;
  }
  static float largest_difference(const std::map<std::string, float>& a,
                                  const std::map<std::string, float>& b) {
    float most = a.size() == b.size() && !a.empty() ? 0.f : 1e9f;
    for (const auto& [name, logit] : a)
      most = std::max(most, b.contains(name) ? std::abs(logit - b.at(name)) : 1e9f);
    return most;
  }

  std::string problem_text_ = std::string(kAxioms) + kGoal;
  TermBank bank_;
  Problem problem_;
  std::vector<TermId> terms_;
  std::optional<Store> store_;
  Scratch scratch_;
};

TEST_P(ScoreAndRank, ALogitIsTheSameInBoth) {
  ModelFile plain = toy(false, false);
  for (bool precedents : {false, true})
    for (bool nearest : {false, true}) {
      ModelFile file = toy(precedents, nearest);
      std::map<std::string, float> logits = scored(file);
      for (bool from_memory : {false, true})
        EXPECT_LT(largest_difference(
                      logits, ranked(file, {.ranker = "winnow", .rerank_all = true}, from_memory)),
                  1e-5)
            << GetParam() << precedents << nearest << from_memory;
      if (precedents || nearest) {
        EXPECT_GT(largest_difference(logits, scored(plain)), 1e-3);  // they count at all
      }
      if (!nearest && std::string(GetParam()) != "attdag") {  // then the first stage is exact
        EXPECT_LT(largest_difference(logits, ranked(file, {.ranker = "vectors"}, true)), 1e-5);
      }
    }
}

// Of up to 16 premises, which attention sees as one graph wherever it is asked.
TEST_P(ScoreAndRank, ALogitIsTheSameInBothWhenPremisesAreJudgedTogether) {
  for (bool precedents : {false, true})
    for (bool nearest : {false, true}) {
      ModelFile file = toy(precedents, nearest, "joint");
      std::map<std::string, float> logits = scored(file, ExampleMode::joint);
      const RankOptions all = {.ranker = "winnow", .rerank_all = true};
      const auto alone = scored(file, ExampleMode::pair);
      EXPECT_GT(largest_difference(logits, alone), 1e-5);  // premises do see each other
      // What does not rerank judges each alone, and a note says so.
      const bool reranks = nearest || std::string(GetParam()) == "attdag";
      EXPECT_LT(largest_difference(reranks ? logits : alone, ranked(file, all, false, "joint")),
                1e-5)
          << GetParam() << precedents << nearest;
    }
}

TEST_P(ScoreAndRank, WhatARankingLeavesOutIsANote) {
  using testing::HasSubstr;
  const auto notes = [&](const ModelFile& file, const RankOptions& how) {
    return selection(file, how, false, "joint").notes;
  };
  const bool has_attention = std::string(GetParam()) == "attdag";
  const RankOptions vectors = {.ranker = "vectors"}, winnow = {.ranker = "winnow"};
  const auto alone = HasSubstr("premises are judged each alone");
  EXPECT_THAT(notes(toy(false, true), vectors),
              testing::ElementsAre(HasSubstr("nearest examples are left out"), alone));
  EXPECT_THAT(notes(toy(false, true), winnow), testing::IsEmpty());
  EXPECT_THAT(notes(toy(false, false), vectors), testing::ElementsAre(alone));
  std::string term = "b";
  for (int i = 0; i < 13; ++i) {
    term = "f(" + term + ")";
    problem_text_ += "fof(more" + std::to_string(i) + ", axiom, p(" + term + ")).\n";
  }
  EXPECT_THAT(notes(toy(false, false), winnow),
              testing::ElementsAre(HasSubstr(has_attention ? "16 of the 17 judged premises"
                                                           : "premises are judged each alone")));
  if (has_attention) {
    EXPECT_THAT(notes(toy(false, false), {.ranker = "winnow", .rerank = 16}), testing::IsEmpty());
    EXPECT_THAT(notes(toy(false, false), {.ranker = "tfidf"}), testing::IsEmpty());
  }
  // Nearest examples without attention let groups of premises be judged together as well.
  EXPECT_THAT(notes(toy(false, true), winnow),
              testing::ElementsAre(HasSubstr("16 of the 17 judged premises")));
}

// Premises that share no state see each other nevertheless, by `compare`: nobody said so.
class NotCompared : public ScoreAndRank {};  // by rankers

TEST_P(NotCompared, IsANote) {
  const auto note = [&](bool compare, const char* mode) {
    ModelOptions options;
    options.pooling = "dag";
    options.embedder = "daglstm";
    options.mode = mode;
    options.compare = compare;
    return selection(toy_model(options, bank_.view(), terms_), {.ranker = GetParam()}, false, mode)
        .notes;
  };
  EXPECT_THAT(note(true, "joint"), testing::ElementsAre(testing::HasSubstr("each alone")));
  EXPECT_THAT(note(true, "pair"), testing::IsEmpty());
  EXPECT_THAT(note(false, "joint"), testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Poolings, ScoreAndRank, testing::Values("dag", "attdag"));
INSTANTIATE_TEST_SUITE_P(Rankers, NotCompared, testing::Values("vectors", "winnow", "guided"));

}  // namespace
}  // namespace winnow
