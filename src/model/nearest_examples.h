// model/nearest_examples.h - what the training pairs nearest to the one in question were.
// in: where a model puts a conjecture and premises
// out: a few numbers for each pair, and a better logit.
// A model keeps a short vector for every formula of its training examples. The nearest conjectures
// show their premises; each says what it was, the louder the nearer both its conjecture and it are
// to the pair in question. So a premise that was never seen learns from those like it (as words do
// from contexts in Khandelwal et al., Generalization through memorization, ICLR 2020).
// `winnow attach-examples` makes this after training: what training examples say about themselves
// is known by heart and teaches nothing.
#pragma once

#include "kernel/matrix.h"
#include "model/model_file.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace winnow {

inline constexpr std::size_t kNearestExampleNumbers = 20;
using NearestExampleNumbers = std::array<float, kNearestExampleNumbers>;

// The tensors of a model with nearest examples, beside its weights.
//   nearest_examples.vectors     [formulas, width] unit vectors in steps of 1/127
//   nearest_examples.mean        [encoding]        of all encodings
//   nearest_examples.projection  [width, encoding] to a vector: principal axes, of equal spread
//   nearest_examples.weight      [1 + numbers]     of the model's logit and of the numbers
//   nearest_examples.bias        [1]
inline constexpr float kNearestExampleSteps = 127;

class NearestExampleReader {
 public:
  // `model` must outlive it. To place formulas, mean and projection are enough; to read, vectors,
  // too.
  explicit NearestExampleReader(const ModelFile& model);

  std::size_t width() const { return projection_.rows; }
  // [formulas, width] Encodings as unit vectors.
  std::vector<float> place(ConstMatrix encodings) const;
  // [premises] `conjecture` and `premises` are vectors.
  std::vector<NearestExampleNumbers> read(std::span<const float> conjecture,
                                          ConstMatrix premises) const;
  // The model's logit, moved by what the nearest examples say.
  float judge(float logit, const NearestExampleNumbers& numbers) const;

 private:
  const ModelFile& model_;
  ConstMatrix projection_;
};

// Throws ContractError if the tensors do not fit each other or the model.
void check_nearest_examples(const ModelFile& model);

}  // namespace winnow
