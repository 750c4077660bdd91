// app/learn_main.cc - the program `winnow-learn`: the learning commands of `winnow`.
#include "app/learn_commands.h"
#include "app/program.h"
#include "kernel/heap.h"

#include <torch/torch.h>

int main(int argc, char** argv) {
  // Work is spread over micro-batches; a second pool of threads would only get in the way.
  at::set_num_threads(1);
  winnow::keep_memory();
  std::string command_line = "winnow";
  for (int i = 1; i < argc; ++i) command_line += std::string(" ") + argv[i];
  return winnow::run_program(argc, argv, [&](CLI::App& app) {
    winnow::add_train_command(app, command_line);
    winnow::add_ablate_command(app, command_line);
    winnow::add_remember_command(app);
  });
}
