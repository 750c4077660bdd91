#include "dag/markup.h"

#include <fmt/format.h>

namespace winnow {

namespace {

constexpr double kPageWidth = 960;

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20; }

}  // namespace

std::string escape_markup(std::string_view text) {
  std::string result;
  for (char c : text) switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += is_control(c) ? ' ' : c;
    }
  return result;
}

std::string escape_dot(std::string_view text) {
  std::string result;
  for (char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n')
      result += "\\n";
    else if (!is_control(c))
      result += c;
  }
  return result;
}

std::string svg_size(double width, double height) {
  std::string box = fmt::format("viewBox=\"0 0 {:.0f} {:.0f}\"", width, height);
  if (width > kPageWidth) return "width=\"100%\" " + box;
  return fmt::format("width=\"{:.0f}\" height=\"{:.0f}\" {}", width, height, box);
}

}  // namespace winnow
