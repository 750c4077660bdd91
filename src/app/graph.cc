#include "app/commands.h"

namespace winnow {

void add_graph_command(CLI::App& app) { app.add_subcommand("graph", ""); }

}  // namespace winnow
