#include "text/source.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fcntl.h>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <thread>

namespace winnow {
namespace {

class Pipe : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(mkfifo(file_.c_str(), 0600), 0); }
  void TearDown() override { std::filesystem::remove(file_); }
  std::filesystem::path file_ =
      std::filesystem::temp_directory_path() / ("winnow-pipe-" + std::to_string(getpid()));

  // CPU time of reading `pieces` pieces of 16 bytes that come one by one.
  double cpu_of(int pieces) {
    std::thread writer([&] {
      const int out = open(file_.c_str(), O_WRONLY | O_CLOEXEC);
      for (int i = 0; i < pieces; ++i)
        if (write(out, "fof(a,axiom,p).\n", 16) != 16) break;
      close(out);
    });
    timespec before{}, after{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before);
    const Source source = open_source(file_);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after);
    writer.join();
    EXPECT_EQ(source.text.size(), 16u * static_cast<unsigned>(pieces));
    return static_cast<double>(after.tv_sec - before.tv_sec) +
           1e-9 * static_cast<double>(after.tv_nsec - before.tv_nsec);
  }
};

TEST_F(Pipe, IsReadToItsEnd) {
  std::thread writer([&] { std::ofstream(file_) << "fof(a, axiom, p)."; });
  EXPECT_EQ(open_source(file_).text, "fof(a, axiom, p).");
  writer.join();
}

TEST_F(Pipe, ThatNobodyOpensEndsAtTheDeadline) {
  EXPECT_THROW(open_source(file_, Stop(Deadline::in(0.05))), Stopped);
}

TEST_F(Pipe, ThatNeverEndsEndsAtTheDeadline) {
  const int other = open(file_.c_str(), O_RDWR | O_CLOEXEC);  // an end that stays open
  ASSERT_EQ(write(other, "fof", 3), 3);
  EXPECT_THROW(open_source(file_, Stop(Deadline::in(0.05))), Stopped);
  close(other);
}

TEST_F(Pipe, ThatNobodyOpensCanBeCancelled) {
  Cancellation cancel;
  std::thread user([&] { cancel.request(); });
  EXPECT_THROW(open_source(file_, Stop(Deadline::never(), &cancel)), Stopped);
  user.join();
}

TEST_F(Pipe, ThatGrowsInSmallPiecesTakesLinearTime) {
  const double small = cpu_of(20'000), large = cpu_of(160'000);  // 64 times as much if quadratic
  EXPECT_LT(large, 24 * small + 0.05);
}

}  // namespace
}  // namespace winnow
