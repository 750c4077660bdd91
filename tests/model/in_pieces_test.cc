#include "model/in_pieces.h"

#include <gtest/gtest.h>

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
