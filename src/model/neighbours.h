// model/neighbours.h - the training pairs nearest to the one that a model judges, and what they
// were. in: where a model puts a conjecture and premises     out: a few numbers for each pair, and
// a better logit A model keeps a short vector for every formula of its training examples. The
// nearest conjectures show their premises; each says what it was, the louder the nearer both its
// conjecture and it are to the pair in question. So a premise that was never seen learns from those
// like it (as words do from contexts in Khandelwal et al., Generalization through memorization,
// ICLR 2020). `winnow remember` makes this after training: what training examples say about
// themselves is known by heart and teaches nothing.
#pragma once

#include "kernel/matrix.h"
#include "model/model_file.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace winnow {

inline constexpr std::size_t kNeighbourNumbers = 20;
using NeighbourNumbers = std::array<float, kNeighbourNumbers>;

// The tensors of a model with neighbours, beside its weights:
//   neighbours.vectors     [formulae, width] unit vectors in steps of 1/127
//   neighbours.mean        [encoding]        of all encodings
//   neighbours.projection  [width, encoding] from an encoding to a vector: principal axes, of equal
//   spread neighbours.weight      [1 + numbers]     of the model's logit and of the numbers
//   neighbours.bias        [1]
inline constexpr float kNeighbourSteps = 127;

class NeighbourReader {
 public:
  // `model` must outlive it. To place formulae, mean and projection are enough; to read, vectors,
  // too.
  explicit NeighbourReader(const ModelFile& model);

  std::size_t width() const { return projection_.rows; }
  // [formulae, width] Encodings as unit vectors.
  std::vector<float> place(ConstMatrix encodings) const;
  // [premises] `conjecture` and `premises` are vectors.
  std::vector<NeighbourNumbers> read(std::span<const float> conjecture, ConstMatrix premises) const;
  // The model's logit, moved by what the neighbours say.
  float judge(float logit, const NeighbourNumbers& numbers) const;

 private:
  const ModelFile& model_;
  ConstMatrix projection_;
};

// Throws ContractError if the tensors do not fit each other or the model.
void check_neighbours(const ModelFile& model);

}  // namespace winnow
