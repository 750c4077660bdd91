// prover/slice_sizes.h - how many of the best premises a prover gets, as a user writes it.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace winnow {

// Where recall is measured and provers are compared unless somebody says otherwise: the paper's.
inline constexpr std::string_view kDefaultSlices = "16,32,...,2048";

// "16,32,...,2048,all": numbers, "all", and "..." which doubles the number before it up to the
// one after it. Throws InputError.
std::vector<std::size_t> parse_slices(std::string_view text);

}  // namespace winnow
