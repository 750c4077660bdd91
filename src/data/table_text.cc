#include "data/table_text.h"

namespace winnow {

namespace {

constexpr std::string_view kCharacters = "\t\n\r\\", kLetters = "tnr\\";

}  // namespace

std::string escaped(std::string_view name) {
  std::string cell;
  cell.reserve(name.size());
  for (char c : name) {
    std::size_t at = kCharacters.find(c);
    if (at == std::string_view::npos)
      cell += c;
    else
      (cell += '\\') += kLetters[at];
  }
  return cell;
}

std::string unescaped(std::string_view cell) {
  std::string name;
  name.reserve(cell.size());
  for (std::size_t i = 0; i < cell.size(); ++i) {
    std::size_t at = cell[i] == '\\' && i + 1 < cell.size() ? kLetters.find(cell[i + 1])
                                                            : std::string_view::npos;
    if (at == std::string_view::npos) {
      name += cell[i];
    } else {
      name += kCharacters[at];
      ++i;
    }
  }
  return name;
}

std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool blank = static_cast<unsigned char>(c) <= ' ' || c == 127;
    if (blank && (line.empty() || line.back() == ' ')) continue;
    line += blank ? ' ' : c;
  }
  return line;
}

}  // namespace winnow
