// app/main.cc - reads the command line, runs one command, and maps every error to an exit code:
// 0 done, 1 the input is wrong, 2 the command line is wrong, 3 a mistake of winnow's own.
#include "app/commands.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <cstdio>
#include <exception>

namespace {

void print_error(std::string_view message, std::string_view hint) {
  fmt::print(stderr, "winnow: {}\n", message);
  if (!hint.empty()) fmt::print(stderr, "  hint: {}\n", hint);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("winnow finds the few axioms that a theorem prover needs.", "winnow");
  app.require_subcommand(1);
  winnow::add_graph_command(app);
  winnow::add_stats_command(app);
  winnow::add_data_command(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    print_error(error.what(),
                "'winnow --help' lists the commands, 'winnow COMMAND --help' its options");
    return 2;
  } catch (const winnow::InputError& error) {
    print_error(error.what(), error.hint());
    return 1;
  } catch (const std::exception& error) {
    print_error(error.what(), "this is a mistake in winnow: please report it with the input");
    return 3;
  }
}
