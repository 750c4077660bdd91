// What the program writes over, and what it does not.
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace winnow {
namespace {

using testing::HasSubstr;

constexpr const char* kLibrary = "fof(a, axiom, p(c)).\nfof(b, axiom, q(c)).\n";

class OutputProgram : public testing::Test {
 protected:
  void SetUp() override {
    scratch_.write("library.ax", kLibrary);
    scratch_.write("goal.p", "fof(g, conjecture, p(c)).\n");
  }
  Scratch scratch_;
};

TEST_F(OutputProgram, AnIndexDoesNotReplaceALibrary) {
  scratch_.write("other.ax", kLibrary);
  Ran ran = scratch_.run("winnow index other.ax -o library.ax");
  EXPECT_NE(ran.exit_code, 0);
  EXPECT_THAT(ran.err, HasSubstr("library.ax: exists and is not an index"));
  EXPECT_THAT(ran.err, HasSubstr("--force"));
  EXPECT_EQ(contents(scratch_.path("library.ax")), kLibrary);
  ran = scratch_.run("winnow index other.ax -o library.ax --force --quiet");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(contents(scratch_.path("library.ax")), kLibrary);
  EXPECT_EQ(scratch_.run("winnow index other.ax -o library.ax --quiet").exit_code,
            0);  // it is an index now
}

TEST_F(OutputProgram, AnInputIsNotWrittenOverEvenByForce) {
  scratch_.write("main.ax", "include('library.ax').\n");
  ASSERT_EQ(scratch_.run("ln -s library.ax soft.ax && ln library.ax hard.ax").exit_code, 0);
  for (const char* output : {"main.ax", "library.ax", "soft.ax", "hard.ax"}) {
    Ran ran = scratch_.run(std::string("winnow index main.ax --force -o ") + output);
    EXPECT_NE(ran.exit_code, 0) << output;
    EXPECT_THAT(ran.err, HasSubstr("would be written over, and it is read as")) << output;
  }
  EXPECT_THAT(scratch_.run("winnow graph goal.p -o goal.p").err,
              HasSubstr("would be written over"));
  EXPECT_EQ(contents(scratch_.path("library.ax")), kLibrary);
}

TEST_F(OutputProgram, APictureReplacesPicturesOnly) {
  ASSERT_EQ(scratch_
                .run("winnow graph goal.p --format dot -o g.dot && winnow graph goal.p --format "
                     "dot -o g.dot")
                .exit_code,
            0);
  EXPECT_THAT(scratch_.run("winnow graph goal.p --format json -o g.dot").err,
              HasSubstr("g.dot: exists and is not a graph in JSON"));
  EXPECT_THAT(scratch_.run("winnow graph goal.p -o library.ax").err,
              HasSubstr("library.ax: exists and is not a table of nodes"));
  ASSERT_EQ(scratch_.run("winnow graph goal.p -o g.txt && winnow graph goal.p -o g.txt").exit_code,
            0);
}

TEST_F(OutputProgram, MinusIsStandardOutputForTextOnly) {
  Ran plain = scratch_.run("winnow graph goal.p --format json"),
      minus = scratch_.run("winnow graph goal.p --format json -o -");
  EXPECT_EQ(minus.exit_code, 0) << minus.err;
  EXPECT_EQ(minus.out, plain.out);
  EXPECT_FALSE(std::filesystem::exists(scratch_.path("-")));
  Ran index = scratch_.run("winnow index library.ax -o -");
  EXPECT_NE(index.exit_code, 0);
  EXPECT_THAT(index.err, HasSubstr("an index is not text"));
  EXPECT_EQ(scratch_.run("winnow graph goal.p --format json -o /dev/stdout | cat").out, plain.out);
  EXPECT_EQ(
      scratch_.run("winnow graph goal.p --format json -o /dev/stdout > redirected; cat redirected")
          .out,
      plain.out);
}

TEST_F(OutputProgram, ANameWithATabOrANewlineStaysOnOneLine) {
  scratch_.write(
      "x.jsonl",
      R"x({"name": "e\t1\nx", "split": "dev", "language": "fof", "conjecture": "p(a)", )x"
      R"x("premises": [{"name": "a\\b", "formula": "p(a)", "label": 1}]})x"
      "\n");
  ASSERT_EQ(scratch_.run("winnow data import jsonl x.jsonl -o x.store --quiet").exit_code, 0);
  Ran shown = scratch_.run("winnow data show x.store \"$(printf 'e\\t1\\nx')\"");
  EXPECT_THAT(shown.out, HasSubstr("example e\\t1\\nx of split dev\n")) << shown.err;
}

TEST_F(OutputProgram, AMessageNamesNoSourceFile) {
  scratch_.write("bad.safetensors", std::string("\x10\0\0\0\0\0\0\0{\"a\":{\"shape\":7}}", 25));
  Ran ran = scratch_.run("winnow model info bad.safetensors");
  EXPECT_NE(ran.exit_code, 0);
  EXPECT_THAT(ran.err, testing::Not(HasSubstr(".cc")));
  scratch_.write("short.safetensors", "x");
  ran = scratch_.run("winnow model info short.safetensors");
  EXPECT_THAT(ran.err,
              HasSubstr("short.safetensors: not a safetensors file: the file is too short"));
}

}  // namespace
}  // namespace winnow
