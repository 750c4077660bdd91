// Lists that Faiss divides an index into, from the library and from the command line.
#include "model/model_file.h"
#include "tests/app/program.h"
#include "tests/rank/toy_library.h"
#include "tests/rank/toy_model.h"
#include "text/tptp.h"
#include "winnow/error.h"
#include "winnow/library.h"

#include <gmock/gmock.h>

namespace winnow {
namespace {

using testing::HasSubstr;

class WritingInvertedFiles : public testing::Test {
 protected:
  WritingInvertedFiles() {
    TermBank bank;
    Problem problem = parse_tptp(toy_library(400), bank);
    std::vector<TermId> terms;
    for (const Formula& formula : problem.formulas)
      if (formula.role != "type") terms.push_back(formula.term);
    ModelOptions options;
    options.pooling = "dag";
    write_model(judge_, toy_model(options, bank.view(), terms), Precision::f32);
    options.retrieve = 6;
    write_model(model_, toy_model(options, bank.view(), terms), Precision::f32);
    scratch_.write("l.ax", toy_library(400));
    LibraryBuilder builder;
    builder.read(scratch_.path("l.ax"));
    builder.save(index_, {.model = model_, .threads = 1});
  }

  Scratch scratch_;
  std::string model_ = scratch_.path("toy.safetensors"),
              judge_ = scratch_.path("judge.safetensors");
  std::string index_ = scratch_.path("x.index");
};

TEST_F(WritingInvertedFiles, TheSameIndexGivesTheSameBytesOnAnyNumberOfThreads) {
  const InvertedFileReport report = write_inverted_file(index_, {.model = model_, .threads = 1});
  EXPECT_EQ(report.file, index_ + ".ivf");
  EXPECT_GT(report.lists, 8u);
  EXPECT_LE(report.lists, 32u);
  const std::string bytes = contents(report.file);
  for (std::uint32_t threads : {1u, 2u, 5u}) {
    write_inverted_file(index_, {.model = model_, .threads = threads});
    EXPECT_TRUE(contents(report.file) == bytes) << threads;
  }
}

TEST_F(WritingInvertedFiles, WithoutEncodingsOfAModelThatRetrievesIsRefused) {
  EXPECT_THROW(write_inverted_file(index_, {.model = judge_}), InputError);
  EXPECT_THROW(write_inverted_file(index_, {.model = "mizar-rank"}), InputError);
  EXPECT_THROW(write_inverted_file(scratch_.path("l.ax"), {.model = model_}), InputError);
  EXPECT_FALSE(std::filesystem::exists(inverted_file_of(index_)));
}

TEST_F(WritingInvertedFiles, FromTheCommandLine) {
  const std::string with_model = " --model toy.safetensors --threads 1 ";
  scratch_.write("goal.p", "fof(goal, conjecture, ![X]: (p1(f2(X), c4) => q2(g1(c1)))).");
  Ran ran = scratch_.run("winnow index l.ax --approximate -o l.index" + with_model);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("l.index.ivf: "));
  const std::string rank = "winnow rank goal.p --index l.index --ranker retrieve -k 9" + with_model;
  const Ran exact = scratch_.run(rank), all = scratch_.run(rank + "--approximate --probes 1000");
  EXPECT_EQ(exact.err, "");
  EXPECT_EQ(all.exit_code, 0) << all.err;
  EXPECT_EQ(all.err, "winnow: an approximate search chose 400 of the 401 formulas of the index\n");
  EXPECT_EQ(all.out, exact.out);
  ran = scratch_.run(rank + "--approximate --probes 1 --nearest 9");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(scratch_.run(rank + "--approximate --probes 0").exit_code, 2);

  const std::string few = rank + "--approximate --probes 1 --nearest 1 --explain ";
  int explained = 0;  // the others are there and were not chosen
  for (const char* name : {"a0", "a1", "a2", "a3"}) {
    ran = scratch_.run(few + name);
    explained += ran.exit_code == 0 ? 1 : 0;
    if (ran.exit_code != 0) {
      EXPECT_THAT(ran.err, HasSubstr("no axiom that the approximate search chose is called 'a"));
    }
  }
  EXPECT_LE(explained, 1);

  scratch_.write("more.ax", toy_library(401));  // the index changes, its lists do not
  ran = scratch_.run("winnow index more.ax -o l.index" + with_model);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  ran = scratch_.run(rank + "--approximate");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err,
              HasSubstr("l.index.ivf: was made for another index, or for this one before"));
  EXPECT_THAT(ran.err, HasSubstr("(winnow index --approximate)"));
  EXPECT_EQ(scratch_.run("rm l.index.ivf && cp l.ax l.index.ivf").exit_code, 0);
  ran = scratch_.run("winnow index l.ax --approximate -o l.index" + with_model);
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, HasSubstr("exists and is not an inverted file of an index"));
}

}  // namespace
}  // namespace winnow
