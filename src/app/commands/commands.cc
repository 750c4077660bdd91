#include "app/commands/commands.h"

#include "app/cli/exit_code.h"
#include "app/commands/doctor.h"

namespace winnow {

namespace {

constexpr const char* kFirstExamples =
    "Examples:\n"
    "  winnow prove problem.p --time 30s               provers on the best of its axioms\n"
    "  winnow rank problem.p -k 8                      its axioms, most useful first\n"
    "  winnow graph problem.p --formula goal           a formula as the model sees it\n"
    "  winnow train --preset mizar --data mizar.store --out runs/first\n"
    "  winnow eval --model runs/first/best.safetensors --data mizar.store\n\n"
    "'winnow COMMAND --help' tells more about a command.\n";

}  // namespace

void add_commands(CLI::App& app) {
  app.footer(kFirstExamples + exit_code_help());
  add_graph_command(app);
  add_stats_command(app);
  add_data_command(app);
  add_learn_commands(app);
  add_score_command(app);
  add_eval_command(app);
  add_report_command(app);
  add_model_command(app);
  add_rank_command(app);
  add_index_command(app);
  add_prove_command(app);
  add_provers_command(app);
  add_experiment_command(app);
  add_reproduce_command(app);
  add_doctor_command(app);
}

}  // namespace winnow
