// `winnow reproduce`: a small recipe from beginning to end, stopped and gone on with.
#include "app/experiment/recipe.h"
#include "tests/app/program.h"
#include "tests/learn/tiny_store.h"
#include "winnow/error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <set>
#include <thread>

namespace winnow {
namespace {

using testing::HasSubstr;
using testing::Not;

Recipe tiny_recipe(double expected) {
  return {"tiny",
          "a model of the tiny store",
          "",
          {{"import",
            StepKind::command,
            {"data", "import", "jsonl", "{data}/tiny.jsonl", "-o", "{out}/tiny.store", "--quiet"},
            1},
           {"run",
            StepKind::training,
            {"train",     "--data",    "{out}/tiny.store",
             "--out",     "{out}/run", "--embedder",
             "daglstm",   "--pooling", "dag",
             "--width",   "8",         "--batch",
             "2",         "--epochs",  "40",
             "--warm-up", "0",         "--threads",
             "1",         "--quiet"},
            1},
           {"packed",
            StepKind::command,
            {"model", "pack", "{out}/run/best.safetensors", "-o", "{out}/packed.safetensors"},
            1},
           {"eval",
            StepKind::measure,
            {"eval", "--model", "{out}/packed.safetensors", "--data", "{out}/tiny.store", "--json",
             "--quiet"},
            1}},
          {{"dev accuracy", "eval.json", "/models/0/accuracy", 1, expected, 0.3}}};
}

class Reproduce : public testing::Test {
 protected:
  void SetUp() override { scratch_.write("tiny.jsonl", tiny::json_lines()); }
  RecipeRun run_in(const std::string& folder) const {
    return {WINNOW_BINARY_DIR "/winnow", scratch_.path(""), scratch_.path(folder), false};
  }
  Scratch scratch_;
};

TEST_F(Reproduce, GoesOnWhereItWasStopped) {
  const Recipe recipe = tiny_recipe(1);
  Cancellation never;
  ASSERT_EQ(run_recipe(recipe, run_in("whole"), never), RecipeEnd::as_expected);
  // Stopped in the middle of the training.
  Cancellation soon;
  std::thread watcher([&] {
    for (int i = 0; i < 2000 && !std::filesystem::exists(scratch_.path("half/run/metrics.jsonl"));
         ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    soon.request();
  });
  RecipeEnd first = run_recipe(recipe, run_in("half"), soon);
  watcher.join();
  ASSERT_EQ(first, RecipeEnd::interrupted);
  EXPECT_FALSE(std::filesystem::exists(scratch_.path("half/packed.safetensors")));
  const auto imported = std::filesystem::last_write_time(scratch_.path("half/tiny.store"));
  EXPECT_EQ(run_recipe(recipe, run_in("half"), never), RecipeEnd::as_expected);
  EXPECT_EQ(std::filesystem::last_write_time(scratch_.path("half/tiny.store")), imported);
  EXPECT_TRUE(contents(scratch_.path("half/packed.safetensors")) ==
              contents(scratch_.path("whole/packed.safetensors")));
  // All is done: nothing is run again, the figure is compared.
  std::filesystem::remove(scratch_.path("half/run/checkpoint.safetensors"));
  EXPECT_EQ(run_recipe(recipe, run_in("half"), never), RecipeEnd::as_expected);
  EXPECT_EQ(run_recipe(tiny_recipe(0.1), run_in("half"), never), RecipeEnd::not_as_expected);
  // Other words are another recipe.
  Recipe other = recipe;
  other.steps[1].words.push_back("--cell-norm");
  EXPECT_THROW(run_recipe(other, run_in("half"), never), InputError);
  other.name = "other";
  EXPECT_THROW(run_recipe(other, run_in("half"), never), InputError);
}

TEST_F(Reproduce, AStepThatFailsIsNamed) {
  Recipe recipe = tiny_recipe(1);
  recipe.steps[0].words[3] = "{data}/none.jsonl";
  try {
    run_recipe(recipe, run_in("failed"), Cancellation());
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("the step 'import' failed: exit code 1"));
  }
}

TEST_F(Reproduce, HalvesHaveEveryNameOnce) {
  scratch_.write("names.txt", "a\nb\nc\n");
  Recipe recipe{"halves",
                "",
                "",
                {{"halves",
                  StepKind::halves,
                  {"{data}/names.txt", "{out}/first.txt", "{out}/second.txt"},
                  0}},
                {}};
  EXPECT_EQ(run_recipe(recipe, run_in("out"), Cancellation()), RecipeEnd::nothing_to_compare);
  EXPECT_EQ(contents(scratch_.path("out/first.txt")), "a\nc\n");
  EXPECT_EQ(contents(scratch_.path("out/second.txt")), "b\n");
}

TEST_F(Reproduce, EveryRecipeIsListedAndPossible) {
  Ran list = scratch_.run("winnow reproduce --list");
  ASSERT_EQ(list.exit_code, 0) << list.err;
  std::set<std::string> names, lines;
  for (const Recipe& recipe : recipes()) {
    EXPECT_TRUE(names.insert(recipe.name).second);
    EXPECT_THAT(list.out, HasSubstr(recipe.name));
    EXPECT_FALSE(recipe.figures.empty());
    Ran dry = scratch_.run("winnow reproduce " + recipe.name + " --data . --out o --dry-run");
    EXPECT_EQ(dry.exit_code, 0) << dry.err;
    EXPECT_THAT(dry.out, HasSubstr("Expected to take"));
    EXPECT_THAT(dry.out, Not(HasSubstr("{")));
    EXPECT_FALSE(std::filesystem::exists(scratch_.path("o")));
    // Every command knows its words: that there are no data is the only mistake.
    for (const RecipeStep& step : recipe.steps) {
      std::string line = "winnow";
      for (const std::string& word : step.words) line += " '" + word + "'";
      if (step.kind == StepKind::halves || !lines.insert(line).second) continue;
      EXPECT_EQ(scratch_.run(line).exit_code, 1) << line;
    }
  }
  for (const char* name : {"mizar-joint", "mizar-pair", "holstep", "mizar-rank", "table-mizar",
                           "table-holstep", "prove100", "recall-prove100"})
    EXPECT_TRUE(names.contains(name)) << name;
  EXPECT_THAT(scratch_.run("winnow reproduce mizar-jiont --data . --out o").err,
              HasSubstr("did you mean 'mizar-joint'?"));
  EXPECT_EQ(scratch_.run("winnow reproduce").exit_code, 2);
}

TEST_F(Reproduce, AStoreThatIsThereIsTaken) {
  scratch_.write("mizar.store", "");
  Ran dry = scratch_.run("winnow reproduce eval-mizar-joint --data . --out o --dry-run");
  EXPECT_THAT(dry.out, HasSubstr("./mizar.store"));
  EXPECT_THAT(dry.out, Not(HasSubstr("o/mizar.store")));
  EXPECT_THAT(dry.out, HasSubstr("done "));
}

}  // namespace
}  // namespace winnow
