#include "learn/teacher.h"

#include "model/predictions.h"
#include "tests/app/program.h"
#include "tests/learn/tiny_store.h"
#include "winnow/error.h"

#include <gmock/gmock.h>

#include <cmath>
#include <fstream>

namespace winnow {
namespace {

using testing::HasSubstr;

class ATeacher : public testing::Test {
 protected:
  ATeacher() {
    for (ExampleId example : store_.examples(*store_.find_split("train")))
      train_.push_back(example);
  }
  // A table about some of the examples; each logit is `first` + its number.
  std::string table(const std::string& name, std::span<const ExampleId> examples,
                    float first) const {
    std::vector<float> logits(answers(store_, examples).useful.size());
    for (std::size_t i = 0; i < logits.size(); ++i) logits[i] = first + static_cast<float>(i);
    std::ofstream(scratch_.path(name)) << predictions_table(store_, examples, logits);
    return scratch_.path(name);
  }
  std::string error(const std::vector<std::string>& tables) const {
    try {
      Teacher(store_, train_, tables);
    } catch (const InputError& e) {
      return std::string(e.what()) + " | " + e.hint();
    }
    return "";
  }
  static float share(float logit) { return 1 / (1 + std::exp(-logit)); }

  Store store_ = tiny::store();
  std::vector<ExampleId> train_;
  Scratch scratch_;
};

TEST_F(ATeacher, SaysHowLikelyEachPremiseIsUseful) {
  std::span<const ExampleId> all = train_;
  std::vector<std::string> tables = {table("b.tsv", all.subspan(10), 0),
                                     table("a.tsv", all.first(10), -3)};
  Teacher teacher(store_, train_, tables);
  EXPECT_FALSE(teacher.silent());
  EXPECT_TRUE(Teacher().silent());
  auto first = teacher.useful(train_[0]);
  ASSERT_EQ(first.size(), store_.premises(train_[0]).size());
  EXPECT_FLOAT_EQ(first[0], share(-3));
  EXPECT_FLOAT_EQ(first[1], share(-2));
  EXPECT_FLOAT_EQ(teacher.useful(train_[10])[1], share(1));
}

TEST_F(ATeacher, IsTheMeanOfSeveral) {
  std::vector<std::string> tables = {table("a.tsv", train_, 0), table("b.tsv", train_, 1)};
  Teacher both(store_, train_, tables);
  EXPECT_FLOAT_EQ(both.useful(train_[0])[1], share(1.5f));
  EXPECT_NE(both.fingerprint(), Teacher(store_, train_, std::span(tables).first(1)).fingerprint());
}

TEST_F(ATeacher, MustSpeakOfEveryExample) {
  std::string half = table("half.tsv", std::span(train_).first(12), 0);
  EXPECT_THAT(
      error({half}),
      HasSubstr("no teacher says anything about the training example 'e12' | 'winnow score"));
}

TEST_F(ATeacher, MustSpeakOfTheSamePremises) {
  std::string file = table("a.tsv", train_, 0), text = contents(file);
  text.erase(text.find("e5\t"), text.find('\n', text.find("e5\t")) - text.find("e5\t") + 1);
  std::ofstream(file) << text;
  EXPECT_THAT(error({file}),
              HasSubstr("a.tsv: 'e5' has other premises or labels there than in the store"));
}

}  // namespace
}  // namespace winnow
