// app/cli/help.cc - `help`, a hidden command of both programs: manual pages and completions, made
// at build time from the tables that the command line is parsed with.
#include "app/cli/help.h"

#include "app/cli/completion.h"
#include "app/cli/manual.h"
#include "app/cli/terminal.h"
#include "data/text_file.h"

#include <memory>

namespace winnow {

namespace {

struct HelpCommand {
  std::string manual, completion;
  bool tables = false;
  std::vector<std::string> with;
};

// Commands of `more` take the place of those of the same name: `winnow train` only runs
// winnow-learn, which knows the options.
void join(CommandRow& program, CommandRow more) {
  for (CommandRow& each : more.commands)
    for (CommandRow& known : program.commands)
      if (known.name == each.name) {
        known = std::move(each);
        break;
      }
}

void write_pages(const CommandRow& program, const std::string& folder) {
  for (const ManualPage& page : manual_pages(program, WINNOW_VERSION))
    write_text_file(folder + "/" + page.file, page.text);
}

void run(const CLI::App& app, const HelpCommand& options) {
  CommandRow program = command_table(app);
  for (const std::string& file : options.with)
    join(program, command_from_json(read_text_file(file), file));
  if (!options.manual.empty()) write_pages(program, options.manual);
  if (options.tables) write_out(to_json(program) + "\n");
  if (options.completion == "bash") write_out(bash_completion(program));
  if (options.completion == "zsh") write_out(zsh_completion(program));
  if (options.completion == "fish") write_out(fish_completion(program));
}

}  // namespace

void add_help_command(CLI::App& app) {
  auto options = std::make_shared<HelpCommand>();
  CLI::App* command = app.add_subcommand("help", "manual pages and completions of all commands");
  command->group("");
  command->add_option("--man", options->manual, "the folder to write manual pages to");
  command->add_option("--completion", options->completion, "print a script for this shell")
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->add_flag("--tables", options->tables, "print the commands as JSON");
  command->add_option("--with", options->with, "tables of commands that another program has");
  command->callback([&app, options] { run(app, *options); });
}

}  // namespace winnow
