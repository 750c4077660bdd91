// app/learn/commands.h - the commands of winnow-learn and what they share.
#pragma once

#include "learn/trainer.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <string_view>

namespace winnow {

// What a command line says about training.
struct TrainSettings {
  TrainRequest request;
  std::string data, out, preset;
  bool quiet = false;
};
// Every option of training but --resume; the settings must outlive the command.
void add_train_options(CLI::App& command, TrainSettings& settings);
// Applies the preset, and says which data and folder it is.
void finish_settings(CLI::App& command, TrainSettings& settings, bool extended = true);

struct ShownTraining {
  TrainOutcome outcome;
  int signal = 0;        // that ended it, if one did
  bool is_first = true;  // of the processes of the run: the one that writes
};
// train() with a progress bar and a line an epoch; ends cleanly at SIGINT, SIGTERM and SIGHUP.
// `on_begin` is called after the first step, when nothing speaks against the run any more.
// Needs: one at a time in a program.
ShownTraining train_and_show(const Store& store, TrainRequest request, bool quiet,
                             std::function<void()> on_begin = {});
// Leaves with the exit code of the signal that ended the training, if one did.
void leave_if_interrupted(const ShownTraining& training);

// For commands that a launcher should start once. Throws InputError if it started several.
void refuse_several_processes(std::string_view command);

void add_train_command(CLI::App& app);
void add_ablate_command(CLI::App& app);
void add_attach_examples_command(CLI::App& app);

}  // namespace winnow
