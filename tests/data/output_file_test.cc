// Output replaces regular files only, and only those of its own kind.
#include "data/output_file.h"

#include "data/atomic_file.h"
#include "tests/app/program.h"
#include "winnow/error.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <thread>

namespace winnow {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

class Output : public testing::Test {
 protected:
  void put(const std::string& name, std::string_view text) const {
    AtomicFile file(scratch_.path(name));
    file.write(text);
    file.commit();
  }
  std::string why_not(const std::string& name, FileKind kind, std::vector<std::string> inputs = {},
                      bool force = false) const {
    for (std::string& input : inputs) input = scratch_.path(input);
    try {
      check_output(scratch_.path(name), kind, inputs, force);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
  Scratch scratch_;
};

TEST_F(Output, FollowsALinkAndReplacesWhatItPointsTo) {
  fs::create_directories(scratch_.path("far/away"));
  scratch_.write("far/away/file", "old");
  fs::create_symlink("away/file", scratch_.path("far/link"));
  fs::create_symlink(scratch_.path("far/link"), scratch_.path("link"));
  put("link", "new");
  EXPECT_EQ(contents(scratch_.path("far/away/file")), "new");
  EXPECT_TRUE(fs::is_symlink(scratch_.path("link")));
  EXPECT_TRUE(fs::is_symlink(scratch_.path("far/link")));
}

TEST_F(Output, ALinkToNothingMakesTheFile) {
  fs::create_symlink("target", scratch_.path("link"));
  put("link", "new");
  EXPECT_EQ(contents(scratch_.path("target")), "new");
  EXPECT_TRUE(fs::is_symlink(scratch_.path("link")));
}

TEST_F(Output, LinksThatGoRoundInCirclesAreRefused) {
  fs::create_symlink("b", scratch_.path("a"));
  fs::create_symlink("a", scratch_.path("b"));
  EXPECT_THROW(put("a", "new"), InputError);
}

// `-o /dev/null` as root replaced /dev/null by a file.
TEST_F(Output, ADeviceStaysADevice) {
  std::string device = scratch_.path("null");
  if (::mknod(device.c_str(), S_IFCHR | 0666, makedev(1, 3)) != 0)
    GTEST_SKIP() << "only root makes devices";
  if (::open(device.c_str(), O_WRONLY | O_CLOEXEC) < 0)
    GTEST_SKIP() << "devices are not allowed here";
  put("null", "gone");
  EXPECT_TRUE(fs::is_character_file(device));
  EXPECT_EQ(why_not("null", FileKind::store), "");
}

TEST_F(Output, APipeGetsTheBytes) {
  std::string pipe = scratch_.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0666), 0);
  std::string got;
  std::thread reader([&] { got = contents(pipe); });
  EXPECT_EQ(why_not("pipe", FileKind::store), "");
  put("pipe", "through it");
  reader.join();
  EXPECT_EQ(got, "through it");
  EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST_F(Output, AFolderIsRefused) {
  fs::create_directory(scratch_.path("folder"));
  EXPECT_THROW(put("folder", "x"), InputError);
}

TEST_F(Output, KeepsThePermissionsOfWhatItReplaces) {
  scratch_.write("private", "old");
  fs::permissions(scratch_.path("private"), fs::perms::owner_read | fs::perms::owner_write);
  put("private", "new");
  EXPECT_EQ(contents(scratch_.path("private")), "new");
  EXPECT_EQ(fs::status(scratch_.path("private")).permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(Output, WithoutCommitNothingHappens) {
  scratch_.write("file", "old");
  {
    AtomicFile file(scratch_.path("file"));
    file.write("new");
  }
  EXPECT_EQ(contents(scratch_.path("file")), "old");
}

TEST_F(Output, AFileOfAnotherKindIsNotWrittenOver) {
  scratch_.write("library.ax", "fof(a, axiom, p).\n");
  for (FileKind kind :
       {FileKind::store, FileKind::index, FileKind::model, FileKind::fusion, FileKind::predictions,
        FileKind::page, FileKind::picture, FileKind::dot, FileKind::graph_json,
        FileKind::graph_text, FileKind::checkpoint, FileKind::metrics, FileKind::results,
        FileKind::experiment_report, FileKind::ablation_table, FileKind::ablation_json,
        FileKind::inverted_file}) {
    EXPECT_THAT(why_not("library.ax", kind),
                HasSubstr("library.ax: exists and is not " + std::string(to_string(kind))));
    EXPECT_EQ(why_not("library.ax", kind, {}, true), "");  // --force
    EXPECT_EQ(why_not("new", kind), "");
  }
  scratch_.write("empty", "");
  EXPECT_EQ(why_not("empty", FileKind::index), "");
  scratch_.write("x.index", std::string("\x89windex\n\1\0\0\0", 12));
  EXPECT_EQ(why_not("x.index", FileKind::index), "");
  EXPECT_NE(why_not("x.index", FileKind::store), "");
}

TEST_F(Output, WithinAFolderThereIsNoForce) {
  scratch_.write("report.txt", "my own notes\n");
  try {
    check_folder_output(scratch_.path("report.txt"), FileKind::experiment_report);
    FAIL() << "it may be written over";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.hint().c_str(), "choose another folder");
  }
  scratch_.write("report.txt", "3 problems, 7 candidates on average\n");
  EXPECT_NO_THROW(check_folder_output(scratch_.path("report.txt"), FileKind::experiment_report));
}

TEST_F(Output, AnInputIsNotWrittenOver) {
  scratch_.write("in", "");
  fs::create_symlink("in", scratch_.path("soft"));
  fs::create_hard_link(scratch_.path("in"), scratch_.path("hard"));
  for (const char* name : {"in", "soft", "hard"})
    for (bool force : {false, true})
      EXPECT_THAT(why_not(name, FileKind::index, {"other", "in"}, force),
                  HasSubstr("would be written over"))
          << name;
  EXPECT_EQ(why_not("other", FileKind::index, {"in"}), "");
}

}  // namespace
}  // namespace winnow
