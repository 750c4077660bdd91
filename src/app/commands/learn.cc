// app/commands/learn.cc - the learning commands: they stand on libtorch, which takes long to load,
// so they live in a program of their own beside this one, `winnow-learn`, and are run from here.
#include "app/commands/commands.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <vector>

namespace winnow {

namespace {

[[noreturn]] void run_learn(const std::string& command, std::vector<std::string> arguments) {
  std::filesystem::path program =
      std::filesystem::read_symlink("/proc/self/exe").parent_path() / "winnow-learn";
  arguments.insert(arguments.begin(), {program.string(), command});
  std::vector<char*> raw;
  for (std::string& each : arguments) raw.push_back(each.data());
  raw.push_back(nullptr);
  execv(program.c_str(), raw.data());
  throw InputError(Place{program.string()}, fmt::format("cannot be run: {}", std::strerror(errno)),
                   "build winnow with learning: cmake -DWINNOW_LEARN=ON");
}

}  // namespace

void add_learn_commands(CLI::App& app) {
  for (auto [name, help] :
       {std::pair("train", "train a model on a store"),
        std::pair("ablate", "train a grid of variants and compare them"),
        std::pair("attach-examples",
                  "let a model look at training examples near what it judges")}) {
    CLI::App* command = app.add_subcommand(name, help);
    command->set_help_flag();  // winnow-learn knows the options
    command->prefix_command();
    command->callback([command] { run_learn(command->get_name(), command->remaining()); });
  }
}

}  // namespace winnow
