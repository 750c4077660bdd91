#include "app/cli/table.h"

#include <algorithm>
#include <string_view>

namespace winnow {

namespace {

std::string padded_cell(const std::string& cell, std::size_t width, std::size_t column) {
  return column == 0 ? padded_right(cell, width) : padded_left(cell, width);
}

}  // namespace

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
      line += (i == 0 ? "" : "  ") + padded_cell(row[i], wide[i], i);
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
      text += "| " + padded_cell(rows_[r][i], wide[i], i) + " ";
    text += "|\n";
    if (r != 0) continue;
    for (std::size_t i = 0; i < wide.size(); ++i) text += i == 0 ? "| --- " : "| ---: ";
    text += "|\n";
  }
  return text;
}

}  // namespace winnow
