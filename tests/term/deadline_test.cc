#include "winnow/deadline.h"

#include <gtest/gtest.h>

#include <poll.h>

#include <cmath>
#include <limits>
#include <thread>

namespace winnow {
namespace {

using namespace std::chrono_literals;

TEST(Deadline, NeverNeverPasses) {
  EXPECT_FALSE(Deadline::never().passed());
  EXPECT_TRUE(std::isinf(Deadline().left_s()));
  EXPECT_TRUE(Deadline::in(1e300).is_never());
  EXPECT_TRUE(Deadline::in(std::numeric_limits<double>::infinity()).is_never());
  EXPECT_TRUE(Deadline::in(std::nan("")).is_never());
}

TEST(Deadline, PassesWhenItsTimeIsUp) {
  EXPECT_TRUE(Deadline::in(0.0).passed());
  EXPECT_TRUE(Deadline::in(-1.0).passed());
  Deadline soon = Deadline::in(10ms);
  std::this_thread::sleep_for(20ms);
  EXPECT_TRUE(soon.passed());
  EXPECT_LT(soon.left_s(), 0);
  Deadline later = Deadline::in(1h);
  EXPECT_FALSE(later.passed());
  EXPECT_GT(later.left_s(), 3000);
  EXPECT_LE(later.left_s(), 3600);
}

TEST(Deadline, TheSoonerOfTwo) {
  EXPECT_TRUE(sooner(Deadline::in(0.0), Deadline::never()).passed());
  EXPECT_TRUE(sooner(Deadline::never(), Deadline::in(0.0)).passed());
  EXPECT_FALSE(Stop(Deadline::in(1h)).by(Deadline::never()).deadline().is_never());
}

TEST(Cancellation, IsSeenByOtherThreadsAndByPoll) {
  Cancellation cancel;
  pollfd news{cancel.fd(), POLLIN, 0};
  EXPECT_EQ(poll(&news, 1, 0), 0);
  std::jthread other([&] { cancel.request(); });
  EXPECT_EQ(poll(&news, 1, 10000), 1);
  EXPECT_TRUE(cancel.requested());
}

TEST(Stop, ThrowsTheReason) {
  auto reason_of = [](const Stop& stop) {
    try {
      stop.check();
    } catch (const Stopped& why) {
      return std::string(why.what());
    }
    return std::string("none");
  };
  Cancellation cancel;
  EXPECT_EQ(reason_of(Stop()), "none");
  EXPECT_EQ(reason_of(Stop(Deadline::in(1h), &cancel)), "none");
  EXPECT_EQ(reason_of(Stop(Deadline::in(0.0), &cancel)), "out of time");
  cancel.request();
  EXPECT_EQ(reason_of(Stop(Deadline::in(0.0), &cancel)), "cancelled");
}

TEST(StopPoll, LooksAtTheFirstCallAndThenAtEveryNth) {
  Cancellation cancel;
  Stop stop(Deadline::never(), &cancel);
  StopPoll poll(stop, 3);
  poll();
  cancel.request();
  poll();
  poll();
  EXPECT_THROW(poll(), Stopped);
  StopPoll fresh(stop, 1000);
  EXPECT_THROW(fresh(), Stopped);
}

}  // namespace
}  // namespace winnow
