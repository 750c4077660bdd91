// What a checkpoint says comes back, and what no run can say is refused.
#include "model/checkpoint_file.h"

#include "tests/app/program.h"
#include "winnow/error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace winnow {
namespace {

using testing::HasSubstr;

CheckpointFile small() {
  CheckpointFile file;
  file.settings = {{"--width", "8"}, {"dev examples", "0123456789abcdef"}};
  file.position = {.epoch = 2,
                   .example = 5,
                   .loss_sum = 0.1,
                   .items = 7,
                   .correct = 6,
                   .seconds = 1.5,
                   .metrics_bytes = 100,
                   .best = {.epoch = 1, .dev_loss = 0.7, .steps = 12, .dev_recall = {0.25, 0.5}},
                   .begin_with = "00ff"};
  file.steps = 13;
  file.tensors["value/a"] = {{2}, {1, 2}};
  return file;
}

class CheckpointFiles : public testing::Test {
 protected:
  // The message about a checkpoint with this position.
  static std::string why_not(const std::string& position, const std::string& run = "{}") {
    TensorFile file;
    file.has_checksum = true;
    file.metadata = {{"format", "winnow-checkpoint-2"}, {"run", run}, {"position", position}};
    try {
      checkpoint_of(file, "x");
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
  static std::string position(const std::string& field, const std::string& value) {
    const std::string best =
        R"({"epoch":1,"train_loss":0,"train_accuracy":0,"dev_loss":0,"dev_accuracy":0,)"
        R"("minutes":0,"steps":1})";
    std::string text = "{";
    for (const auto& [name, usual] : std::map<std::string, std::string>{{"epoch", "2"},
                                                                        {"example", "5"},
                                                                        {"loss_sum", "0.5"},
                                                                        {"items", "7"},
                                                                        {"correct", "6"},
                                                                        {"seconds", "1.5"},
                                                                        {"metrics_bytes", "9"},
                                                                        {"best", best},
                                                                        {"steps", "13"},
                                                                        {"begin_with", "\"\""}})
      text += (text.size() == 1 ? "\"" : ",\"") + name + "\":" + (name == field ? value : usual);
    return text + "}";
  }
  Scratch scratch_;
};

TEST_F(CheckpointFiles, ComeBackAsTheyWereWritten) {
  const CheckpointFile file = small();
  write_checkpoint_file(scratch_.path("a"), file);
  CheckpointFile again = read_checkpoint_file(scratch_.path("a"));
  EXPECT_EQ(again.settings, file.settings);
  EXPECT_TRUE(again.position == file.position);
  EXPECT_EQ(again.steps, 13u);
  EXPECT_EQ(again.tensors.at("value/a").values, (std::vector<float>{1, 2}));
}

TEST_F(CheckpointFiles, ThatSayWhatNoRunCanAreRefused) {
  EXPECT_EQ(why_not(position("", "")), "");
  for (const char* field : {"epoch", "example", "items", "correct", "metrics_bytes", "steps"})
    for (const char* value : {"-1", "1e30", "0.5", "\"1\"", "null", "18446744073709551616"})
      EXPECT_THAT(why_not(position(field, value)), HasSubstr("the checkpoint is damaged"))
          << field << ' ' << value;
  for (const char* value : {"null", "\"1\"", "[]", "-1"})
    EXPECT_THAT(why_not(position("seconds", value)), HasSubstr("damaged")) << value;
  EXPECT_THAT(why_not(position("correct", "8")), HasSubstr("more correct answers than items"));
  EXPECT_THAT(why_not(position("epoch", "0")), HasSubstr("still to come"));
  EXPECT_THAT(why_not("{}"), HasSubstr("damaged"));
  EXPECT_THAT(why_not(position("", ""), "[]"), HasSubstr("no JSON object"));
  EXPECT_THAT(why_not(position("", ""), R"({"--width":8})"), HasSubstr("damaged"));
  EXPECT_THAT(why_not(position("", ""), R"({"a":"1","a":"2"})"), HasSubstr("second time"));
}

TEST_F(CheckpointFiles, WithoutAChecksumAreRefused) {
  EXPECT_THROW(checkpoint_of({{{"format", "winnow-checkpoint-2"}}, {}, false}, "x"), InputError);
  EXPECT_THROW(checkpoint_of({{{"format", "winnow-model-2"}}, {}, true}, "x"), InputError);
}

}  // namespace
}  // namespace winnow
