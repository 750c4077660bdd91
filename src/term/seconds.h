// term/seconds.h - how long something has taken.
#pragma once

#include <chrono>

namespace winnow {

inline double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace winnow
