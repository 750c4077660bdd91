// app/commands/doctor.h - `winnow doctor`.
#pragma once

#include <CLI/CLI.hpp>

namespace winnow {

void add_doctor_command(CLI::App& app);

}  // namespace winnow
