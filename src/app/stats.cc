#include "app/commands.h"

namespace winnow {

void add_stats_command(CLI::App& app) { app.add_subcommand("stats", ""); }

}  // namespace winnow
