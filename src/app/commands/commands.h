// app/commands/commands.h - the commands of the program, one file each.
// Each function adds one subcommand with its options, its help and what to do when it is called.
// A command returns by leaving its callback; a user's mistake is an InputError (exit code 1).
#pragma once

#include <CLI/CLI.hpp>

namespace winnow {

void add_commands(CLI::App& app);  // all of them, and the program's own help

void add_graph_command(CLI::App& app);
void add_stats_command(CLI::App& app);
void add_data_command(CLI::App& app);
void add_learn_commands(CLI::App& app);  // train, ablate, attach-examples: they run in winnow-learn
void add_score_command(CLI::App& app);
void add_eval_command(CLI::App& app);
void add_report_command(CLI::App& app);
void add_model_command(CLI::App& app);
void add_rank_command(CLI::App& app);
void add_index_command(CLI::App& app);
void add_prove_command(CLI::App& app);
void add_provers_command(CLI::App& app);
void add_experiment_command(CLI::App& app);
void add_reproduce_command(CLI::App& app);

}  // namespace winnow
