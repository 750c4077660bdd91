// An index that is brought up to date has the bytes of one that is made from nothing.
#include "winnow/library.h"

#include "model/model_file.h"
#include "rank/index.h"
#include "tests/app/program.h"
#include "tests/rank/toy_model.h"
#include "text/tptp.h"
#include "winnow/error.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>

namespace winnow {
namespace {

using testing::HasSubstr;

// Symbols of a formula first appear in another order in each, and some in no other formula.
std::vector<std::string> formulas(int count) {
  std::vector<std::string> texts = {"tff(t, type, t0: $i > $o)."};
  for (int i = 0; i < count; ++i)
    texts.push_back(fmt::format("fof(a{}, axiom, ![X]: (p{}(f{}(X), c{}) => q{}(g{}(c{})))).", i,
                                i % 5, (i * 7) % 11, (i * 3) % 13, (i * 5) % 4, i % 9,
                                (i * i) % 17));
  return texts;
}

std::string joined(const std::vector<std::string>& texts) {
  std::string text;
  for (const std::string& each : texts) text += each + "\n";
  return text;
}

class Builder : public testing::Test {
 protected:
  Builder() {
    TermBank bank;
    Problem problem = parse_tptp(joined(formulas(40)), bank);
    std::vector<TermId> terms;
    for (const Formula& formula : problem.formulas)
      if (formula.role != "type") terms.push_back(formula.term);
    ModelOptions options;
    options.pooling = "dag";
    options.retrieve = 6;
    write_model(model_, toy_model(options, bank.view(), terms), Precision::f32);
  }
  SaveReport save(const std::string& file, const std::string& text, const std::string& model,
                  bool reuse) const {
    LibraryBuilder builder;
    if (reuse) builder.reuse(scratch_.path(file));
    builder.add(text);
    return builder.save(scratch_.path(file), {.model = model, .threads = 1});
  }

  Scratch scratch_;
  std::string model_ = scratch_.path("toy.safetensors");
};

TEST_F(Builder, BroughtUpToDateItHasTheBytesOfOneMadeFromNothing) {
  const std::vector<std::string> before = formulas(40);
  std::vector<std::vector<std::string>> changed(8, before);
  changed[1].push_back("fof(more, axiom, new(c1, newer(c2))).");
  changed[2].insert(changed[2].begin(), "fof(more, axiom, q2(newer(c2)) & new(c1)).");
  changed[3].erase(changed[3].begin() + 1);
  changed[4].erase(changed[4].begin() + 7, changed[4].begin() + 19);
  std::ranges::reverse(changed[5]);
  changed[6][12] = "fof(a11, axiom, q2(c2)).";
  changed[7].insert(changed[7].begin() + 9, before[20]);  // comes again, and earlier
  changed[7].push_back(before[3]);
  changed[7].push_back("fof(g, conjecture, p0(c1, c1)).");
  for (const std::string& model : {std::string("none"), model_})
    for (const std::vector<std::string>& now : changed) {
      save("fresh", joined(now), model, false);
      std::filesystem::remove(scratch_.path("kept"));
      save("kept", joined(before), model, false);
      const SaveReport report = save("kept", joined(now), model, true);
      EXPECT_TRUE(contents(scratch_.path("kept")) == contents(scratch_.path("fresh")));
      EXPECT_LE(report.encoded, 1u);
      std::filesystem::remove(scratch_.path("fresh"));
    }
}

TEST_F(Builder, AnIndexOfAnotherModelGivesItsFormulasAndNoEncodings) {
  const std::string text = joined(formulas(10));
  save("fresh", text, model_, false);
  save("kept", text, "none", false);
  EXPECT_EQ(save("kept", text, model_, true).encoded, 10u);
  EXPECT_TRUE(contents(scratch_.path("kept")) == contents(scratch_.path("fresh")));
}

TEST_F(Builder, WhatCannotBeReusedIsNoError) {
  const std::string text = joined(formulas(4));
  EXPECT_EQ(save("new", text, "none", true).note, "");
  scratch_.write("damaged", "no index");
  EXPECT_THAT(save("damaged", text, "none", true).note, HasSubstr("is not a winnow index"));
  LibraryBuilder builder;
  builder.add(text);
  EXPECT_THROW(builder.reuse(scratch_.path("new")), ContractError);
}

TEST_F(Builder, AFailureChangesNothing) {
  const std::vector<std::string> texts = formulas(12);
  const std::string text = joined(texts);
  save("fresh", text, "none", false);
  for (bool reuse : {false, true}) {
    LibraryBuilder builder;
    if (reuse) builder.reuse(scratch_.path("fresh"));
    builder.add(texts[0] + texts[1]);
    EXPECT_THROW(builder.add(joined({texts.begin() + 2, texts.end()}) +
                             "fof(x, axiom, new(c)). fof(wrong, axiom, p &)."),
                 InputError);
    builder.add(joined({texts.begin() + 2, texts.end()}));
    EXPECT_EQ(builder.save(scratch_.path("again"), {.model = "none"}).repeated, 0u);
    EXPECT_TRUE(contents(scratch_.path("again")) == contents(scratch_.path("fresh"))) << reuse;
  }
}

// A part of a library is read and forgotten before the next.
TEST_F(Builder, PartsMakeOneLibrary) {
  std::string text;
  for (int i = 0; i < 40000; ++i)
    text += fmt::format("fof(a{}, axiom, p{}(c{}) | q(f{}(c{}))).\n", i, i % 999, (i * 7) % 1003,
                        i % 77, i / 3);
  save("parts", text, "none", false);
  TermBank bank;
  Problem problem = parse_tptp(text, bank);
  IndexDraft draft;
  draft.add(bank.view(), problem.formulas);
  write_index(scratch_.path("whole"), draft, nullptr, nullptr);
  EXPECT_TRUE(contents(scratch_.path("parts")) == contents(scratch_.path("whole")));
}

}  // namespace
}  // namespace winnow
