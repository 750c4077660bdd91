// The program as a whole: help, version, errors, exit codes, pipes, start-up.
#include "tests/app/program.h"

#include "app/cli/exit_code.h"
#include "app/commands/commands.h"
#include "tests/app/sweep.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <sstream>

namespace winnow {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

TEST(Program, TellsItsVersion) {
  Ran ran = Scratch().run("winnow --version");
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.out, MatchesRegex("winnow [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

TEST(Program, HelpsWithExamples) {
  CLI::App app("winnow");
  add_commands(app);
  std::vector<std::string> names = {""};
  for (const auto& [name, command] : leaf_commands(app))
    if (name != "train" && name != "ablate" && name != "attach-examples")  // of winnow-learn
      names.push_back(name);
  EXPECT_GT(names.size(), 20u);
  const Scratch scratch;
  for (const std::string& name : names) {
    const Ran ran = scratch.run("winnow " + name + " --help");
    EXPECT_EQ(ran.exit_code, 0) << name;
    EXPECT_THAT(ran.out, ContainsRegex("\nExamples?:\n")) << name;
    EXPECT_EQ(ran.err, "") << name;
  }
}

TEST(Program, TakesAWrongCommandLineForExitCode2) {
  for (const char* line : {"winnow", "winnow grahp", "winnow graph",
                           "winnow graph x.p --format png", "winnow --bad"}) {
    Ran ran = Scratch().run(line);
    EXPECT_EQ(ran.exit_code, 2) << line;
    EXPECT_EQ(ran.out, "") << line;
    EXPECT_THAT(ran.err, MatchesRegex("winnow: [^\n]+\n  hint: [^\n]+\n")) << line;
  }
}

TEST(Program, TakesWrongInputForExitCode1AndSaysWhere) {
  Scratch scratch;
  scratch.write("bad.p", "fof(a, axiom, p).\nfof(b, axiom, (p & )).\n");
  Ran ran = scratch.run("winnow stats bad.p");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.out, "");
  EXPECT_THAT(ran.err, testing::StartsWith("winnow: bad.p:2:"));
  EXPECT_LE(std::ranges::count(ran.err, '\n'), 2);
}

TEST(Program, NamesAFileThatIsNotThere) {
  Ran ran = Scratch().run("winnow graph nowhere.p");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, HasSubstr("nowhere.p"));
}

TEST(Program, AMessageStaysOneLineWhateverAFileIsCalled) {
  Ran ran = Scratch().run("winnow stats \"$(printf 'a\\nb\\033[31m\\tc')\"");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, testing::StartsWith("winnow: a\\nb\\x1b[31m\\tc: cannot read: "));
}

TEST(Program, EndsQuietlyWhenTheReaderLeaves) {
  Scratch scratch;
  std::string text;
  for (int i = 0; i < 20000; ++i) text += "fof(a" + std::to_string(i) + ", axiom, p(a)).\n";
  scratch.write("long.p", text);
  Ran ran = scratch.run("bash -c 'set -o pipefail; winnow graph long.p --format json | head -1'");
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(std::ranges::count(ran.out, '\n'), 1);
  EXPECT_EQ(ran.err, "");
}

TEST(Program, SaysSoWhenTheDiskIsFull) {
  Scratch scratch;
  scratch.write("one.p", "fof(a, axiom, p).\n");
  Ran ran = scratch.run("winnow stats one.p >/dev/full");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, HasSubstr("No space left"));
}

TEST(Program, SaysSoWhenHelpCannotBeWritten) {
  for (const char* line : {"winnow --help >/dev/full", "winnow rank --help >/dev/full",
                           "winnow --version >/dev/full"}) {
    Ran ran = Scratch().run(line);
    EXPECT_EQ(ran.exit_code, 1) << line;
    EXPECT_THAT(ran.err, HasSubstr("No space left")) << line;
  }
}

TEST(Program, ExitCodesAreTheSameInHelpAndDocs) {
  std::string help = Scratch().run("winnow --help").out,
              prove = Scratch().run("winnow prove --help").out;
  std::string docs = contents(WINNOW_SOURCE_DIR "/docs/command-line.md");
  std::istringstream table(exit_code_help());
  std::string line;
  for (std::getline(table, line); std::getline(table, line);) {
    EXPECT_THAT(help, HasSubstr(line));
    EXPECT_THAT(prove, HasSubstr(line));
    line.erase(0, line.find_first_not_of(' '));
    std::erase(docs, '`');
    line.replace(line.find("  "), 2, " | ");
    EXPECT_THAT(docs, HasSubstr("| " + line));
  }
}

TEST(Program, WritesNoColoursIntoAFile) {
  Scratch scratch;
  scratch.write("one.p", "fof(a, axiom, p).\n");
  EXPECT_THAT(scratch.run("TERM=xterm winnow graph one.p").out, Not(HasSubstr("\033")));
}

TEST(Program, StartsInLessThan50Milliseconds) {
  Scratch scratch;
  double best_ms = 1e9;
  for (int i = 0; i < 5; ++i) {  // the best of five: the machine may be busy
    auto begin = std::chrono::steady_clock::now();
    scratch.run("winnow --version");
    std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    best_ms = std::min(best_ms, took.count());
  }
#ifdef NDEBUG
  EXPECT_LT(best_ms, 50);
#endif
}

TEST(Program, DoesNotLoadLibtorch) {
  Ran ran = Scratch().run("ldd '" WINNOW_BINARY_DIR "/winnow'");
  EXPECT_THAT(ran.out, HasSubstr("libc.so"));
  EXPECT_THAT(ran.out, Not(HasSubstr("torch")));
}

}  // namespace
}  // namespace winnow
