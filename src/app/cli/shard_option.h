// app/cli/shard_option.h - `--shard I/N`: one part of N of the work, as an array of jobs gives it.
#pragma once

#include "winnow/shard.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace winnow {

inline constexpr std::uint32_t kMostShards = 1'000'000;

// "3/16": the fourth of sixteen parts. Throws UsageError.
Shard parse_shard(const std::string& text);
std::string to_string(const Shard& shard);  // "3/16"

CLI::Option* add_shard_option(CLI::App& command, std::optional<Shard>& shard,
                              const std::string& help);

}  // namespace winnow
