// app/learn/main.cc - the program `winnow-learn`: the learning commands of `winnow`.
#include "app/cli/program.h"
#include "app/learn/commands.h"
#include "winnow/tune.h"

#include <torch/torch.h>

int main(int argc, char** argv) {
  // Work is spread over micro-batches; a second pool of threads would only get in the way.
  at::set_num_threads(1);
  winnow::tune_process();
  return winnow::run_program(argc, argv, [](CLI::App& app) {
    winnow::add_train_command(app);
    winnow::add_ablate_command(app);
    winnow::add_attach_examples_command(app);
  });
}
