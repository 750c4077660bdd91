// model/adam_moments.h - Adam (Kingma and Ba, ICLR 2015) as its paper writes it, in double.
// in: the gradient of each number, step by step     out: in which direction each one moves
// Whoever moves the numbers multiplies by a learning rate, and lets them decay. It is for a few
// numbers, and the truth that learn/adam.h is compared with.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace winnow {

struct AdamRates {
  double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
};

class AdamMoments {
 public:
  explicit AdamMoments(std::size_t size, const AdamRates& rates = {});

  // Takes the gradients of the next step. The answer is valid until the next call.
  // Needs: as many gradients as there are moments.
  std::span<const double> step(std::span<const double> gradients);

 private:
  AdamRates rates_;
  std::vector<double> first_, second_, directions_;
  double steps_ = 0;
};

}  // namespace winnow
