// Grids of variants, and presets as the command line applies them.
#include "learn/variants.h"
#include "app/cli/options.h"
#include "model/config.h"
#include "tests/app/program.h"
#include "tests/learn/tiny_store.h"
#include "winnow/error.h"
#include "winnow/presets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace winnow {
namespace {

using testing::HasSubstr;

TEST(Variants, ThePaperHasTenRowsAndDaglstmGoesBothWays) {
  std::vector<Variant> paper = variants("paper", "up");
  EXPECT_EQ(paper.size(), 12u);
  EXPECT_EQ(
      std::ranges::count_if(paper, [](const Variant& v) { return paper_figures(v).has_value(); }),
      10);
  EXPECT_EQ(paper_figures({"bidir", "up", "attdag"})->mizar, 81.0);
  EXPECT_EQ(paper_figures({"daglstm", "down", "dag"})->holstep, 91.4);
  EXPECT_FALSE(paper_figures({"daglstm", "up", "dag"}));
  EXPECT_EQ(variants("four", "up").size(), 4u);
  EXPECT_EQ(variants("all", "up").size(), 15u);
  EXPECT_THROW(variants("some", "up"), InputError);
  EXPECT_THROW(variants("gcn+max,gcn+mix", "up"), InputError);
  EXPECT_THROW(variants("", "up"), InputError);
  EXPECT_EQ(variants("gcn+max,gcn+max", "up").size(), 1u);
  ASSERT_EQ(variants("daglstm-down+dag,gcn+max", "up").size(), 2u);
  EXPECT_EQ(variants("daglstm-down+dag,gcn+max", "up")[0].name(), "daglstm-down+dag");
  EXPECT_EQ(variants("four", "down")[2].name(), "daglstm-down+dag");
  for (const Variant& variant : variants("all", "up"))
    EXPECT_NO_THROW(make_config(variant.apply({})));
}

struct Line {
  ModelOptions model;
  TrainOptions train;
  explicit Line(std::vector<std::string> words, const std::string& preset, bool extended = true) {
    CLI::App command;
    add_options(command, model, "");
    add_options(command, train, "");
    command.parse(std::move(words));
    apply_preset(command, preset, model, train, extended);
  }
};

TEST(Presets, GiveWhatTheCommandLineDoesNot) {
  Line line({"64", "--width"}, "holstep");  // CLI11 takes words from the back
  EXPECT_EQ(line.model.width, 64u);
  EXPECT_EQ(line.model.embedder, "daglstm");
  EXPECT_EQ(line.model.variables, "indexed");
  EXPECT_EQ(line.model.mode, "pair");
  EXPECT_EQ(line.train.batch, 32u);
  EXPECT_EQ(line.train.epochs, 8u);
}

TEST(Presets, HaveExtensionsUnlessToldOtherwise) {
  Line extended({}, "mizar"), paper({}, "mizar", false), chosen({"--no-compare"}, "mizar");
  EXPECT_TRUE(extended.model.match);
  EXPECT_TRUE(extended.model.compare);
  EXPECT_TRUE(extended.model.precedents);
  EXPECT_EQ(extended.train.products, "bf16");
  EXPECT_FALSE(paper.model.match);
  EXPECT_FALSE(paper.model.compare);
  EXPECT_FALSE(paper.model.precedents);
  EXPECT_EQ(paper.train.batch, 32u);
  EXPECT_TRUE(chosen.model.match);
  EXPECT_FALSE(chosen.model.compare);
}

TEST(Presets, OfThePaperAreItsAppendix) {
  Line mizar({}, "paper-mizar"), holstep({}, "paper-holstep");
  for (const Line* line : {&mizar, &holstep}) {
    EXPECT_FALSE(line->model.match || line->model.compare || line->model.precedents);
    EXPECT_EQ(line->model.memory, 0u);
    EXPECT_EQ(line->model.direction, "down");
    EXPECT_EQ(line->model.heads * line->model.head_width, 2 * line->model.width);
    EXPECT_EQ(line->train.learning_rate, 1e-3);
    EXPECT_EQ(line->train.schedule, "constant");
    EXPECT_EQ(line->train.warm_up, 0u);
    EXPECT_EQ(line->train.clip, 0);
    EXPECT_EQ(line->train.average, 0);
    EXPECT_EQ(line->train.norm_examples, 0u);
    EXPECT_EQ(line->train.dropout, 0.2);
    EXPECT_EQ(line->train.state_dropout + line->train.weight_dropout, 0);
    EXPECT_EQ(line->train.products, "f32");
    EXPECT_EQ(line->train.patience, 0u);
  }
  EXPECT_EQ(mizar.model.mode, "joint");
  EXPECT_EQ(mizar.model.width, 128u);
  EXPECT_EQ(mizar.model.edge_width, 32u);
  EXPECT_EQ(mizar.train.batch, 16u);
  EXPECT_EQ(mizar.train.epochs, 30u);
  EXPECT_EQ(holstep.model.mode, "pair");
  EXPECT_EQ(holstep.model.width, 256u);
  EXPECT_EQ(holstep.model.edge_width, 64u);
  EXPECT_EQ(holstep.train.batch * holstep.train.most_premises, 32u);
  EXPECT_EQ(holstep.train.epochs, 5u);
  EXPECT_THAT(preset_help(), HasSubstr("--no-match"));
}

TEST(Presets, AreAllPossibleAndShown) {
  for (const Preset& preset : kPresets) {
    Line line({}, std::string(preset.name));
    EXPECT_NO_THROW(make_config(line.model)) << preset.name;
    EXPECT_THAT(preset_help(), HasSubstr(std::string(preset.name)));
  }
  EXPECT_THROW(Line({}, "coq"), InputError);
}

TEST(Ablate, SaysWhatEndedARowAndHowManyEpochsItHad) {
  Scratch scratch;
  scratch.write("tiny.jsonl", tiny::json_lines(8, 8));
  ASSERT_EQ(scratch.run("winnow data import jsonl tiny.jsonl -o tiny.store --quiet").exit_code, 0);
  Ran ran = scratch.run(
      "winnow ablate --preset paper-mizar --data tiny.store --width 4 --grid four --quiet "
      "--learning-rate 1e-9 --epochs 6 --seeds 1,2 --seeds-for gcn+max --out grid");
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  auto json = nlohmann::json::parse(contents(scratch.path("grid/table.json")));
  ASSERT_EQ(json["rows"].size(), 5u);
  EXPECT_EQ(json["rows"][4]["name"], "gcn+max-seed-2");
  EXPECT_EQ(json["rows"][3]["paper_test_accuracy"], 0.81);
  for (const auto& row : json["rows"]) {
    EXPECT_EQ(row["dev_accuracy_by_epoch"].size(), row["epochs"]);
    // Nothing is learned: four epochs after the best one, or all.
    EXPECT_EQ(row["ended_by"], row["epochs"] == 6 ? "epochs" : "patience");
    EXPECT_EQ(row["epochs"].get<int>(), std::min(6, row["epoch"].get<int>() + 4));
  }
  EXPECT_THAT(contents(scratch.path("grid/table.md")), HasSubstr("| several seeds |"));
  EXPECT_THAT(contents(scratch.path("grid/curves.svg")), HasSubstr("not at zero"));
  EXPECT_THAT(contents(scratch.path("grid/curves.svg")), HasSubstr("gcn+max-seed-2"));
  // A time for a row counts over all stops.
  std::string line =
      "winnow ablate --preset paper-mizar --data tiny.store --width 4 --grid four --quiet "
      "--epochs 1000000 --patience 0 --row-time 300ms --out timed";
  ASSERT_EQ(scratch.run(line).exit_code, 0);
  std::string table = contents(scratch.path("timed/table.json"));
  Ran again = scratch.run(line);
  EXPECT_THAT(again.out, HasSubstr("its time is up"));
  EXPECT_EQ(contents(scratch.path("timed/table.json")), table);
  for (const auto& row : nlohmann::json::parse(table)["rows"]) EXPECT_EQ(row["ended_by"], "time");
  EXPECT_THAT(
      scratch.run("winnow ablate --data tiny.store --seeds 1,2 --seeds-for gnn --out x").err,
      HasSubstr("the grid has no 'gnn'"));
}

TEST(Ablate, GoesOnWhereItWasAndWritesTables) {
  Scratch scratch;
  scratch.write("tiny.jsonl", tiny::json_lines(8, 8));
  ASSERT_EQ(scratch.run("winnow data import jsonl tiny.jsonl -o tiny.store --quiet").exit_code, 0);
  std::string line =
      "winnow ablate --data tiny.store --width 4 --batch 8 --epochs 2 --grid four --quiet --out "
      "grid";
  Ran first = scratch.run(line);
  ASSERT_EQ(first.exit_code, 0) << first.err;
  EXPECT_THAT(contents(scratch.path("grid/table.md")), HasSubstr("| bidir+attdag |"));
  EXPECT_THAT(contents(scratch.path("grid/table.svg")), HasSubstr("<svg xmlns="));
  std::string table = contents(scratch.path("grid/table.json"));
  const Ran watched = scratch.run("NO_COLOR=1 script -qec '" + line + "' /dev/null");  // a terminal
  EXPECT_THAT(watched.out, HasSubstr("next: winnow report grid -o report.html"));
  auto json = nlohmann::json::parse(table);
  ASSERT_EQ(json["rows"].size(), 4u);
  EXPECT_EQ(json["baseline"], "mpnn+max");
  EXPECT_TRUE(json["rows"][3]["against_baseline"].contains("p_value"));
  // One is half done, the others are finished: the tables come out the same.
  std::filesystem::remove_all(scratch.path("grid/gcn+max"));
  Ran again = scratch.run(line);
  ASSERT_EQ(again.exit_code, 0) << again.err;
  auto other = nlohmann::json::parse(contents(scratch.path("grid/table.json")));
  for (int i = 0; i < 4; ++i) EXPECT_EQ(other["rows"][i]["accuracy"], json["rows"][i]["accuracy"]);
  EXPECT_EQ(std::count(again.out.begin(), again.out.end(), '\n') <
                std::count(first.out.begin(), first.out.end(), '\n'),
            true);
  // In shards: every variant is trained by one of them, bidir+attdag alone as it takes longest, and
  // the tables are the same.
  for (const auto& [shard, last] : {std::pair("1/2", "(3 of 3)"), std::pair("0/2", "(1 of 1)")}) {
    Ran part = scratch.run(line + "3 --shard " + shard);
    ASSERT_EQ(part.exit_code, 0) << part.err;
    EXPECT_THAT(part.out, HasSubstr(last));
    EXPECT_FALSE(std::filesystem::exists(scratch.path("grid3/table.json")));
  }
  ASSERT_EQ(scratch.run(line + "3").exit_code, 0);
  other = nlohmann::json::parse(contents(scratch.path("grid3/table.json")));
  for (int i = 0; i < 4; ++i) EXPECT_EQ(other["rows"][i]["accuracy"], json["rows"][i]["accuracy"]);
  EXPECT_THAT(scratch.run(line + "2 --baseline gnn+max").err,
              HasSubstr("the grid has no 'gnn+max'"));
}

}  // namespace
}  // namespace winnow
