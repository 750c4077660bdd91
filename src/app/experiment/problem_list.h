// app/experiment/problem_list.h - which problems an experiment is about.
#pragma once

#include "data/store.h"

#include <cstdint>
#include <string>
#include <vector>

namespace winnow {

// `problems` is a file with a name a line, or a number: as many of the split, drawn with `seed`.
// Throws InputError for a name that the store does not have.
std::vector<ExampleId> choose_problems(const Store& store, const std::string& split,
                                       const std::string& problems, std::uint64_t seed);

// The same among `names`: places in them.
std::vector<std::size_t> choose_names(const std::vector<std::string>& names,
                                      const std::string& problems, std::uint64_t seed);

}  // namespace winnow
