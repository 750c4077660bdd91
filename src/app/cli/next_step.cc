#include "app/cli/next_step.h"

#include "app/cli/terminal.h"

#include <fmt/format.h>

namespace winnow {

void say_next(std::string_view command) {
  if (!is_terminal(stderr)) return;
  flush_out();  // below what the command printed
  Paint paint(has_colours(stderr));
  fmt::print(stderr, "{} {}\n", paint.faint("next:"), command);
}

}  // namespace winnow
