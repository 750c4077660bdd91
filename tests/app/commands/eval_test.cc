// `winnow eval` and `winnow report` on models with random weights, which need no training.
#include "data/import.h"
#include "model/model_file.h"
#include "model/predictions.h"
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace winnow {
namespace {

using testing::HasSubstr;
using testing::Not;

class Eval : public testing::Test {
 protected:
  void SetUp() override {
    std::string lines;
    for (int i = 0; i < 12; ++i)
      lines += R"j({"name": "e)j" + std::to_string(i) +
               R"j(", "split": "dev", "conjecture": "p(f)j" + std::to_string(i % 4) +
               R"j((a)) | q(b)", "premises": [{"formula": "![X]: p(X)", "label": 1},
               {"formula": "q(f)j" +
               std::to_string(i % 3) + R"j((b))", "label": 0}, {"formula": "r(a, b)", "label": )j" +
               std::to_string(i % 2) + "}]}\n";
    std::erase(lines, '\n');
    for (std::size_t at = 0; (at = lines.find("]}", at)) != std::string::npos; at += 3)
      lines.insert(at + 2, "\n");
    scratch_.write("dev.jsonl", lines);
    ASSERT_EQ(scratch_.run("winnow data import jsonl dev.jsonl -o dev.store --quiet").exit_code, 0);
    for (std::uint64_t seed : {1, 2}) {
      ModelFile file;
      file.options.embedder = "daglstm";
      file.options.pooling = "dag";
      file.options.width = 6;
      file.labels = LabelCounter().table();
      file.history = {
          {"data", "dev.store"}, {"command", "winnow <train>"}, {"train", {{"seed", seed}}}};
      file.weights =
          random_weights(parameter_specs(make_config(file.options),
                                         {file.labels.rows(), file.labels.edge_labels()}),
                         seed);
      std::filesystem::create_directories(folder(seed));
      write_model(folder(seed) + "/best.safetensors", file, Precision::f32);
    }
  }
  std::string folder(std::uint64_t seed) const { return scratch_.path("m" + std::to_string(seed)); }
  Scratch scratch_;
};

TEST_F(Eval, AgreesWithWhatScoreWrites) {
  ASSERT_EQ(scratch_
                .run("winnow score --model m1/best.safetensors --data dev.store --predictions "
                     "p.tsv --quiet")
                .exit_code,
            0);
  std::istringstream lines(contents(scratch_.path("p.tsv")));
  std::string line, example, premise;
  int label = 0, items = 0, right = 0;
  double logit = 0;
  for (std::getline(lines, line); lines >> example >> premise >> label >> logit; ++items)
    right += (logit > 0) == (label == 1);
  ASSERT_EQ(items, 36);
  Ran ran = scratch_.run("winnow eval --model m1/best.safetensors --data dev.store --json --quiet");
  auto json = nlohmann::json::parse(ran.out);
  EXPECT_NEAR(json["models"][0]["accuracy"], right / 36.0, 1e-12);
  EXPECT_EQ(json["models"][0]["name"], "m1");
  EXPECT_EQ(json["models"][0]["mode"], "joint");
  EXPECT_EQ(json["useful"], 18);
  EXPECT_EQ(read_predictions(scratch_.path("p.tsv")).answers.item_ends.size(), 12u);
}

TEST_F(Eval, ModelsOfAFolderOfModelsHaveNames) {
  for (const char* line : {"eval --model best --data dev.store --quiet",
                           "score --model best --data dev.store --quiet --predictions p.tsv"}) {
    Ran ran = scratch_.run(std::string("WINNOW_MODELS=$PWD/m1 winnow ") + line);
    EXPECT_EQ(ran.exit_code, 0) << line << ran.err;
  }
}

TEST_F(Eval, SaysThatAModelWasTrainedInAnotherMode) {
  const std::string eval = "winnow eval --model m1/best.safetensors --data dev.store --quiet";
  const Ran other = scratch_.run(eval + " --mode pair");
  EXPECT_EQ(other.exit_code, 0);
  EXPECT_THAT(other.err, HasSubstr("m1/best.safetensors was trained in joint mode"));
  EXPECT_EQ(scratch_.run(eval).err, "");
}

TEST_F(Eval, ComparesSeveralModelsAndTheirEnsemble) {
  Ran ran = scratch_.run(
      "winnow eval --model m1/best.safetensors --model m2/best.safetensors --data dev.store --json "
      "--quiet");
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  auto json = nlohmann::json::parse(ran.out);
  ASSERT_EQ(json["models"].size(), 3u);
  EXPECT_EQ(json["models"][2]["name"], "ensemble");
  ASSERT_EQ(json["comparisons"].size(), 3u);
  double difference =
      json["models"][0]["accuracy"].get<double>() - json["models"][1]["accuracy"].get<double>();
  EXPECT_NEAR(difference,
              (json["comparisons"][0]["only_first"].get<double>() -
               json["comparisons"][0]["only_second"].get<double>()) /
                  36,
              1e-9);
  EXPECT_NEAR(json["comparisons"][0]["difference"], -difference, 1e-9);
  EXPECT_EQ(json["comparisons"][0]["test"], "permutation of examples");
  for (const auto& model : json["models"]) {
    EXPECT_LE(model["accuracy_interval"][0], model["accuracy"]);
    EXPECT_GE(model["accuracy_interval"][1], model["accuracy"]);
  }
  Ran text = scratch_.run(
      "winnow eval --model m1/best.safetensors --model m2/best.safetensors --data dev.store "
      "--quiet --mode pair");
  EXPECT_THAT(text.out, HasSubstr("12 examples, 36 premises, 18 of them useful"));
  EXPECT_THAT(text.out, HasSubstr("m1 : m2"));
  EXPECT_THAT(text.out, HasSubstr("permutation test"));
  EXPECT_THAT(text.out, HasSubstr("pair"));
}

TEST_F(Eval, SaysWhatIsWrong) {
  EXPECT_THAT(
      scratch_.run("winnow eval --model m1/best.safetensors --data dev.store --split test").err,
      HasSubstr("no split called 'test'"));
  EXPECT_THAT(
      scratch_.run("winnow eval --model m1/best.safetensors --data dev.store --mode all").err,
      HasSubstr("joint, pair"));
  EXPECT_THAT(scratch_.run("winnow eval --model dev.store --data dev.store").err,
              HasSubstr("dev.store: not a safetensors file"));
}

TEST_F(Eval, AFileWhoseNameIsNoUtf8IsJsonAllTheSame) {
  const std::string name = "m\xff.safetensors";
  std::filesystem::copy_file(folder(1) + "/best.safetensors", scratch_.path(name));
  const Ran info = scratch_.run("winnow model info " + name + " --json");
  ASSERT_EQ(info.exit_code, 0) << info.err;
  EXPECT_EQ(nlohmann::json::parse(info.out)["file"], "m\ufffd.safetensors");
  const Ran ran = scratch_.run("winnow eval --model " + name + " --data dev.store --json --quiet");
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(nlohmann::json::parse(ran.out)["models"][0]["name"], "m\ufffd");
}

TEST_F(Eval, TilesOfAReportAreAboutOneSetOfPremises) {
  scratch_.write("m1/metrics.jsonl",
                 "{\"epoch\":1,\"train_loss\":0.6,\"train_accuracy\":0.6,\"dev_loss\":0.123,\"dev_"
                 "accuracy\":0.99,\"minutes\":2,\"steps\":6}\n");
  ASSERT_EQ(scratch_.run("winnow report m1 --data dev.store --quiet -o r.html").exit_code, 0);
  std::string page = contents(scratch_.path("r.html"));
  std::string tiles = page.substr(page.find("<div class=\"tiles\">"));
  tiles = tiles.substr(0, tiles.find("<h2>"));
  EXPECT_THAT(tiles, Not(HasSubstr("99.00 %")));
  EXPECT_THAT(tiles, HasSubstr("accuracy on 36 premises"));
}

TEST_F(Eval, ARowOfAReportIsAboutOneSetOfPremises) {
  // Training looked at a few examples only (0.99); the row must show what was predicted.
  scratch_.write("m1/metrics.jsonl",
                 "{\"epoch\":1,\"train_loss\":0.6,\"train_accuracy\":0.6,\"dev_loss\":0.123,\"dev_"
                 "accuracy\":0.99,\"minutes\":2,\"steps\":6}\n");
  ASSERT_EQ(scratch_.run("winnow report m1 m2 --data dev.store --quiet -o r.html").exit_code, 0);
  std::string page = contents(scratch_.path("r.html"));
  std::string results = page.substr(page.find("<h2>Results</h2>"));
  results = results.substr(0, results.find("</table>"));
  EXPECT_THAT(results, Not(HasSubstr("99.00 %")));
  EXPECT_THAT(results, Not(HasSubstr("0.1230")));
  EXPECT_THAT(results, HasSubstr(">36<"));
}

TEST_F(Eval, ReportIsOnePageThatLoadsNothing) {
  scratch_.write("m1/metrics.jsonl",
                 "{\"epoch\":0.5,\"train_loss\":0.7,\"train_accuracy\":0.5,\"dev_loss\":0.7,\"dev_"
                 "accuracy\":0.99,\"minutes\":1,\"steps\":3}\n"
                 "{\"epoch\":1,\"train_loss\":0.6,\"train_accuracy\":0.6,\"dev_loss\":0.6,\"dev_"
                 "accuracy\":0.75,\"minutes\":2,\"steps\":6}\n");
  ASSERT_EQ(
      scratch_.run("winnow report m1 m2 --data dev.store --quiet --title 'A <b> page' -o r.html")
          .exit_code,
      0);
  std::string page = contents(scratch_.path("r.html"));
  EXPECT_THAT(page, HasSubstr("<h1>A &lt;b&gt; page</h1>"));
  EXPECT_THAT(page, HasSubstr("winnow &lt;train&gt;"));
  EXPECT_THAT(page, HasSubstr("75.00 %"));  // the best is an epoch's end, not a look within one
  EXPECT_THAT(page, HasSubstr("McNemar"));
  for (const char* outside : {"http", "<script", "<link", "src="})
    EXPECT_THAT(page, Not(HasSubstr(outside)));
  ASSERT_EQ(scratch_.run("winnow report m2 -o alone.html").exit_code, 0);  // nothing but a model
  EXPECT_THAT(scratch_.run("winnow report nowhere -o r2.html").err, HasSubstr("nowhere: no run"));
  scratch_.write("m2/metrics.jsonl", "{\"epoch\":1}\n");
  EXPECT_THAT(scratch_.run("winnow report m2 -o r2.html").err,
              HasSubstr("metrics.jsonl:1: not a line of metrics"));
  EXPECT_FALSE(std::filesystem::exists(scratch_.path("r2.html")));
}

TEST_F(Eval, AReportFindsTheRunsInsideAFolder) {
  ASSERT_EQ(scratch_.run("mkdir -p runs/deep && mv m1 runs/one && mv m2 runs/deep/two").exit_code,
            0);
  ASSERT_EQ(scratch_.run("winnow report runs -o r.html").exit_code, 0);
  std::string page = contents(scratch_.path("r.html"));
  EXPECT_THAT(page, HasSubstr("2 runs"));
  EXPECT_THAT(page, HasSubstr("runs/deep/two"));
  ASSERT_EQ(scratch_.run("mkdir none").exit_code, 0);
  EXPECT_THAT(scratch_.run("winnow report none -o r2.html").err, HasSubstr("none: no run"));
}

TEST_F(Eval, ACalibrationPlotShowsCountsAndNoEmptyBins) {
  ASSERT_EQ(scratch_.run("winnow report m1 --data dev.store --quiet -o r.html").exit_code, 0);
  std::string page = contents(scratch_.path("r.html"));
  std::string plot = page.substr(page.find("aria-label=\"Calibration\""));
  plot = plot.substr(0, plot.find("</svg>"));
  std::size_t dots = 0, counts = 0, premises = 0;
  for (std::size_t at = 0; (at = plot.find("<circle", at)) != std::string::npos; ++at) ++dots;
  const std::string note = "class=\"note\"";
  for (std::size_t at = 0; (at = plot.find(note, at)) != std::string::npos; ++at, ++counts)
    premises += std::stoul(plot.substr(plot.find('>', at) + 1));
  EXPECT_EQ(dots, counts);
  EXPECT_EQ(premises, 36u);  // each premise is in one bin
  EXPECT_THAT(plot, Not(HasSubstr("0 premises</title>")));
  EXPECT_THAT(page, HasSubstr("aria-label=\"Premises by what the model says\""));
}

TEST_F(Eval, CommandsInAReportWrap) {
  ASSERT_EQ(scratch_.run("winnow report m1 -o r.html").exit_code, 0);
  const std::string page = contents(scratch_.path("r.html"));
  EXPECT_THAT(page, testing::ContainsRegex("pre[^}]*\\{[^}]*white-space:pre-wrap"));
  EXPECT_THAT(page, testing::ContainsRegex("<pre[^>]*>winnow &lt;train&gt;"));
}

}  // namespace
}  // namespace winnow
