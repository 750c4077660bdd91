// select/selector.h - the inside of the public Selector.
// A question holds `growing` shared, whoever adds formulas holds it alone.
#pragma once

#include "rank/approximate_search.h"
#include "rank/pool.h"
#include "rank/pool_encodings.h"
#include "select/loaded_model.h"
#include "select/ranked_problem.h"
#include "winnow/selector.h"

#include <memory>
#include <optional>
#include <shared_mutex>

namespace winnow {

struct Selector::Impl {
  mutable std::shared_mutex growing;
  Pool pool;
  std::unique_ptr<LoadedModel> model;        // null: none
  std::unique_ptr<PoolEncodings> encodings;  // by the model
  std::optional<Fusion> fusion;              // for the model, or for none
  std::optional<ApproximateSearch> search;   // of the pool's index, if it was asked for
  std::uint32_t threads = 1;                 // of each question

  // Calls use(RankedProblem) while nobody adds formulas.
  template <class Use>
  auto rank(const Formulas& problem, const RankOptions& options, bool several, Use&& use) const {
    std::shared_lock guard(growing);
    RankedProblem ranked(problem.impl(), options, several, pool, search ? &*search : nullptr,
                         encodings.get(), model.get(), fusion ? &*fusion : nullptr, threads);
    return use(ranked);
  }
};

}  // namespace winnow
