#include "app/program.h"

#include "app/terminal.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <exception>
#include <new>
#include <system_error>

namespace winnow {

namespace {

int fail(int exit_code, std::string_view message, std::string_view hint) {
  Paint paint(has_colours(stderr));
  fmt::print(stderr, "{} {}\n", paint.bold("winnow:"), message);
  if (!hint.empty()) fmt::print(stderr, "  {} {}\n", paint.cyan("hint:"), hint);
  return exit_code;
}

// CLI11's messages may run over several lines; ours are one line.
std::string one_line(std::string text) {
  for (char& c : text)
    if (c == '\n') c = ' ';
  return text;
}

int run(int argc, char** argv, const std::function<void(CLI::App&)>& add_commands) {
  CLI::App app("winnow finds the few axioms that a theorem prover needs.", "winnow");
  app.require_subcommand(1);
  app.set_version_flag("--version", "winnow " WINNOW_VERSION);
  app.get_formatter()->column_width(26);
  add_commands(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked_for_help) {
    return app.exit(asked_for_help);
  } catch (const CLI::RuntimeError& chosen) {  // a command that has exit codes of its own
    return chosen.get_exit_code();
  } catch (const CLI::ParseError& error) {
    auto chosen = app.get_subcommands();
    std::string command = chosen.empty() ? "winnow" : "winnow " + chosen.front()->get_name();
    return fail(2, one_line(error.what()), fmt::format("'{} --help' shows how", command));
  }
  flush_out();
  return 0;
}

}  // namespace

int run_program(int argc, char** argv, const std::function<void(CLI::App&)>& add_commands) {
  // Writing to a closed pipe, or beyond the longest file allowed, is an error, not a sudden death.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return run(argc, argv, add_commands);
  } catch (const InputError& error) {
    return fail(1, error.what(), error.hint());
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::broken_pipe) return 0;  // the reader has seen enough
    return fail(1, error.what(), "");
  } catch (const std::bad_alloc&) {
    return fail(1, "out of memory", "");
  } catch (const std::exception& error) {
    return fail(3, error.what(), "this is a mistake in winnow: please report it with the input");
  }
}

}  // namespace winnow
