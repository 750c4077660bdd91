// app/problem_list.h - which examples of a split an experiment is about.
#pragma once

#include "data/store.h"

#include <string>
#include <vector>

namespace winnow {

// `problems` is a file with a name a line, or a number: as many of the split, drawn with `seed`.
// Throws InputError for a name that the store does not have.
std::vector<ExampleId> choose_problems(const Store& store, const std::string& split,
                                       const std::string& problems, std::uint64_t seed);

}  // namespace winnow
