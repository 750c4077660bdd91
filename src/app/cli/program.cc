#include "app/cli/program.h"

#include "app/cli/error_hint.h"
#include "app/cli/exit_code.h"
#include "app/cli/help.h"
#include "app/cli/help_format.h"
#include "app/cli/index_words.h"
#include "app/cli/option_value.h"
#include "app/cli/terminal.h"
#include "app/cli/unknown_word.h"
#include "winnow/deadline.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <exception>
#include <memory>
#include <new>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace winnow {

namespace {

// A name that a message quotes may hold anything; the message stays one line, and no terminal obeys
// it.
std::string printable(std::string_view text) {
  std::string result;
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f)
      result += c;
    else
      result += c == '\n' ? "\\n" : c == '\t' ? "\\t" : fmt::format("\\x{:02x}", byte);
  }
  return result;
}

// CLI11's messages may run over several lines; ours are one line.
std::string one_line(std::string text) {
  for (char& c : text)
    if (c == '\n') c = ' ';
  return text;
}

// A variable of a shell that is not set is no value, whatever the option.
void refuse_empty_values(CLI::App& app) {
  for (CLI::Option* option : app.get_options())
    if (option->get_items_expected_min() > 0)
      check_with(option, [name = option->get_name()](const std::string& text) {
        if (text.empty())
          throw UsageError(fmt::format("{} cannot be ''", name), "it needs a value");
      });
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; }))
    refuse_empty_values(*command);
}

int run(int argc, char** argv, const std::function<void(CLI::App&)>& add_commands) {
  CLI::App app("winnow finds the few axioms that a theorem prover needs.", "winnow");
  app.require_subcommand(1);
  app.set_version_flag("--version", "winnow " WINNOW_VERSION);
  app.formatter(std::make_shared<HelpFormat>(help_width()));
  add_commands(app);
  add_help_command(app);
  refuse_empty_values(app);
  try {
    std::vector<std::string> words = with_each_index_named({argv + 1, argv + argc});
    std::ranges::reverse(words);  // as CLI11 wants them
    app.parse(std::move(words));
  } catch (const CLI::Success& asked_for_help) {
    std::ostringstream text, none;
    app.exit(asked_for_help, text, none);
    write_out(text.str());
  } catch (const CLI::RuntimeError& chosen) {  // leave()
    flush_out();
    return chosen.get_exit_code();
  } catch (const CLI::ParseError& error) {
    if (auto unknown = unknown_word(app))
      return fail(ExitCode::wrong_command, unknown->what, unknown->hint);
    if (auto wrong = wrong_number(app))
      return fail(ExitCode::wrong_command, wrong->what, wrong->hint);
    return fail(ExitCode::wrong_command, one_line(error.what()),
                fmt::format("'{} --help' shows how", chosen_command(app)));
  }
  flush_out();
  return 0;
}

}  // namespace

int fail(ExitCode code, std::string_view message, std::string_view hint) {
  Paint paint(has_colours(stderr));
  fmt::print(stderr, "{} {}\n", paint.bold("winnow:"), printable(message));
  if (!hint.empty()) fmt::print(stderr, "  {} {}\n", paint.cyan("hint:"), printable(hint));
  return static_cast<int>(code);
}

int run_program(int argc, char** argv, const std::function<void(CLI::App&)>& add_commands) {
  // Writing to a closed pipe, or beyond the longest file allowed, is an error, not a sudden death.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return run(argc, argv, add_commands);
  } catch (const UsageError& error) {
    return fail(ExitCode::wrong_command, error.what(), error.hint());
  } catch (const InputError& error) {
    return fail(ExitCode::wrong_input, message_of(error), hint_of(error));
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::broken_pipe) return 0;  // the reader has seen enough
    return fail(ExitCode::wrong_input, error.what(), "");
  } catch (const Stopped& error) {
    return fail(ExitCode::out_of_time, error.what(), "more time: --time");
  } catch (const std::bad_alloc&) {
    return fail(ExitCode::out_of_memory, "out of memory", "");
  } catch (const std::exception& error) {
    return fail(ExitCode::own_mistake, error.what(),
                "this is a mistake in winnow: please report it with the input");
  }
}

}  // namespace winnow
