#include "process/graphviz.h"

#include "process/find_program.h"
#include "process/process.h"
#include "winnow/error_code.h"

#include <fmt/format.h>

#include <utility>

namespace winnow {
namespace {

constexpr double kLayout_s = 120;

std::string_view first_line_of(std::string_view text) { return text.substr(0, text.find('\n')); }

std::string dot_program() {
  try {
    return find_program("dot");
  } catch (const InputError&) {
    throw CodedError(ErrorCode::no_graphviz, {},
                     "an SVG needs Graphviz, and there is no 'dot' on the PATH",
                     "on Debian: apt-get install graphviz; text needs nothing");
  }
}

}  // namespace

std::string run_graphviz(std::string graph, std::string_view format, std::string_view what) {
  ProcessResult dot = run_process({.arguments = {dot_program(), fmt::format("-T{}", format)},
                                   .input = std::move(graph),
                                   .limits = {.wall_s = kLayout_s}});
  if (dot.ending != Ending::exited || dot.exit_code != 0)
    throw CodedError(ErrorCode::no_layout, {std::string(what)},
                     fmt::format("Graphviz gave up on {} ({}): {}", what, to_string(dot.ending),
                                 first_line_of(dot.error)),
                     "text needs no layout");
  return std::move(dot.output);
}

}  // namespace winnow
