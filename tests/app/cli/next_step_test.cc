// Long commands say to a person, and to nobody else, which command comes next.
#include "model/model_file.h"
#include "model/parameters.h"
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace winnow {
namespace {

using testing::HasSubstr;
using testing::Not;

// `script` gives a command a terminal.
Ran watched(const Scratch& scratch, const std::string& line) {
  return scratch.run("NO_COLOR=1 script -qec '" + line + "' /dev/null");
}

TEST(NextStep, OfAnIndexIsToRankWithIt) {
  Scratch scratch;
  scratch.write("a.ax", "fof(a, axiom, p(a)).\n");
  const std::string line = "winnow index a.ax --model none -o a.index --quiet";
  EXPECT_THAT(scratch.run(line).err, Not(HasSubstr("next:")));
  EXPECT_THAT(watched(scratch, line).out, HasSubstr("next: winnow rank PROBLEM --index a.index"));
}

TEST(NextStep, OfAStoreIsToRankOrTrainWithIt) {
  Scratch scratch;
  scratch.write("e.jsonl", R"j({"conjecture": "p(a)", "premises": []})j"
                           "\n");
  EXPECT_THAT(watched(scratch, "winnow data import jsonl e.jsonl -o e.store").out,
              HasSubstr("next: winnow rank PROBLEM --proofs e.store, or winnow train"));
}

TEST(NextStep, OfManyProofsIsToCompareThem) {
  Scratch scratch;
  scratch.write("a.p", "fof(g, conjecture, p | ~p).\n");
  scratch.write("b.p", "fof(g, conjecture, q | ~q).\n");
  EXPECT_THAT(watched(scratch,
                      "winnow prove a.p b.p --model none --prover \"true {file}\" --time 2 --out r")
                  .out,
              HasSubstr("next: winnow experiment report r"));
}

// A store of two examples in the order in which they were proved, and a model of random weights.
class NextStepOnAStore : public testing::Test {
 protected:
  void SetUp() override {
    scratch_.write(
        "e.jsonl",
        R"j({"name": "e0", "split": "train", "conjecture": "r(b)", "premises": [{"name": "a2", "formula": "r(b)", "label": 1}]})j"
        "\n"
        R"j({"name": "e1", "split": "train", "conjecture": "p(a)", "premises": [{"name": "a1", "formula": "![X]: p(X)", "label": 1}, {"name": "e0", "formula": "r(b)", "label": 0}]})j"
        "\n");
    scratch_.write("order", "a2\na1\ne0\ne1\n");
    ASSERT_EQ(
        scratch_.run("winnow data import jsonl e.jsonl --order order -o e.store --quiet").exit_code,
        0);
    ModelFile model;
    model.options.embedder = "daglstm";
    model.options.pooling = "dag";
    model.options.width = 6;
    model.labels = LabelCounter().table();
    model.weights =
        random_weights(parameter_specs(make_config(model.options), table_sizes(model)), 1);
    write_model(scratch_.path("m.safetensors"), model, Precision::f32);
  }
  Scratch scratch_;
};

TEST_F(NextStepOnAStore, OfAnEvaluationIsAReport) {
  const std::string line = "winnow eval --model m.safetensors --data e.store --split train --quiet";
  EXPECT_THAT(watched(scratch_, line).out, HasSubstr("next: winnow report DIR --data e.store"));
  EXPECT_THAT(watched(scratch_, line + " --json").out, Not(HasSubstr("next:")));
  EXPECT_THAT(scratch_.run(line).err, Not(HasSubstr("next:")));
}

TEST_F(NextStepOnAStore, OfScoresOfTheTrainingSplitIsToTeachByThem) {
  const std::string line =
      "winnow score --model m.safetensors --data e.store --split train --quiet --predictions ";
  EXPECT_THAT(watched(scratch_, line + "t.tsv").out,
              HasSubstr("next: winnow train --data e.store --out DIR --teacher t.tsv"));
  EXPECT_THAT(watched(scratch_, line + "-").out, Not(HasSubstr("next:")));
}

TEST_F(NextStepOnAStore, OfARecallIsToProve) {
  EXPECT_THAT(watched(scratch_,
                      "winnow experiment recall --data e.store --split train --problems 1 "
                      "--rankers tfidf")
                  .out,
              HasSubstr("next: winnow experiment prove --data e.store --arms tfidf --out DIR"));
}

TEST(NextStep, OfAScheduleIsToProveByIt) {
  Scratch scratch;
  scratch.write("a.p", "fof(g, conjecture, p | ~p).\n");
  EXPECT_THAT(watched(scratch,
                      "winnow experiment schedule a.p --model none --strategies e:auto --k 2 "
                      "--time 1s --out s")
                  .out,
              HasSubstr("next: winnow prove PROBLEM --schedule s/schedule.txt"));
}

}  // namespace
}  // namespace winnow
