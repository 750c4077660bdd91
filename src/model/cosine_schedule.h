// model/cosine_schedule.h - a learning rate that falls along half a cosine, to a hundredth
// (Loshchilov and Hutter, ICLR 2017, without restarts).
#pragma once

#include <cmath>

namespace winnow {

// What is left of the learning rate at an angle: 0 at the beginning, pi at the end.
inline double cosine_share(double angle) { return 0.01 + 0.99 * 0.5 * (1 + std::cos(angle)); }

}  // namespace winnow
