// app/cli/terminal.h - what the program may do on the stream it writes to.
// Colours only where a person looks: a terminal that knows them, and no NO_COLOR
// (https://no-color.org). Everything else gets plain text.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace winnow {

bool is_terminal(std::FILE* stream);
bool has_colours(std::FILE* stream);
std::size_t terminal_width(std::FILE* stream);  // in columns; 80 if it does not say

// Paints text with ANSI colours, or leaves it as it is.
class Paint {
 public:
  explicit Paint(bool colours) : colours_(colours) {}
  std::string bold(std::string_view text) const { return with("1", text); }
  std::string faint(std::string_view text) const { return with("2", text); }
  std::string red(std::string_view text) const { return with("31", text); }
  std::string cyan(std::string_view text) const { return with("36", text); }

 private:
  std::string with(std::string_view code, std::string_view text) const;
  bool colours_;
};

// Writes to stdout. A reader that went away (| head) is an EPIPE in std::system_error, which
// main takes for a quiet end.
void write_out(std::string_view text);
void flush_out();

}  // namespace winnow
