#include "term/nearest.h"

#include <algorithm>
#include <array>
#include <vector>

namespace winnow {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// The distance, or `limit` + 1 if it is larger. Three rows of the table are enough: a swap looks
// two back.
std::size_t distance(std::string_view a, std::string_view b, std::size_t limit) {
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) > limit) return limit + 1;
  std::array<std::vector<std::size_t>, 3> rows;
  for (auto& row : rows) row.resize(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) rows[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    const auto& before = rows[(i - 1) % 3];
    auto& row = rows[i % 3];
    std::size_t least = row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      bool equal = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({before[j] + 1, row[j - 1] + 1, before[j - 1] + (equal ? 0 : 1)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
          lower(a[i - 2]) == lower(b[j - 1]))
        row[j] = std::min(row[j], rows[(i - 2) % 3][j - 2] + 1);
      least = std::min(least, row[j]);
    }
    if (least > limit) return limit + 1;
  }
  return rows[a.size() % 3][b.size()];
}

}  // namespace

std::string_view nearest(std::string_view word, std::span<const std::string_view> known) {
  constexpr std::size_t kLongest = 200;  // nobody mistypes more than that
  if (word.empty() || word.size() > kLongest) return {};
  std::string_view best;
  std::size_t limit = std::max<std::size_t>(1, word.size() / 3);
  for (std::string_view each : known) {
    if (std::size_t far = distance(word, each, limit);
        far <= limit && far < std::max(word.size(), each.size())) {
      best = each;
      if (far == 0) break;
      limit = far - 1;
    }
  }
  return best;
}

std::string hint_with_nearest(std::string_view word, std::span<const std::string_view> known,
                              std::string_view otherwise) {
  std::string_view found = nearest(word, known);
  if (found.empty()) return std::string(otherwise);
  return std::string("did you mean '")
      .append(found)
      .append("'?")
      .append(otherwise.empty() ? "" : " ")
      .append(otherwise);
}

}  // namespace winnow
