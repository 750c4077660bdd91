#include "app/commands.h"

namespace winnow {

void add_data_command(CLI::App& app) { app.add_subcommand("data", ""); }

}  // namespace winnow
