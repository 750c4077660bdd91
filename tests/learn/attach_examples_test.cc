#include "learn/attach_examples.h"

#include "learn/trainer.h"
#include "model/predictions.h"
#include "score/example_scores.h"
#include "tests/app/program.h"
#include "tests/learn/tiny_store.h"
#include "winnow/error_code.h"

#include <gmock/gmock.h>

namespace winnow {
namespace {

using testing::HasSubstr;

class AttachExamples : public testing::Test {
 protected:
  // A model that hardly learned anything.
  AttachExamples() {
    TrainRequest r;
    r.model.embedder = "daglstm";
    r.model.pooling = "dag";
    r.model.width = 8;
    r.train.epochs = 1;
    r.train.learning_rate = 1e-4;
    r.train.threads = 1;
    r.folder = scratch_.path("run");
    train(store_, r);
    model_ = read_model(scratch_.path("run/best.safetensors"));
    for (ExampleId example : store_.examples(*store_.find_split("dev"))) dev_.push_back(example);
  }
  double accuracy(const ModelFile& file) const {
    Model model(file);
    Scores scores = score_examples(model, store_, dev_, {model.config().mode, 4, 1});
    std::vector<bool> useful = answers(store_, dev_).useful;
    std::size_t right = 0;
    for (std::size_t i = 0; i < useful.size(); ++i) right += (scores.logits[i] > 0) == useful[i];
    return static_cast<double>(right) / static_cast<double>(useful.size());
  }
  std::string error(const NearestExampleOptions& options) const {
    try {
      attach_examples(model_, store_, options);
    } catch (const InputError& e) {
      return std::string(e.what()) + " | " + e.hint();
    }
    return "";
  }

  Store store_ = tiny::store();
  Scratch scratch_;
  ModelFile model_;
  std::vector<ExampleId> dev_;
};

TEST_F(AttachExamples, SayToAPersonHowToMakeTheModelSmaller) {
  scratch_.write("tiny.jsonl", tiny::json_lines());
  ASSERT_EQ(scratch_.run("winnow data import jsonl tiny.jsonl -o tiny.store --quiet").exit_code, 0);
  const std::string line =
      "winnow attach-examples --model run/best.safetensors --data tiny.store --width 8 --quiet -o "
      "with.safetensors";
  const Ran ran = scratch_.run("NO_COLOR=1 script -qec '" + line + "' /dev/null");  // a terminal
  EXPECT_THAT(ran.out, HasSubstr("next: winnow model pack with.safetensors --bytes -o SMALLER"));
}

// The premises of dev occur in training, always with the same label: nearest examples know all of
// them.
TEST_F(AttachExamples, TellsWhatTheModelDidNotLearn) {
  AttachedExamples result = attach_examples(model_, store_, {.width = 8, .threads = 1});
  EXPECT_LT(result.alone, 0.8);
  EXPECT_GT(result.fitted, result.alone);
  EXPECT_DOUBLE_EQ(accuracy(model_), result.alone);
  EXPECT_DOUBLE_EQ(accuracy(result.model), result.fitted);  // what is printed is what eval finds
  EXPECT_EQ(result.model.nearest_example_table.size(), 24u);
  write_model(scratch_.path("m.safetensors"), result.model, Precision::f32);
  EXPECT_DOUBLE_EQ(accuracy(read_model(scratch_.path("m.safetensors"))), result.fitted);
}

TEST_F(AttachExamples, DoesNotDependOnThreads) {
  AttachedExamples one = attach_examples(model_, store_, {.width = 4, .threads = 1});
  AttachedExamples two = attach_examples(model_, store_, {.width = 4, .threads = 2});
  for (const auto& [name, tensor] : one.model.nearest_examples.tensors())
    EXPECT_EQ(tensor.values, two.model.nearest_examples.tensor(name).values) << name;
}

TEST_F(AttachExamples, SaysWhatCannotBe) {
  EXPECT_THAT(error({.width = 9}), HasSubstr("width cannot be 9 | it is a number from 1 to 8"));
  EXPECT_THAT(error({.width = 4, .split = "test"}), HasSubstr("no split called 'test'"));
  EXPECT_THROW(attach_examples(model_, store_, {.width = 4, .split = "test"}), CodedError);
}

}  // namespace
}  // namespace winnow
