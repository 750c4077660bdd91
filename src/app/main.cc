// app/main.cc - the program `winnow`: starts in milliseconds and never loads libtorch.
#include "app/cli/program.h"
#include "app/commands/commands.h"
#include "winnow/tune.h"

int main(int argc, char** argv) {
  winnow::tune_process();
  return winnow::run_program(argc, argv, winnow::add_commands);
}
