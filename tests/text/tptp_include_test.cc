#include "tests/paths.h"
#include "tests/text/tptp_testing.h"

#include <gmock/gmock.h>

#include <sys/stat.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

namespace winnow {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A folder of its own for each test.
class TptpInclude : public ::testing::Test {
 protected:
  void SetUp() override {
    auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(WINNOW_BINARY_DIR) / "scratch" / info->name();
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path write(const std::string& name, const std::string& text) {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }
  std::vector<std::string> names(const fs::path& file) {
    TermBank bank;
    std::vector<std::string> result;
    for (const Formula& formula : read_tptp(file, bank).formulas) result.push_back(formula.name);
    return result;
  }
  std::string error(const fs::path& file) {
    TermBank bank;
    try {
      read_tptp(file, bank);
    } catch (const InputError& problem) {
      return problem.what();
    }
    return "no error";
  }
  fs::path folder_;
};

TEST_F(TptpInclude, FormulasStandWhereTheIncludeStood) {
  write("sub/b.p", "fof(b1, axiom, p). fof(b2, axiom, p).");
  fs::path main = write("main.p", "fof(a, axiom, p).\ninclude('sub/b.p').\nfof(c, axiom, p).\n");
  TermBank bank;
  Problem problem = read_tptp(main, bank);
  ASSERT_EQ(problem.formulas.size(), 4u);
  EXPECT_EQ(problem.formulas[1].name, "b1");
  EXPECT_EQ(problem.files[problem.formulas[1].file], (folder_ / "sub/b.p").string());
  EXPECT_EQ(problem.formulas[3].line, 3u);
}

TEST_F(TptpInclude, NestedIncludesAreFoundBesideTheirFile) {
  write("sub/c.p", "fof(c, axiom, p).");
  write("sub/b.p", "include('c.p').");
  EXPECT_THAT(names(write("main.p", "include('sub/b.p').")), ElementsAre("c"));
}

TEST_F(TptpInclude, TheLibraryIsTheLastPlace) {
  write("library/Axioms/x.ax", "fof(x, axiom, p).");
  fs::path main = write("main.p", "include('Axioms/x.ax').");
  EXPECT_THAT(error(main), HasSubstr("main.p:1:1: cannot find the included file 'Axioms/x.ax'"));
  setenv("TPTP", (folder_ / "library").c_str(), 1);
  EXPECT_THAT(names(main), ElementsAre("x"));
  unsetenv("TPTP");
}

TEST_F(TptpInclude, TakesTheNamedFormulasOnly) {
  write("c.p", "fof(c1, axiom, p). fof('c 2', axiom, p, [x]). fof(3, axiom, p).");
  EXPECT_THAT(names(write("main.p", "include('c.p', ['c 2', 3]).")), ElementsAre("c 2", "3"));
  EXPECT_THAT(error(write("wrong.p", "include('c.p', [c1, d]).")),
              HasSubstr("no formula called 'd'"));
}

TEST_F(TptpInclude, CyclesAreErrors) {
  write("b.p", "include('main.p').");
  EXPECT_THAT(error(write("main.p", "include('b.p').")),
              HasSubstr("b.p:1:1: 'main.p' includes itself"));
}

TEST_F(TptpInclude, TheSameFileIsReadOnce) {
  for (int i = 0; i < 40; ++i) {
    std::string next = "include('f" + std::to_string(i + 1) + ".p').";
    write("f" + std::to_string(i) + ".p", next + next);
  }
  write("f40.p", "fof(a, axiom, p).");
  EXPECT_THAT(names(folder_ / "f0.p"), ElementsAre("a"));
}

TEST_F(TptpInclude, KeepGoingListsWhatIsMissing) {
  fs::path main = write("main.p", "include('gone.p'). fof(a, axiom, p).");
  TermBank bank;
  Problem problem = read_tptp(main, bank, {.keep_going = true});
  EXPECT_EQ(problem.formulas.size(), 1u);
  EXPECT_EQ(problem.skipped.size(), 1u);
}

TEST_F(TptpInclude, FilesThatCannotBeReadSaySo) {
  EXPECT_THAT(error(folder_ / "none.p"), HasSubstr("none.p: cannot read"));
  EXPECT_THAT(error(folder_), HasSubstr("cannot read: Is a directory"));
}

// It was told to check its name and its permissions, which were right.
TEST_F(TptpInclude, AFolderIsToldToNameItsFiles) {
  try {
    TermBank bank;
    read_tptp(folder_, bank);
    FAIL() << "a folder was read";
  } catch (const InputError& mistake) {
    EXPECT_THAT(mistake.hint(), HasSubstr(folder_.string() + "/*.p"));
    EXPECT_THAT(mistake.hint(), ::testing::Not(HasSubstr("permissions")));
  }
}

TEST_F(TptpInclude, OfAPipeThatNobodyWritesEndsAtTheDeadline) {
  ASSERT_EQ(mkfifo((folder_ / "pipe.ax").c_str(), 0600), 0);
  fs::path main = write("main.p", "include('pipe.ax').\n");
  TermBank bank;
  EXPECT_THROW(read_tptp(main, bank, {.stop = Stop(Deadline::in(0.05))}), Stopped);
}

TEST(TptpDeadline, EndsReadingBetweenAndWithinFormulas) {
  const Stop passed(Deadline::in(0.0));
  TermBank bank;
  EXPECT_THROW(parse_tptp("fof(a, axiom, p).", bank, {.stop = passed}), Stopped);
  // One formula alone is longer than the time: the clock is looked at inside of it.
  Cancellation cancel;
  std::string text = "fof(a, axiom, p";
  for (int i = 0; i < 3'000'000; ++i) text += "|p";
  text += ").";
  std::thread user([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    cancel.request();
  });
  EXPECT_THROW(parse_tptp(text, bank, {.stop = Stop(Deadline::never(), &cancel)}), Stopped);
  user.join();
}

}  // namespace
}  // namespace winnow
