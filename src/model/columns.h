// model/columns.h - lists of whole numbers, each a tensor of one dimension in a model file.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace winnow {

using Column =
    std::variant<std::vector<std::uint8_t>, std::vector<std::uint32_t>, std::vector<std::uint64_t>>;
using Columns = std::map<std::string, Column>;

inline std::size_t length(const Column& column) {
  return std::visit([](const auto& numbers) { return numbers.size(); }, column);
}

}  // namespace winnow
