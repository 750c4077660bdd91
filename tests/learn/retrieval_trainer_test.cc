// Learning to retrieve on tiny libraries: what is told apart, and that a run is the same on any
// number of threads and after any stop.
#include "learn/retrieval_trainer.h"

#include "data/store_writer.h"
#include "learn/retrieval_batch.h"
#include "learn/retrieval_search.h"
#include "tests/app/program.h"
#include "tests/learn/tiny_store.h"
#include "text/tptp.h"
#include "winnow/error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <set>

namespace winnow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

// Twelve groups of a function symbol each: an axiom about it, a helper that every proof uses, and
// theorems about it whose proofs use both. The order is the order of the groups.
class Groups : public testing::Test {
 protected:
  Groups() {
    StoreWriter writer(bank_);
    std::vector<std::string> order;
    auto formula = [&](const std::string& name, const std::string& text) {
      order.push_back(name);
      return writer.add_formula(
          parse_tptp("fof(x, axiom, " + text + ").", bank_).formulas.at(0).term, Language::fof,
          name);
    };
    SplitId train = writer.add_split("train"), dev = writer.add_split("dev");
    FormulaId helper = formula("helper", "![X]: q(X, X)");
    for (int group = 0; group < 12; ++group) {
      std::string f = "f" + std::to_string(group);
      FormulaId axiom = formula("a" + f, "![X]: p(" + f + "(X))");
      for (int n = 0; n < 4; ++n) {
        std::string name = "t" + std::to_string(n) + f;
        FormulaId theorem = formula(name, "r(" + f + "(" + f + "(c" + std::to_string(n) + ")))");
        const Premise premises[] = {{helper, true}, {axiom, true}};
        writer.add_example({name, n == 3 ? dev : train, theorem, premises});
      }
    }
    std::vector<std::string_view> names(order.begin(), order.end());
    writer.set_chronology(names);
    store_.emplace(Store::from_bytes(writer.bytes()));
    for (ExampleId example : store_->examples(*store_->find_split("train")))
      train_.push_back(example);
  }
  TermId term(std::string_view name) const {
    for (std::uint32_t i = 0; i < store_->formulas(); ++i)
      if (store_->name(FormulaId{i}) == name) return store_->term(FormulaId{i});
    throw std::runtime_error("no such formula");
  }
  TrainRequest request(const std::string& folder, const std::string& from = "features") const {
    TrainRequest r;
    r.model.embedder = "daglstm";
    r.model.pooling = "dag";
    r.model.width = 8;
    r.model.classify = false;
    r.model.retrieve = 12;
    r.model.retrieve_from = from;
    r.train.task = "retrieve";
    r.train.epochs = 6;
    r.train.batch = 8;
    r.train.random_negatives = 10;
    r.train.hard_negatives = 2;
    r.train.least_features = 1;
    r.train.warm_up = 0;
    r.train.learning_rate = 0.03;
    r.train.average = 0.5;
    r.train.symbol_dropout = r.train.precedent_dropout = 0;
    r.train.threads = 1;
    r.store_name = "groups";
    r.folder = scratch_.path(folder);
    return r;
  }
  std::string model(const std::string& folder) const {
    return contents(scratch_.path(folder + "/best.safetensors"));
  }
  std::string error(const TrainRequest& r) const {
    try {
      train_to_retrieve(*store_, r);
    } catch (const InputError& e) {
      return std::string(e.what()) + " | " + e.hint();
    }
    return "";
  }

  TermBank bank_;
  std::optional<Store> store_;
  std::vector<ExampleId> train_;
  Scratch scratch_;
};

TEST_F(Groups, ANegativeIsOlderAndNoUsefulPremise) {
  RetrievalLibrary library(*store_, train_);
  EXPECT_EQ(store_->name(library.formulas().front()), "helper");
  std::vector<ExampleId> two = {*store_->find_example("t1f2"), *store_->find_example("t0f5")};
  RetrievalBatch batch = retrieval_batch(*store_, two, library, {.random = 3000, .seed = 1});
  ASSERT_EQ(batch.goals.size(), 2u);
  EXPECT_THAT(batch.useful_goals, ElementsAre(0, 0, 1, 1));
  std::size_t width = batch.candidates.size();
  EXPECT_EQ(width, library.formulas().size());  // so many draws miss nothing
  auto negatives = [&](std::size_t goal) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < width; ++i) count += batch.excluded[goal * width + i] == 0 ? 1 : 0;
    return count;
  };
  // Older than t1f2: the helper, two groups of an axiom and three theorems, af2, t0f2; without its
  // own.
  EXPECT_EQ(negatives(0), 1u + 2 * 4 + 2 - 2);
  EXPECT_EQ(negatives(1), 1u + 5 * 4 + 1 - 2);
}

TEST_F(Groups, HardNegativesStandBesideTheOthers) {
  RetrievalLibrary library(*store_, train_);
  std::vector<ExampleId> one = {*store_->find_example("t0f5")};
  FormulaId hard = library.formulas()[3];
  NegativeDraws draws{.random = 0, .hard = [&](ExampleId) { return std::vector{hard}; }, .seed = 1};
  RetrievalBatch batch = retrieval_batch(*store_, one, library, draws);
  EXPECT_THAT(batch.candidates,
              UnorderedElementsAre(term("helper"), term("af5"), store_->term(hard)));
}

TEST_F(Groups, TheModelFindsWhatItWasTaught) {
  for (const char* from : {"features", "graph", "both"}) {
    TrainRequest r = request(from, from);
    r.train.epochs = 12;
    std::vector<EpochMetrics> epochs;
    r.on_epoch = [&](const EpochMetrics& m) { epochs.push_back(m); };
    EXPECT_EQ(train_to_retrieve(*store_, r).end, TrainEnd::finished);
    ASSERT_EQ(epochs.size(), 12u) << from;
    EXPECT_LT(epochs.back().train_loss, 0.5 * epochs.front().train_loss) << from;
    EXPECT_LT(epochs.back().dev_loss, 1.0) << from;
    EXPECT_EQ(epochs.back().dev_recall.size(), kDevRecalls.size());
  }
}

TEST_F(Groups, ThreadsDoNotChangeAByte) {
  TrainRequest one = request("one", "both"), two = request("two", "both");
  for (TrainRequest* r : {&one, &two}) {
    r->train.epochs = 2;
    r->train.symbol_dropout = r->train.precedent_dropout = r->train.state_dropout = 0.1;
  }
  two.train.threads = 2;
  train_to_retrieve(*store_, one);
  train_to_retrieve(*store_, two);
  EXPECT_TRUE(model("one") == model("two"));
}

TEST_F(Groups, AResumedRunEndsWithTheSameBytes) {
  train_to_retrieve(*store_, request("whole"));
  for (int stop_after :
       {1, 5, 12}) {  // the first step, the end of an epoch, within one with hard negatives
    std::string folder = "stopped" + std::to_string(stop_after);
    TrainRequest r = request(folder);
    int steps = 0;
    r.should_stop = [&] { return ++steps == stop_after; };
    EXPECT_EQ(train_to_retrieve(*store_, r).end, TrainEnd::stopped);
    r.resume = true;
    r.should_stop = nullptr;
    EXPECT_EQ(train_to_retrieve(*store_, r).end, TrainEnd::finished);
    EXPECT_TRUE(model(folder) == model("whole")) << stop_after;
  }
  TrainRequest other = request("whole");
  other.resume = true;
  other.train.random_negatives = 3;
  EXPECT_THAT(error(other), HasSubstr("--random-negatives"));
}

TEST_F(Groups, HardNegativesAreTheBestOlderFormulasThatNoProofUsed) {
  TrainRequest r = request("run");
  r.train.epochs = 3;
  train_to_retrieve(*store_, r);
  Model trained = Model::load(scratch_.path("run/best.safetensors"));
  RetrievalLibrary library(*store_, train_);
  std::vector<ExampleId> one = {*store_->find_example("t1f2")};
  std::vector<std::uint32_t> found = hard_negatives(trained, *store_, one, library, 20, 1);
  std::set<std::string_view> names;
  for (std::uint32_t place : found)
    if (place != kNoPlace) names.insert(store_->name(library.formulas()[place]));
  EXPECT_THAT(names, UnorderedElementsAre("af0", "t0f0", "t1f0", "t2f0", "af1", "t0f1", "t1f1",
                                          "t2f1", "t0f2"));
}

TEST_F(Groups, AStoreWithoutAnOrderHasNoLaterFormulas) {
  Store store = tiny::store();
  TrainRequest r = request("tiny");
  r.train.epochs = 2;
  EXPECT_EQ(train_to_retrieve(store, r).end, TrainEnd::finished);
}

TEST_F(Groups, BeginsWithAClassifierAndKeepsIt) {
  TrainRequest judging = request("judging"), both = request("both-tasks");
  judging.model.classify = both.model.classify = true;
  judging.model.retrieve = 0;
  judging.train.task = "classify";
  judging.train.epochs = 1;
  train(*store_, judging);
  both.begin_with = scratch_.path("judging/best.safetensors");
  both.train.epochs = 1;
  train_to_retrieve(*store_, both);
  ModelFile before = read_model(both.begin_with),
            after = read_model(both.folder / "best.safetensors");
  for (const char* name :
       {"start.table", "up.w", "classifier.premise.weight", "classifier.out.weight"})
    EXPECT_EQ(before.weights.tensor(name).values, after.weights.tensor(name).values) << name;
  EXPECT_TRUE(after.weights.has("retrieve.goal.table"));
}

TEST_F(Groups, SaysWhatIsWrong) {
  TrainRequest r = request("wrong");
  r.model.classify = true;
  r.model.retrieve = 0;
  EXPECT_THAT(error(r), HasSubstr("give 'retrieve'"));
  r = request("wrong");
  r.train.hard_negatives = 1000;
  EXPECT_THAT(error(r), HasSubstr("hard-negatives"));
  r = request("wrong");
  r.train.batch = 0;
  EXPECT_THAT(error(r), HasSubstr("batch"));
}

}  // namespace
}  // namespace winnow
