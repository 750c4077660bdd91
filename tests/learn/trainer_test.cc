// A run on a tiny store: it learns, it is the same on any number of threads and after any stop,
// and it refuses what cannot be.
#include "learn/trainer.h"

#include "kernel/bf16.h"
#include "learn/folder_lock.h"
#include "model/model.h"
#include "model/predictions.h"
#include "tests/app/program.h"
#include "tests/learn/tiny_store.h"
#include "winnow/error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace winnow {
namespace {

using testing::HasSubstr;

class Trainer : public testing::Test {
 protected:
  TrainRequest request(const std::string& folder) const {
    TrainRequest r;
    r.model.embedder = "daglstm";
    r.model.pooling = "dag";
    r.model.width = 8;
    r.train.epochs = 4;
    r.train.batch = 4;
    r.train.warm_up = 0;
    r.train.learning_rate = 0.01;
    r.train.average = 0.9;
    r.train.threads = 1;
    r.store_name = "tiny";
    r.folder = scratch_.path(folder);
    return r;
  }
  std::string model(const std::string& folder) const {
    return contents(scratch_.path(folder + "/best.safetensors"));
  }
  // metrics.jsonl without the time, which differs.
  std::string metrics(const std::string& folder) const {
    std::istringstream lines(contents(scratch_.path(folder + "/metrics.jsonl")));
    std::string all;
    for (std::string line; std::getline(lines, line);) {
      auto json = nlohmann::json::parse(line);
      json.erase("minutes");
      json.erase("step_s");
      all += json.dump() + "\n";
    }
    return all;
  }
  std::string error(const TrainRequest& r) const {
    try {
      train(store_, r);
    } catch (const InputError& e) {
      return std::string(e.what()) + " | " + e.hint();
    }
    return "";
  }

  Store store_ = tiny::store();
  Scratch scratch_;
};

// It used to end in libtorch, which asked a norm that is not there for its device.
TEST_F(Trainer, WithoutANormOnTheCellTheLossFallsToo) {
  TrainRequest r = request("run");
  r.model.cell_norm = false;
  r.train.epochs = 8;
  std::vector<EpochMetrics> epochs;
  r.on_epoch = [&](const EpochMetrics& m) { epochs.push_back(m); };
  train(store_, r);
  ASSERT_EQ(epochs.size(), 8u);
  EXPECT_LT(epochs.back().train_loss, 0.6 * epochs.front().train_loss);
}

TEST_F(Trainer, TheLossFalls) {
  TrainRequest r = request("run");
  r.train.epochs = 8;
  std::vector<EpochMetrics> epochs;
  r.on_epoch = [&](const EpochMetrics& m) { epochs.push_back(m); };
  TrainOutcome outcome = train(store_, r);
  ASSERT_EQ(epochs.size(), 8u);
  EXPECT_LT(epochs.back().train_loss, 0.6 * epochs.front().train_loss);
  EXPECT_GT(outcome.best.dev_accuracy, 0.7);
  EXPECT_EQ(outcome.end, TrainEnd::finished);
  Model best = Model::load(scratch_.path("run/best.safetensors"));
  EXPECT_EQ(best.config().width, 8u);
}

// Weights that hardly move, with and without dropout: what norms are measured on is the same, while
// running averages are of what was left.
TEST_F(Trainer, NormsAreThoseOfTheModelWithoutDropout) {
  auto variance = [&](double dropout, std::uint32_t norm_examples) {
    TrainRequest r = request(fmt::format("norms-{}-{}", dropout, norm_examples));
    r.train.epochs = 1;
    r.train.learning_rate = 1e-9;
    r.train.state_dropout = dropout;
    r.train.norm_examples = norm_examples;
    train(store_, r);
    ModelFile file = read_model(r.folder / "best.safetensors");
    return file.weights.vector("classifier.norm.variance")[0] + 0.0;
  };
  double plain = variance(0, 1024);
  EXPECT_NEAR(variance(0.5, 1024), plain, 1e-5 * plain);
  EXPECT_GT(std::abs(variance(0.5, 0) - plain), 0.1 * plain);
}

// A teacher that is sure of the opposite of every label: the more it counts, the worse.
TEST_F(Trainer, BelievesATeacherAsFarAsItsShareGoes) {
  std::vector<ExampleId> examples;
  for (ExampleId example : store_.examples(*store_.find_split("train")))
    examples.push_back(example);
  std::vector<float> logits;
  for (bool useful : answers(store_, examples).useful) logits.push_back(useful ? -20.f : 20.f);
  std::ofstream(scratch_.path("lies.tsv")) << predictions_table(store_, examples, logits);
  auto dev_accuracy = [&](double share) {
    TrainRequest r = request(fmt::format("share-{}", share));
    r.train.epochs = 8;
    r.train.teacher_share = share;
    r.teachers = {scratch_.path("lies.tsv")};
    double last = 0;
    r.on_epoch = [&](const EpochMetrics& m) { last = m.dev_accuracy; };
    train(store_, r);
    return last;
  };
  EXPECT_GT(dev_accuracy(0.1), 0.7);
  EXPECT_LT(dev_accuracy(1), 0.3);
  TrainRequest r = request("share-1");
  r.train.epochs = 8;
  r.train.teacher_share = 1;
  r.resume = true;
  EXPECT_THAT(error(r), HasSubstr("other teachers"));  // they are part of a run
}

TEST_F(Trainer, ThreadsDoNotChangeAByte) {
  TrainRequest one = request("one"), two = request("two");
  one.model.embedder = two.model.embedder = "bidir";
  one.model.pooling = two.model.pooling = "attdag";
  one.train.epochs = two.train.epochs = 2;
  two.train.threads = 2;
  train(store_, one);
  train(store_, two);
  EXPECT_TRUE(model("one") == model("two"));
  EXPECT_EQ(metrics("one"), metrics("two"));
}

TEST_F(Trainer, KeepsPremisesAndPrecedentsAndResumes) {
  TrainRequest whole = request("whole"), stopped = request("stopped");
  for (TrainRequest* r : {&whole, &stopped}) {
    r->model.match = r->model.compare = true;
    r->train.premise_dropout = 0.2;
    r->model.memory = 1;
    r->model.precedents = true;
    r->train.state_dropout = r->train.weight_dropout = 0.1;
  }
  train(store_, whole);
  Model best = Model::load(scratch_.path("whole/best.safetensors"));
  EXPECT_GT(best.memory().rows(), 1u);
  EXPECT_EQ(best.precedents().examples.size(), 24u);
  int steps = 0;
  stopped.should_stop = [&] { return ++steps == 7; };
  EXPECT_EQ(train(store_, stopped).end, TrainEnd::stopped);
  stopped.resume = true;
  stopped.should_stop = nullptr;
  stopped.train.threads = 2;
  EXPECT_EQ(train(store_, stopped).end, TrainEnd::finished);
  EXPECT_TRUE(model("whole") == model("stopped"));
  stopped.train.precedent_dropout = 0.5;
  EXPECT_THAT(error(stopped), HasSubstr("--precedent-dropout 0.3, not 0.5"));
}

TEST_F(Trainer, SampledNegativesAndStepsWithoutAttentionChangeTheModelButNotWithThreads) {
  auto run = [&](const std::string& folder, std::uint32_t negatives, double without_cross_attention,
                 std::uint32_t threads) {
    TrainRequest r = request(folder);
    r.model.embedder = "bidir";
    r.model.pooling = "attdag";
    r.model.mode = "pair";
    r.train.epochs = 2;
    r.train.sampled_negatives = negatives;
    r.train.without_cross_attention = without_cross_attention;
    r.train.threads = threads;
    train(store_, r);
    return model(folder);
  };
  std::string both = run("both", 3, 0.5, 1);
  EXPECT_TRUE(both == run("threads", 3, 0.5, 2));
  EXPECT_FALSE(both == run("no-negatives", 0, 0.5, 1));
  EXPECT_FALSE(both == run("attended", 3, 0, 1));
  TrainRequest joint = request("joint");
  joint.train.sampled_negatives = 1;
  EXPECT_THAT(error(joint), HasSubstr("the mode 'pair'"));
}

TEST_F(Trainer, BeginsWithATrainedModel) {
  TrainRequest joint = request("joint"), pair = request("pair"), resumed = request("resumed");
  joint.train.epochs = 8;
  double best = train(store_, joint).best.dev_accuracy;
  for (TrainRequest* r : {&pair, &resumed}) {
    r->model.mode = "pair";
    r->train.epochs = 1;
    r->begin_with = scratch_.path("joint/best.safetensors");
  }
  EpochMetrics first;
  pair.on_epoch = [&](const EpochMetrics& m) { first = m; };
  train(store_, pair);
  EXPECT_GE(first.dev_accuracy, best - 0.15);
  EXPECT_LT(first.train_loss, 0.6);
  int steps = 0;
  resumed.should_stop = [&] { return ++steps == 2; };
  EXPECT_EQ(train(store_, resumed).end, TrainEnd::stopped);
  resumed.resume = true;
  resumed.should_stop = nullptr;
  train(store_, resumed);
  EXPECT_TRUE(model("pair") == model("resumed"));
}

TEST_F(Trainer, LazyRowsAreAnotherModelButNotWithThreads) {
  TrainRequest eager = request("eager"), one = request("one"), two = request("two");
  for (TrainRequest* r : {&eager, &one, &two}) r->train.epochs = 2;
  one.train.lazy_rows = two.train.lazy_rows = true;
  two.train.threads = 2;
  for (TrainRequest* r : {&eager, &one, &two}) train(store_, *r);
  EXPECT_FALSE(model("eager") == model("one"));
  EXPECT_TRUE(model("one") == model("two"));
}

TEST_F(Trainer, RoundedProductsLearnAsWell) {
  TrainRequest exact = request("exact"), rounded = request("rounded");
  rounded.train.products = "bf16";
  double loss[2] = {};
  for (TrainRequest* r : {&exact, &rounded}) {
    r->model.width = 32;
    r->on_epoch = [&, r](const EpochMetrics& m) { loss[r == &rounded] = m.train_loss; };
    train(store_, *r);
  }
  EXPECT_NEAR(loss[0], loss[1], 0.05 * loss[0]);
  EXPECT_EQ(loss[0] == loss[1], bf16_unit() == Bf16Unit::none);
}

TEST_F(Trainer, AnotherSeedIsAnotherModel) {
  TrainRequest one = request("one"), two = request("two");
  one.train.epochs = two.train.epochs = 1;
  two.train.seed = 2;
  train(store_, one);
  train(store_, two);
  EXPECT_FALSE(model("one") == model("two"));
}

TEST_F(Trainer, AResumedRunEndsWithTheSameBytes) {
  train(store_, request("whole"));
  for (int stop_after :
       {1, 6, 9, 23}) {  // first step, end of an epoch, within one, before the last
    std::string folder = "stopped" + std::to_string(stop_after);
    TrainRequest r = request(folder);
    int steps = 0;
    r.should_stop = [&] { return ++steps == stop_after; };
    EXPECT_EQ(train(store_, r).end, TrainEnd::stopped);
    r.resume = true;
    r.should_stop = nullptr;
    EXPECT_EQ(train(store_, r).end, TrainEnd::finished);
    EXPECT_EQ(metrics(folder), metrics("whole")) << stop_after;
    EXPECT_TRUE(model(folder) == model("whole")) << stop_after;
  }
}

TEST_F(Trainer, AFinishedRunStaysAsItIs) {
  TrainRequest r = request("run");
  train(store_, r);
  std::string before = model("run") + metrics("run");
  r.resume = true;
  int steps = 0;
  r.on_step = [&](const TrainProgress&) { ++steps; };
  EXPECT_EQ(train(store_, r).end, TrainEnd::finished);
  EXPECT_EQ(steps, 0);
  EXPECT_TRUE(model("run") + metrics("run") == before);
}

TEST_F(Trainer, PatienceEndsARunForGood) {
  TrainRequest r = request("run");
  r.train.learning_rate = 1e-12;  // nothing ever changes
  r.train.epochs = 20;
  r.train.patience = 2;
  EXPECT_EQ(train(store_, r).end, TrainEnd::out_of_patience);
  std::string before = metrics("run");
  EXPECT_EQ(std::ranges::count(before, '\n'), 3);
  r.resume = true;
  EXPECT_EQ(train(store_, r).end, TrainEnd::out_of_patience);
  EXPECT_EQ(metrics("run"), before);
}

TEST_F(Trainer, LinesAfterTheCheckpointAreForgotten) {
  train(store_, request("whole"));
  TrainRequest r = request("run");
  int steps = 0;
  r.should_stop = [&] { return ++steps == 8; };
  train(store_, r);
  // As if it had been killed after writing metrics, before the checkpoint that counts them.
  std::ofstream(scratch_.path("run/metrics.jsonl"), std::ios::app) << "{\"epoch\": 2, \"half a li";
  r.resume = true;
  r.should_stop = nullptr;
  train(store_, r);
  EXPECT_EQ(metrics("run"), metrics("whole"));
}

TEST_F(Trainer, EvaluationsWithinAnEpochChooseNothing) {
  train(store_, request("whole"));
  TrainRequest r = request("looks");
  r.dev_every_s = 1e-9;
  train(store_, r);
  EXPECT_TRUE(model("looks") == model("whole"));
  EXPECT_THAT(metrics("looks"), HasSubstr("\"epoch\":0.5"));
  EXPECT_EQ(std::ranges::count(metrics("looks"), '\n'),
            24);  // every step, the last of an epoch once
}

TEST_F(Trainer, ALossThatIsNoNumberStopsWithTheBatchNamed) {
  TrainRequest r = request("run");
  r.train.learning_rate = 1e30;
  r.train.clip = 0;
  r.checkpoint_every_s = 0;  // after every step
  std::string message = error(r);
  EXPECT_THAT(message,
              HasSubstr("the loss is not a number at step 2 of epoch 1, examples 5 to 8: e"));
  EXPECT_THAT(message, HasSubstr("the last good checkpoint is kept in"));
  EXPECT_TRUE(std::filesystem::exists(scratch_.path("run/checkpoint.safetensors")));
  EXPECT_EQ(model("run"), "");
  r.folder = scratch_.path("other");
  r.checkpoint_every_s = 1000;
  EXPECT_THAT(error(r), testing::Not(HasSubstr("checkpoint")));  // there is none
}

TEST_F(Trainer, DevLossThatIsNoNumberStopsToo) {
  TrainRequest r = request("run");
  r.train.learning_rate = 1e38;
  r.train.clip = 0;
  r.train.batch = 24;  // one step an epoch: only dev sees what it did
  EXPECT_THAT(error(r), HasSubstr("not a number"));
  EXPECT_EQ(contents(scratch_.path("run/metrics.jsonl")), "");
}

TEST_F(Trainer, RefusesAFolderWithAnotherRun) {
  TrainRequest r = request("run");
  r.train.epochs = 1;
  train(store_, r);
  EXPECT_THAT(error(r), HasSubstr("already holds a run | resume it"));
}

TEST_F(Trainer, ResumeNamesTheOptionThatDiffers) {
  TrainRequest first = request("run");
  first.train.epochs = 1;
  train(store_, first);
  auto differs = [&](auto change) {
    TrainRequest r = first;
    r.resume = true;
    change(r);
    return error(r);
  };
  EXPECT_EQ(differs([](TrainRequest& r) { r.train.threads = 2; }), "");
  EXPECT_THAT(differs([](TrainRequest& r) { r.train.seed = 5; }),
              HasSubstr("a run with --seed 1, not 5 | "));
  EXPECT_THAT(differs([](TrainRequest& r) { r.model.width = 9; }),
              HasSubstr("a run with --width 8, not 9 | "));
  EXPECT_THAT(differs([](TrainRequest& r) { r.model.pooling = "max"; }),
              HasSubstr("--pooling dag, not max"));
  EXPECT_THAT(differs([](TrainRequest& r) { r.most_examples = 8; }),
              HasSubstr("--examples 0, not 8"));
  std::filesystem::copy_file(first.folder / "best.safetensors", scratch_.path("model.safetensors"));
  EXPECT_THAT(differs([&](TrainRequest& r) { r.begin_with = scratch_.path("model.safetensors"); }),
              HasSubstr("a run that began with no model"));
}

TEST_F(Trainer, ResumeRefusesOtherDevExamples) {
  TrainRequest r = request("run");
  r.train.epochs = 1;
  train(store_, r);
  r.resume = true;
  r.most_dev_examples = 2;
  EXPECT_THAT(error(r), HasSubstr("a run with --dev-examples 0, not 2"));
  r.most_dev_examples = 0;
  EXPECT_EQ(error(r), "");
  // The same training examples, but the labels of dev are turned round.
  std::string lines = tiny::json_lines(), other;
  std::istringstream stream(lines);
  for (std::string line; std::getline(stream, line);) {
    auto json = nlohmann::json::parse(line);
    if (json["split"] == "dev")
      for (auto& premise : json["premises"]) premise["label"] = 1 - premise["label"].get<int>();
    other += json.dump() + "\n";
  }
  scratch_.write("other.jsonl", other);
  ASSERT_EQ(scratch_.run("winnow data import jsonl other.jsonl -o other.store --quiet").exit_code,
            0);
  Store turned = Store::open(scratch_.path("other.store"));
  try {
    train(turned, r);
    FAIL() << "it went on with other dev data";
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("a run with other dev examples"));
  }
}

TEST_F(Trainer, ResumeRefusesAnEmptyFolder) {
  TrainRequest r = request("run");
  r.resume = true;
  EXPECT_THAT(error(r), HasSubstr("there is no checkpoint to resume from"));
  std::filesystem::create_directory(r.folder);
  EXPECT_THAT(error(r), HasSubstr("there is no checkpoint to resume from"));
  EXPECT_TRUE(std::filesystem::is_empty(r.folder));
}

TEST_F(Trainer, ATornLineOfMetricsIsCutOff) {
  TrainRequest r = request("run");
  int steps = 0;
  r.should_stop = [&] { return ++steps == 14; };  // two epochs of six steps, and two steps
  train(store_, r);
  std::filesystem::path file = scratch_.path("run/metrics.jsonl");
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 9);
  r.resume = true;
  r.should_stop = nullptr;
  train(store_, r);
  // The second line is lost; the others are whole.
  EXPECT_EQ(std::ranges::count(metrics("run"), '\n'), 3);
  EXPECT_THAT(metrics("run"), testing::Not(HasSubstr("\"epoch\":2,")));
}

TEST_F(Trainer, AFlippedBitInACheckpointIsRefused) {
  TrainRequest r = request("run");
  int steps = 0;
  r.should_stop = [&] { return ++steps == 2; };
  train(store_, r);
  std::filesystem::path file = scratch_.path("run/checkpoint.safetensors");
  const std::string good = contents(file);
  r.resume = true;
  for (std::size_t i = 0; i < 400; ++i) {
    // Every bit of the beginning in turn, then places all over the file.
    std::size_t at = i < 200 ? i : i * 2654435761u % good.size();
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ (1 << i % 8));
    scratch_.write("run/checkpoint.safetensors", bad);
    ASSERT_NE(error(r), "") << "byte " << at << " of " << good.size();
  }
}

TEST_F(Trainer, RefusesAFolderThatAnotherRunWritesTo) {
  FolderLock lock(scratch_.path("run"));
  EXPECT_THAT(error(request("run")), HasSubstr("another run is writing to this folder"));
}

// A folder stands where metrics are written: as if the run had been killed before it wrote them.
TEST_F(Trainer, ARunKilledAroundItsFirstMetricsGoesOn) {
  train(store_, request("whole"));
  TrainRequest r = request("run");
  std::filesystem::path metrics_file = scratch_.path("run/metrics.jsonl");
  int steps = 0;
  r.should_stop = [&] {
    if (++steps == 6) std::filesystem::create_directory(metrics_file);  // an epoch has six
    return false;
  };
  EXPECT_THAT(error(r), HasSubstr("cannot be written"));
  EXPECT_TRUE(std::filesystem::exists(scratch_.path("run/checkpoint.safetensors")));
  std::filesystem::remove(metrics_file);
  r.resume = true;
  r.should_stop = nullptr;
  EXPECT_EQ(train(store_, r).end, TrainEnd::finished);
  EXPECT_EQ(metrics("run"), metrics("whole"));
  EXPECT_TRUE(model("run") == model("whole"));
}

TEST_F(Trainer, FilesOfItsFolderThatAreSomethingElseAreNotWrittenOver) {
  for (const char* name : {"best.safetensors", "checkpoint.safetensors", "metrics.jsonl"}) {
    TrainRequest r = request(name);
    std::filesystem::create_directory(r.folder);
    scratch_.write(std::string(name) + "/" + name, "my own notes\n");
    for (bool resume : {false, true}) {
      r.resume = resume;
      EXPECT_THAT(error(r), HasSubstr("exists and is not")) << name;
    }
    EXPECT_EQ(contents(r.folder / name), "my own notes\n");
  }
}

TEST_F(Trainer, AModelInItsFolderIsNotWrittenOver) {
  train(store_, request("run"));
  TrainRequest r = request("run");
  std::filesystem::remove(scratch_.path("run/checkpoint.safetensors"));
  EXPECT_THAT(error(r), HasSubstr("results of a run, without its checkpoint"));
  std::filesystem::remove(scratch_.path("run/metrics.jsonl"));
  EXPECT_THAT(error(r), HasSubstr("results of a run, without its checkpoint"));
  r.begin_with = scratch_.path("run/best.safetensors");
  EXPECT_THAT(error(r), HasSubstr("would be written over, and it is read as"));
}

TEST_F(Trainer, RefusesADamagedCheckpoint) {
  TrainRequest r = request("run");
  r.train.epochs = 1;
  train(store_, r);
  r.resume = true;
  std::string file = scratch_.path("run/checkpoint.safetensors"), whole = contents(file);
  std::ofstream(file, std::ios::binary) << whole.substr(0, whole.size() / 2);
  EXPECT_THAT(error(r), HasSubstr("not a safetensors file"));
  std::string renamed = whole;
  renamed.replace(renamed.find("first/pool.b\""), 5, "thirs");
  std::ofstream(file, std::ios::binary) << renamed;
  EXPECT_THAT(error(r), HasSubstr("its checksum is wrong"));
}

TEST_F(Trainer, SaysWhichOptionIsWrong) {
  auto with = [&](auto change) {
    TrainRequest r = request("run");
    change(r);
    return error(r);
  };
  EXPECT_THAT(with([](auto& r) { r.train.epochs = 0; }), HasSubstr("epochs cannot be 0"));
  EXPECT_THAT(with([](auto& r) { r.train.batch = 0; }), HasSubstr("batch cannot be 0"));
  EXPECT_THAT(with([](auto& r) { r.train.dropout = 1; }), HasSubstr("dropout cannot be 1"));
  EXPECT_THAT(with([](auto& r) { r.train.symbol_dropout = -0.5; }),
              HasSubstr("symbol-dropout cannot be -0.5"));
  EXPECT_THAT(with([](auto& r) { r.train.learning_rate = NAN; }),
              HasSubstr("learning-rate cannot be nan"));
  EXPECT_THAT(with([](auto& r) { r.train.clip = -1; }), HasSubstr("clip cannot be -1"));
  EXPECT_THAT(with([](auto& r) { r.train.teacher_share = 1.5; }),
              HasSubstr("teacher-share cannot be 1.5"));
  EXPECT_THAT(with([](auto& r) { r.train.schedule = "step"; }), HasSubstr("constant, cosine"));
  EXPECT_THAT(with([](auto& r) { r.train.threads = 1u << 30; }), HasSubstr("threads cannot be"));
  EXPECT_THAT(with([](auto& r) { r.model.embedder = "lstm"; }),
              HasSubstr("mpnn, gcn, daglstm, bidir"));
  EXPECT_THAT(with([](auto& r) { r.model.width = 0; }), HasSubstr("width cannot be 0"));
  EXPECT_FALSE(std::filesystem::exists(scratch_.path("run")));  // nothing was made
}

TEST_F(Trainer, NeedsBothSplits) {
  store_ = tiny::store(tiny::json_lines(4, 0));
  EXPECT_THAT(error(request("run")), HasSubstr("no split called 'dev'"));
}

}  // namespace
}  // namespace winnow
