// app/learn/run_settings.h - run.json in a run's folder: which files the run reads.
// in/out: the settings of a command line     The checkpoint has every option of the run; with these
// files `winnow train --resume --out DIR` needs nothing else.
#pragma once

#include "app/learn/commands.h"

namespace winnow {

// Paths are kept in full, so that a run can be resumed from any folder.
void write_run_settings(const TrainSettings& settings);

// What the command line leaves open is as it was when the run began. Throws InputError if the
// folder holds no run.
void restore_run_settings(CLI::App& command, TrainSettings& settings);

}  // namespace winnow
