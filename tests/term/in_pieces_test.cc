#include "term/in_pieces.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <stdexcept>
#include <string>

namespace winnow {
namespace {

std::string failure_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(InPieces, DoesEveryPieceOnce) {
  std::vector<std::atomic<int>> times(100);
  std::size_t heard = 0;
  in_pieces(
      3, equal_pieces(times.size(), 7), [&](std::size_t done) { heard = done; },
      [&] {
        return [&](std::size_t first, std::size_t count) {
          for (std::size_t i = first; i < first + count; ++i) ++times[i];
        };
      });
  for (const auto& each : times) EXPECT_EQ(each, 1);
  EXPECT_EQ(heard, times.size());
}

// It used to end the program: a helper thread made its worker outside of any try block.
TEST(InPieces, AWorkerThatCannotBeMadeOnAHelperThreadIsAnException) {
  std::thread::id caller = std::this_thread::get_id();
  std::atomic<bool> helper_ran = false;
  std::string failure = failure_of([&] {
    in_pieces(2, equal_pieces(2, 1), {}, [&] {
      if (std::this_thread::get_id() != caller) {
        helper_ran = true;
        throw std::runtime_error("no worker");
      }
      return [&](std::size_t, std::size_t) {
        while (!helper_ran) std::this_thread::yield();  // so that the helper is needed
      };
    });
  });
  EXPECT_EQ(failure, "no worker");
}

// It used to be the last one.
TEST(InPieces, TheFirstExceptionIsTheOneThatIsThrown) {
  std::atomic<int> started = 0;
  std::atomic<bool> second_may_fail = false;
  std::string failure = failure_of([&] {
    in_pieces(2, equal_pieces(2, 1), {}, [&] {
      return [&](std::size_t first, std::size_t) {
        ++started;
        while (started < 2) std::this_thread::yield();
        if (first == 0) {
          second_may_fail = true;
          throw std::runtime_error("first");
        }
        while (!second_may_fail) std::this_thread::yield();
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        throw std::runtime_error("second");
      };
    });
  });
  EXPECT_EQ(failure, "first");
}

// It used to be the last one wherever a command ran problems side by side.
TEST(InPieces, ForEachOfDoesEachOnceAndThrowsTheFirstFailure) {
  std::vector<std::atomic<int>> times(100);
  for_each_of(3, times.size(), [&](std::size_t i) { ++times[i]; });
  for (const auto& each : times) EXPECT_EQ(each, 1);
  std::atomic<int> after = 0;
  EXPECT_EQ(failure_of([&] {
              for_each_of(1, 10, [&](std::size_t i) {
                if (i == 3) throw std::runtime_error("three");
                if (i > 3) ++after;
              });
            }),
            "three");
  EXPECT_EQ(after, 0);
}

TEST(InPiecesDeathTest, ThreadsThatTheSystemRefusesAreNoFailure) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto work_without_threads = [] {
    std::uint64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;  // no room for the stack of another thread
    const rlim_t room = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + (rlim_t{4} << 20);
    const rlimit limit{room, room};
    setrlimit(RLIMIT_AS, &limit);
    std::atomic<int> done = 0;
    for_each_of(8, 100, [&](std::size_t) { ++done; });
    _exit(done == 100 ? 7 : 1);
  };
  EXPECT_EXIT(work_without_threads(), testing::ExitedWithCode(7), "");
}

TEST(InPieces, ProgressMayEndTheWork) {
  std::atomic<int> pieces = 0;
  std::string failure = failure_of([&] {
    in_pieces(
        2, equal_pieces(1000, 1),
        [](std::size_t done) {
          if (done >= 5) throw std::runtime_error("enough");
        },
        [&] { return [&](std::size_t, std::size_t) { ++pieces; }; });
  });
  EXPECT_EQ(failure, "enough");
  EXPECT_LT(pieces, 20);
}

}  // namespace
}  // namespace winnow
