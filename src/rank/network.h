// rank/network.h - a model as a judge of premises, fast or exactly.
// in: a model, premises and a goal     out: logits
// Without attention a premise's vector does not depend on the goal, and the classifier's first
// layer is a sum: one part from the premise, one from the goal. So the premise's part (its
// encoding) is computed once, kept in an index, and a goal costs one addition, one batch norm and
// one product with a vector for each premise. A model with attention is approximated in this way,
// by letting no node attend; any other model is computed exactly.
#pragma once

#include "kernel/matrix.h"
#include "model/encoder.h"
#include "model/model.h"
#include "plan/example_batch.h"
#include "term/term_bank.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace winnow {

struct NetworkOptions {
  std::uint32_t threads = 2;
  std::uint32_t batch = 256;  // premises computed together: equal subterms are computed once
  Mode mode = Mode::pair;     // how attention sees premises: each alone, or `group` of them as one
  std::uint32_t group = 16;
};

class Network {
 public:
  // `model` must outlive it.
  Network(const Model& model, const NetworkOptions& options);

  const Model& model() const { return model_; }
  Mode mode() const { return options_.mode; }
  std::uint32_t width() const { return encoding_width(model_.config()); }  // of an encoding
  bool has_attention() const { return model_.config().architecture.pooling == Pooling::attdag; }

  // [premises, width] Results depend neither on threads nor on what stands beside a premise.
  // `progress` hears how many are done; it is called from one thread at a time.
  std::vector<float> encode(const TermView& terms, std::span<const TermId> premises,
                            const std::function<void(std::size_t)>& progress = {}) const;
  // [encodings] logits for a goal.
  std::vector<float> quick(ConstMatrix encodings, const TermView& terms, TermId goal) const;
  // [premises] logits with everything the model has.
  std::vector<float> exact(const TermView& terms, std::span<const TermId> premises,
                           TermId goal) const;

 private:
  const Model& model_;
  NetworkOptions options_;
};

// The same for the same options, label tables and weights: encodings of another model are no use.
std::uint64_t fingerprint(const ModelFile& model);

}  // namespace winnow
