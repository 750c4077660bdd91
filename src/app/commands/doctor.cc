// app/commands/doctor.cc - `winnow doctor`: what was found on this machine, and how to get what is
// missing.
#include "app/commands/doctor.h"

#include "app/cli/terminal.h"
#include "app/commands/doctor_findings.h"
#include "data/json_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace winnow {

namespace {

constexpr const char* kDoctorExamples =
    "Examples:\n"
    "  winnow doctor            provers, models, processor, memory; what is missing and how to get "
    "it\n"
    "  winnow doctor --json     the same for programs";

std::string as_json(const std::vector<Finding>& findings) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const Finding& each : findings)
    rows.push_back({{"group", each.group},
                    {"name", each.name},
                    {"found", each.found},
                    {"needed", each.needed},
                    {"detail", each.detail},
                    {"hint", each.hint}});
  return print_json({{"version", WINNOW_VERSION}, {"findings", rows}}, 2) + "\n";
}

std::string as_text(const std::vector<Finding>& findings) {
  const Paint paint(has_colours(stdout));
  std::string text = "winnow " WINNOW_VERSION "\n", group;
  for (const Finding& each : findings) {
    if (each.group != group) text += fmt::format("\n{}\n", paint.bold(each.group));
    group = each.group;
    text += fmt::format("  {:<17}{}\n", each.name,
                        each.found            ? each.detail
                        : each.needed         ? paint.red("missing")
                        : each.detail.empty() ? "not there"
                                              : "not there: " + each.detail);
    if (!each.hint.empty())
      text += fmt::format("  {:<17}{} {}\n", "", paint.cyan("hint:"), each.hint);
  }
  return text;
}

}  // namespace

void add_doctor_command(CLI::App& app) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command =
      app.add_subcommand("doctor", "what winnow finds on this machine, and what is missing");
  command->add_flag("--json", *json, "as JSON");
  command->footer(kDoctorExamples);
  command->callback([json] {
    std::vector<Finding> findings;
    for (const auto& part : {find_provers(), find_models(), find_programs(), find_machine()})
      findings.insert(findings.end(), part.begin(), part.end());
    write_out(*json ? as_json(findings) : as_text(findings));
  });
}

}  // namespace winnow
