// model/encoder.h - formulae as vectors that do not depend on what they are compared with.
// in: a model, formulae     out: for each its half of the classifier's first layer, as a premise
// A model with attention is approximated by letting no node attend; any other is computed exactly.
#pragma once

#include "model/model.h"
#include "term/term_bank.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace winnow {

struct EncodeOptions {
  std::uint32_t threads = 2;
  std::uint32_t batch = 256;  // formulae computed together: equal subterms are computed once
};

std::uint32_t encoding_width(const ModelConfig& config);

// [formulae, width] Results depend neither on threads nor on what stands beside a formula.
// `progress` hears how many are done; it is called from one thread at a time.
std::vector<float> encode(const Model& model, const TermView& terms, std::span<const TermId> formulas,
                          const EncodeOptions& options = {},
                          const std::function<void(std::size_t)>& progress = {});

}  // namespace winnow
