// select/ranker_choice.h - which rankers to ask, and how, from what a user says about it.
// in: names ("auto", "fusion/knn"), RankOptions     out: RankerOptions for rank/ranker.h
#pragma once

#include "rank/ranker.h"
#include "select/loaded_model.h"
#include "winnow/selector.h"

#include <string>
#include <string_view>
#include <vector>

namespace winnow {

// What "auto" means: the fusion of all that there is, or what comes nearest without one.
std::string best_ranker(const LoadedModel* model, const Fusion* fusion, bool has_proofs);

// All of check(RankOptions) but the ranker, of which prove() takes several.
void check_ranking(const RankOptions& options);

// "fusion/knn" names two rankers, for slices by each of them; one that is named twice counts once.
std::vector<std::string> split_rankers(std::string_view rankers);

RankerOptions make_ranker_options(std::string_view ranker, const RankOptions& options,
                                  const Fusion* fusion, std::uint32_t threads = 1);

}  // namespace winnow
