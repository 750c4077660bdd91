#include "kernel/buffer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <thread>
#include <utility>

namespace winnow {
namespace {

TEST(Buffer, IsAlignedForSimd) {
  for (std::size_t floats : {1u, 7u, 1000u, 3000000u}) {
    const Buffer buffer(floats);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 64, 0u);
    EXPECT_EQ(buffer.size(), floats);
    buffer.data()[floats - 1] = 1.0f;
  }
}

TEST(Buffer, OfNothingHoldsNothing) { EXPECT_EQ(Buffer(0).data(), nullptr); }

TEST(Buffer, IsRecycledForAboutTheSameSize) {
  const float* first = nullptr;
  {
    const Buffer buffer(100000);
    first = buffer.data();
  }
  EXPECT_EQ(Buffer(99000).data(), first);
  EXPECT_NE(Buffer(10).data(), first);  // a small request does not take a large buffer
}

TEST(Buffer, MovesWithItsMemory) {
  Buffer from(10);
  const float* data = from.data();
  const Buffer to = std::move(from);
  EXPECT_EQ(to.data(), data);
  EXPECT_EQ(from.data(), nullptr);
}

TEST(Buffer, MayBeFreedOnAnotherThread) {
  std::optional<Buffer> buffer;
  std::thread([&] { buffer.emplace(5000); }).join();
  buffer->data()[4999] = 1.0f;  // its thread, and that thread's pool, are gone
  std::thread([taken = std::move(*buffer)] { taken.data()[0] = 2.0f; }).join();
}

}  // namespace
}  // namespace winnow
