// app/commands/provers.cc - `winnow provers`: which provers winnow knows, which are there, what
// they read.
#include "app/cli/json.h"
#include "app/cli/terminal.h"
#include "app/commands/commands.h"
#include "winnow/prove.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace winnow {

namespace {

constexpr const char* kProversExamples =
    "Examples:\n"
    "  winnow provers                    what is there, with versions, languages, strategies\n"
    "  winnow prove p.p --prover cvc5 --prover e:auto\n"
    "Provers that are not in the list are named by a command: see 'winnow prove --help'.\n";

std::string as_json(const std::vector<ProverInfo>& provers) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const ProverInfo& each : provers)
    rows.push_back({{"name", each.name},
                    {"title", each.title},
                    {"program", each.program},
                    {"version", each.version},
                    {"languages", each.languages},
                    {"strategies", each.strategies},
                    {"source", each.source}});
  return print_json(rows, 2) + "\n";
}

std::string as_text(const std::vector<ProverInfo>& provers) {
  const Paint paint(has_colours(stdout));
  std::string text;
  for (const ProverInfo& each : provers) {
    text += fmt::format("{:<16}", each.name);
    if (each.program.empty())
      text += fmt::format("{} ({})\n", paint.faint("not there"), each.source);
    else
      text += fmt::format("{}{}{}\n", each.program, each.version.empty() ? "" : ": ", each.version);
    text += fmt::format("{:<16}reads {}\n{:<16}strategies: {}\n", "", each.languages, "",
                        fmt::join(each.strategies, ", "));
  }
  return text;
}

}  // namespace

void add_provers_command(CLI::App& app) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command =
      app.add_subcommand("provers", "the provers winnow knows, and which of them are there");
  command->add_flag("--json", *json, "as JSON");
  command->footer(kProversExamples);
  command->callback([json] {
    const std::vector<ProverInfo> provers = known_provers();
    write_out(*json ? as_json(provers) : as_text(provers));
  });
}

}  // namespace winnow
