// model/nearest_example_table.h - training examples as numbers of formulas: which conjecture, which
// premises.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

struct NearestExampleTable {
  std::vector<std::uint32_t> conjectures;  // [examples]
  std::vector<std::uint32_t> ends;         // [examples]
  std::vector<std::uint32_t> premises;     // each is twice a formula, and one more if it was useful

  std::uint32_t examples() const { return static_cast<std::uint32_t>(conjectures.size()); }
  std::span<const std::uint32_t> premises_of(std::uint32_t example) const {
    std::uint32_t begin = example == 0 ? 0 : ends[example - 1];
    return {premises.data() + begin, ends[example] - begin};
  }

  std::string to_text() const;
  // Throws ContractError if it is not that, or a formula is not below `formulas`.
  static NearestExampleTable from_text(std::string_view text, std::size_t formulas);
};

}  // namespace winnow
