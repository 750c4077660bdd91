// app/commands/reproduce.cc - `winnow reproduce NAME`: makes a figure of docs/results.md again.
// in: the data sets     out: everything on the way to the figure, and how it compares
#include "app/cli/exit_code.h"
#include "app/cli/option_value.h"
#include "app/cli/signals.h"
#include "app/cli/terminal.h"
#include "app/commands/commands.h"
#include "app/experiment/recipe.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

namespace winnow {

namespace {

constexpr const char* kReproduceExamples =
    "Examples:\n"
    "  winnow reproduce --list\n"
    "  winnow reproduce mizar-joint --data data --out again --dry-run    what it would do, how "
    "long\n"
    "  winnow reproduce mizar-joint --data data --out again\n\n"
    "The data folder is as the data sets unpack: mizar/nndata, mizar/train.txt, dev.txt, "
    "order.txt,\n"
    "prove100.txt; holstep/train, holstep/train.txt, dev.txt. A mizar.store or holstep.store in "
    "it\n"
    "is taken as it is. The same command goes on after a stop. A figure that is not as expected "
    "is\n"
    "exit code 12.";

struct ReproduceCommand {
  std::string name, data, out;
  bool list = false, dry_run = false;
};

std::string time_text(double minutes) {
  return minutes < 90 ? fmt::format("{:.0f} min", minutes) : fmt::format("{:.1f} h", minutes / 60);
}

void list_recipes() {
  std::string text = fmt::format("{:<18}{:>8}  {:<15}{}\n", "name", "time", "expected", "what");
  std::string notes;
  for (const Recipe& recipe : recipes()) {
    const RecipeFigure& figure = recipe.figures.front();
    text += fmt::format("{:<18}{:>8}  {:<15}{}\n", recipe.name, time_text(recipe.minutes()),
                        figure.expected
                            ? fmt::format("{:.2f} ± {:.2f}", *figure.expected, figure.spread)
                            : "not known yet",
                        recipe.what);
    if (!recipe.honesty.empty()) notes += fmt::format("\n{}: {}\n", recipe.name, recipe.honesty);
  }
  write_out(text + notes);
}

void run(const ReproduceCommand& options) {
  if (options.list) {
    list_recipes();
    return;
  }
  if (options.name.empty())
    throw UsageError("which figure?", "'winnow reproduce --list' shows those that there are");
  if (options.data.empty()) throw UsageError("--data is required", "the folder with the data sets");
  if (options.out.empty()) throw UsageError("--out is required", "a folder for all that is made");
  const Recipe recipe = recipe_called(options.name);
  Cancellation cancellation;
  SignalInterrupt interrupt(cancellation);
  switch (run_recipe(recipe,
                     {std::filesystem::read_symlink("/proc/self/exe").string(), options.data,
                      options.out, options.dry_run},
                     cancellation)) {
    case RecipeEnd::interrupted:
      write_out("the same command goes on from here\n");
      leave_by_signal(interrupt.signal());
    case RecipeEnd::not_as_expected:
      leave(ExitCode::unexpected);
    case RecipeEnd::as_expected:
    case RecipeEnd::nothing_to_compare:
      break;
  }
}

}  // namespace

void add_reproduce_command(CLI::App& app) {
  auto options = std::make_shared<ReproduceCommand>();
  CLI::App* command =
      app.add_subcommand("reproduce", "make a figure of docs/results.md again, from the data on");
  command->add_option("NAME", options->name, "which figure");
  command->add_flag("--list", options->list, "what there is, how long it takes, what to expect");
  command->add_option("--data", options->data, "the folder with the data sets");
  command->add_option("--out", options->out, "a folder for everything that is made on the way");
  command->add_flag("--dry-run", options->dry_run, "say the steps and their time; do nothing");
  command->footer(kReproduceExamples);
  command->callback([options] { run(*options); });
}

}  // namespace winnow
