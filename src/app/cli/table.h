// app/cli/table.h - rows of text with aligned columns: the first to the left, the others to the
// right.
#pragma once

#include "data/table_text.h"  // escaped names
#include "text/utf8.h"        // characters

#include <string>
#include <string_view>
#include <vector>

namespace winnow {

class Table {
 public:
  explicit Table(std::vector<std::string> head) : rows_{std::move(head)} {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  std::string text(std::size_t indent = 0) const;  // two spaces between columns
  std::string markdown() const;

 private:
  std::vector<std::size_t> widths() const;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace winnow
