// app/cli/help_format.h - what --help prints.
// in: the command line as it is declared     out: text that fits into a width
// Descriptions are wrapped, and so are the sentences of a footer. Its indented lines are commands,
// which get a backslash where they are too wide, and tables, which stay as they are.
#pragma once

#include <CLI/CLI.hpp>

#include <cstddef>
#include <string>

namespace winnow {

class HelpFormat final : public CLI::Formatter {
 public:
  explicit HelpFormat(std::size_t width);

  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_subcommand(const CLI::App* command) const override;
  std::string make_description(const CLI::App* command) const override;
  std::string make_footer(const CLI::App* command) const override;

 private:
  std::string row(const std::string& term, const std::string& description) const;

  std::size_t width_;
};

// What fits onto the terminal of standard output; 80 where there is none.
std::size_t help_width();

}  // namespace winnow
