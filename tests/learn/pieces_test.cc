#include "learn/pieces.h"

#include "learn/epoch_choice.h"
#include "learn/labelled_examples.h"
#include "learn/trainer.h"
#include "tests/app/program.h"
#include "tests/learn/tiny_store.h"
#include "winnow/error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace winnow {
namespace {

std::size_t premises_in(const Store& store, const PieceBatch& batch) {
  std::size_t count = 0;
  for (ExampleId example : batch.examples())
    for (Premise premise : store.premises(example))
      count += !batch.leaves_out(example, premise.formula());
  return count;
}

TEST(Pieces, TogetherHaveEveryPremiseOnce) {
  Store store = tiny::store();  // two to four premises an example
  std::vector<ExampleId> examples = labelled_examples(store, "train");
  for (std::uint32_t most : {1u, 2u, 3u}) {
    std::vector<ExamplePiece> pieces = cut_into_pieces(store, examples, most);
    std::size_t all = 0;
    for (const ExamplePiece& piece : pieces) {
      PieceBatch batch(store, std::span(&piece, 1), 5);
      std::size_t own = premises_in(store, batch);
      EXPECT_LE(own, most);
      EXPECT_GE(own, 1u);
      all += own;
    }
    std::size_t expected = 0;
    for (ExampleId example : examples) expected += store.premises(example).size();
    EXPECT_EQ(all, expected) << most;
  }
  EXPECT_EQ(cut_into_pieces(store, examples, 0).size(), examples.size());
}

TEST(Pieces, OfOneExampleThatMeetBecomeOne) {
  Store store = tiny::store();
  std::vector<ExampleId> examples = labelled_examples(store, "train");
  ExampleId largest = examples[2];
  ASSERT_EQ(store.premises(largest).size(), 4u);
  std::vector<ExamplePiece> two = {{largest, 0, 4}, {examples[0], 0, 1}, {largest, 3, 4}};
  PieceBatch batch(store, two, 1);
  EXPECT_EQ(batch.examples().size(), 2u);
  EXPECT_EQ(premises_in(store, batch), 2 + store.premises(examples[0]).size());
  EXPECT_FALSE(batch.is_whole());
  std::vector<ExamplePiece> all = {{largest, 0, 2}, {largest, 1, 2}};
  EXPECT_TRUE(PieceBatch(store, all, 1).is_whole());
  // Another epoch draws others.
  std::set<std::uint32_t> seen;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    PieceBatch drawn(store, std::span(two).first(1), seed);
    for (Premise premise : store.premises(largest))
      if (!drawn.leaves_out(largest, premise.formula())) seen.insert(index(premise.formula()));
  }
  EXPECT_EQ(seen.size(), 4u);
}

TrainRequest small_run(const std::filesystem::path& folder) {
  TrainRequest request;
  request.model.embedder = "daglstm";
  request.model.pooling = "dag";
  request.model.width = 8;
  request.train.batch = 2;
  request.train.epochs = 2;
  request.train.warm_up = 0;
  request.store_name = "tiny.store";
  request.folder = folder;
  return request;
}

TEST(Pieces, AStepSeesFewPremisesAndAnEpochAllOfThem) {
  Store store = tiny::store();
  Scratch scratch;
  TrainRequest request = small_run(scratch.path("run"));
  request.model.mode = "pair";
  request.train.most_premises = 1;
  std::uint64_t of = 0;
  request.on_step = [&](const TrainProgress& p) { of = p.of_examples; };
  TrainOutcome outcome = train(store, request);
  std::size_t premises = 0;
  for (ExampleId example : labelled_examples(store, "train"))
    premises += store.premises(example).size();
  EXPECT_EQ(of, premises);  // each is a piece of its own
  EXPECT_EQ(outcome.best.steps % ((premises + 1) / 2), 0u);
  // A stop between pieces changes nothing.
  TrainRequest stopped = small_run(scratch.path("stopped"));
  stopped.model.mode = "pair";
  stopped.train.most_premises = 1;
  int steps = 0;
  stopped.should_stop = [&] { return ++steps == 7; };
  EXPECT_EQ(train(store, stopped).end, TrainEnd::stopped);
  stopped.resume = true;
  train(store, stopped);
  EXPECT_TRUE(contents(scratch.path("run/best.safetensors")) ==
              contents(scratch.path("stopped/best.safetensors")));
}

// Dev with a premise of its own that the model cannot know.
std::string with_unseen() {
  return tiny::json_lines() +
         R"j({"name": "u", "split": "dev", "conjecture": "p1(c)", "premises": [{"formula": "![X]: new(X)", "label": 1}, {"formula": "![X]: other(X)", "label": 0}]})j"
         "\n";
}

TEST(EpochChoice, KnowsAccuracyOnWhatTrainingNeverSaw) {
  Store store = tiny::store(with_unseen());
  std::vector<ExampleId> dev = labelled_examples(store, "dev"),
                         training = labelled_examples(store, "train");
  EpochChoice by_dev(store, dev, training, "dev"), by_unseen(store, dev, training, "unseen");
  std::vector<float> logits;
  for (ExampleId example : dev)
    for (Premise premise : store.premises(example)) logits.push_back(premise.useful() ? 1 : -1);
  EpochMetrics right, wrong_unseen;
  by_dev.measure(logits, right);
  EXPECT_EQ(right.dev_accuracy, 1);
  EXPECT_EQ(right.dev_unseen_accuracy, 1);
  for (std::size_t i = logits.size() - 2; i < logits.size(); ++i) logits[i] *= -1;
  by_dev.measure(logits, wrong_unseen);
  EXPECT_EQ(wrong_unseen.dev_unseen_accuracy, 0);
  EXPECT_GT(wrong_unseen.dev_accuracy, 0.5);
  right.epoch = wrong_unseen.epoch = 1;
  right.dev_accuracy = 0.1;  // worse on dev, better on what is unseen
  EXPECT_FALSE(by_dev.is_better(right, wrong_unseen));
  EXPECT_TRUE(by_unseen.is_better(right, wrong_unseen));
  Store known = tiny::store();
  EXPECT_THROW(EpochChoice(known, labelled_examples(known, "dev"),
                           labelled_examples(known, "train"), "unseen"),
               InputError);
}

TEST(EpochChoice, IsInTheMetricsOfARun) {
  Store store = tiny::store(with_unseen());
  Scratch scratch;
  TrainRequest request = small_run(scratch.path("run"));
  request.train.choose_by = "unseen";
  TrainOutcome outcome = train(store, request);
  ASSERT_TRUE(outcome.best.dev_unseen_accuracy.has_value());
  EXPECT_THAT(contents(scratch.path("run/metrics.jsonl")),
              testing::HasSubstr("\"dev_unseen_accuracy\":"));
}

}  // namespace
}  // namespace winnow
