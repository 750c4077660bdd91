#include "app/cli/shard_option.h"

#include "app/cli/option_value.h"

#include <fmt/format.h>

#include <charconv>

namespace winnow {

namespace {

bool read_number(std::string_view text, std::uint32_t& number) {
  auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && stop == text.data() + text.size();
}

}  // namespace

Shard parse_shard(const std::string& text) {
  Shard shard;
  std::size_t stroke = text.find('/');
  bool read = stroke != std::string::npos &&
              read_number(std::string_view(text).substr(0, stroke), shard.index) &&
              read_number(std::string_view(text).substr(stroke + 1), shard.count);
  if (!read || shard.count == 0 || shard.count > kMostShards || shard.index >= shard.count)
    throw UsageError(fmt::format("--shard cannot be '{}'", text),
                     fmt::format("it is I/N, with I from 0 to N-1 and N at most {}", kMostShards));
  return shard;
}

std::string to_string(const Shard& shard) { return fmt::format("{}/{}", shard.index, shard.count); }

CLI::Option* add_shard_option(CLI::App& command, std::optional<Shard>& shard,
                              const std::string& help) {
  return command
      .add_option_function<std::string>(
          "--shard", [&shard](const std::string& text) { shard = parse_shard(text); }, help)
      ->type_name("I/N");
}

}  // namespace winnow
