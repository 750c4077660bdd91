#include "app/cli/table.h"

#include <algorithm>
#include <string_view>

namespace winnow {

namespace {

std::string padded(const std::string& cell, std::size_t width, bool left) {
  std::string space(width - characters(cell), ' ');
  return left ? cell + space : space + cell;
}

}  // namespace

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::vector<std::size_t> Table::widths() const {
  std::vector<std::size_t> result;
  for (const auto& row : rows_) {
    if (result.size() < row.size()) result.resize(row.size(), 0);
    for (std::size_t i = 0; i < row.size(); ++i)
      result[i] = std::max(result[i], characters(row[i]));
  }
  return result;
}

std::string Table::text(std::size_t indent) const {
  std::vector<std::size_t> wide = widths();
  std::string text;
  for (const auto& row : rows_) {
    std::string line(indent, ' ');
    for (std::size_t i = 0; i < row.size(); ++i)
      line += (i == 0 ? "" : "  ") + padded(row[i], wide[i], i == 0);
    line.resize(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

std::string Table::markdown() const {
  std::vector<std::size_t> wide = widths();
  std::string text;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    for (std::size_t i = 0; i < rows_[r].size(); ++i)
      text += "| " + padded(rows_[r][i], wide[i], i == 0) + " ";
    text += "|\n";
    if (r != 0) continue;
    for (std::size_t i = 0; i < wide.size(); ++i) text += i == 0 ? "| --- " : "| ---: ";
    text += "|\n";
  }
  return text;
}

}  // namespace winnow
