#include "data/table_text.h"

#include <fmt/format.h>

#include <charconv>

namespace winnow {

namespace {

constexpr std::string_view kCharacters = "\t\n\r\\", kLetters = "tnr\\";

bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' || c == 127; }

// Of \x1b at the start of `cell`; -1 if there is none.
int control_code(std::string_view cell) {
  int code = -1;
  if (cell.size() < 4 || !cell.starts_with("\\x")) return -1;
  const auto [end, error] = std::from_chars(cell.data() + 2, cell.data() + 4, code, 16);
  return error == std::errc() && end == cell.data() + 4 && is_control(static_cast<char>(code))
             ? code
             : -1;
}

}  // namespace

std::string escaped(std::string_view name) {
  std::string cell;
  cell.reserve(name.size());
  for (char c : name) {
    std::size_t at = kCharacters.find(c);
    if (at != std::string_view::npos)
      (cell += '\\') += kLetters[at];
    else if (is_control(c))
      cell += fmt::format("\\x{:02x}", c);
    else
      cell += c;
  }
  return cell;
}

std::string unescaped(std::string_view cell) {
  std::string name;
  name.reserve(cell.size());
  for (std::size_t i = 0; i < cell.size(); ++i) {
    std::size_t at = cell[i] == '\\' && i + 1 < cell.size() ? kLetters.find(cell[i + 1])
                                                            : std::string_view::npos;
    if (const int code = control_code(cell.substr(i)); code >= 0) {
      name += static_cast<char>(code);
      i += 3;
    } else if (at == std::string_view::npos) {
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
    const bool blank = c == ' ' || is_control(c);
    if (blank && (line.empty() || line.back() == ' ')) continue;
    line += blank ? ' ' : c;
  }
  return line;
}

}  // namespace winnow
