// app/main.cc - the program `winnow`: starts in milliseconds and never loads libtorch.
#include "app/commands.h"
#include "app/program.h"
#include "kernel/heap.h"

namespace {

constexpr const char* kExamples =
    "Examples:\n"
    "  winnow prove problem.p --time 30                a prover on the best of its axioms\n"
    "  winnow rank problem.p -k 8                      its axioms, most useful first\n"
    "  winnow graph problem.p --formula goal           a formula as the model sees it\n"
    "  winnow train --preset mizar --data mizar.store --out runs/first\n"
    "  winnow eval --model runs/first/best.safetensors --data mizar.store\n\n"
    "'winnow COMMAND --help' tells more about a command.\n"
    "Exit codes: 0 done, 1 the input is wrong, 2 the command line is wrong.";

}  // namespace

int main(int argc, char** argv) {
  winnow::keep_memory();
  return winnow::run_program(argc, argv, [](CLI::App& app) {
    app.footer(kExamples);
    winnow::add_graph_command(app);
    winnow::add_stats_command(app);
    winnow::add_data_command(app);
    winnow::add_learn_commands(app);
    winnow::add_score_command(app);
    winnow::add_eval_command(app);
    winnow::add_report_command(app);
    winnow::add_model_command(app);
    winnow::add_rank_command(app);
    winnow::add_index_command(app);
    winnow::add_prove_command(app);
    winnow::add_experiment_command(app);
  });
}
