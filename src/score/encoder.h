// score/encoder.h - formulas as vectors that do not depend on what they are compared with.
// in: a model, formulas     out: for each, as a premise, its half of the classifier's first layer
// if the model has a classifier, and then the vector and the term that it is retrieved by if it has
// those. A model with attention is approximated by letting no node attend; any other is computed
// exactly, as if its mode were pair.
#pragma once

#include "model/model.h"
#include "term/term_bank.h"
#include "winnow/deadline.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace winnow {

struct EncodeOptions {
  std::uint32_t threads = 2;
  std::uint32_t batch = 256;  // formulas computed together: equal subterms are computed once
};

// [formulas, encoding_width(config)] Results depend neither on threads nor on what stands beside a
// formula. `progress` hears how many are done; it is called from one thread at a time. Throws
// Stopped.
std::vector<float> encode(const Model& model, const TermView& terms,
                          std::span<const TermId> formulas, const EncodeOptions& options = {},
                          const std::function<void(std::size_t)>& progress = {},
                          const Stop& stop = {});

// [formulas, retrieve] what they ask for as goals. Needs: the model retrieves.
std::vector<float> encode_goals(const Model& model, const TermView& terms,
                                std::span<const TermId> formulas, const EncodeOptions& options = {},
                                const Stop& stop = {});

}  // namespace winnow
