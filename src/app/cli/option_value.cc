#include "app/cli/option_value.h"

#include "app/cli/error_hint.h"
#include "text/input_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace winnow {

namespace {

[[noreturn]] void refuse(const std::string& option, const std::string& text,
                         const std::string& hint) {
  throw UsageError(fmt::format("{} cannot be '{}'", option, text), hint);
}

constexpr std::string_view kSuggests = "suggests:";

struct Parsed {
  double value = 0;
  std::string_view rest;  // what stands after the number
  bool is_number = false;
};

Parsed parse_number(const std::string& text) {
  Parsed parsed;
  auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), parsed.value);
  parsed.rest = std::string_view(stop, static_cast<std::size_t>(text.data() + text.size() - stop));
  parsed.is_number = error == std::errc();
  return parsed;
}

double factor_of(std::string_view unit) {
  static constexpr std::pair<std::string_view, double> kUnits[] = {
      {"ms", 1e-3}, {"", 1}, {"s", 1}, {"m", 60}, {"h", 3600}, {"d", 86400}};
  for (auto [name, seconds] : kUnits)
    if (name == unit) return seconds;
  return 0;
}

}  // namespace

void check_whole(const std::string& option, const std::string& text, const Allowed& allowed,
                 std::uint64_t most) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, value);
  // A bound beyond 2^53 is no exact double; the type's own is.
  const bool bounded = allowed.most < static_cast<double>(most);
  if (bounded) most = static_cast<std::uint64_t>(allowed.most);
  auto least = static_cast<std::uint64_t>(std::max(0.0, allowed.least));
  if (error == std::errc() && stop == end && value >= least && value <= most) return;
  // What the type holds is of interest only to those who went beyond it.
  const bool too_large = error == std::errc::result_out_of_range || value > most;
  refuse(option, text,
         bounded || too_large ? fmt::format("it is a whole number from {} to {}", least, most)
                              : fmt::format("it is a whole number, at least {}", least));
}

void check_number(const std::string& option, const std::string& text, const Allowed& allowed) {
  Parsed parsed = parse_number(text);
  if (!parsed.is_number || !parsed.rest.empty() || !is_allowed(parsed.value, allowed))
    refuse(option, text, hint_of(allowed));
}

void check_word(const std::string& option, const std::string& text, const Allowed& allowed) {
  if (!is_allowed(text, allowed)) refuse(option, text, hint_of(allowed, text));
}

double seconds_of(const std::string& option, const std::string& text, const Allowed& allowed) {
  Parsed parsed = parse_number(text);
  double factor = factor_of(parsed.rest), seconds = parsed.value * factor;
  if (!parsed.is_number || factor == 0 || !is_allowed(seconds, allowed))
    refuse(option, text,
           fmt::format("write 500ms, 10s, 2m, 1h or 1d, or seconds; {}", hint_of(allowed)));
  return seconds;
}

void check_input(const CLI::App& command, const std::string& text) {
  if (!is_standard_input(text)) return;
  std::size_t times = 0;
  for (const CLI::Option* each : command.get_options())
    if (each->get_type_name() == "FILE")
      times += static_cast<std::size_t>(std::ranges::count_if(
          each->results(), [](const std::string& file) { return is_standard_input(file); }));
  if (times > 1)
    throw UsageError("standard input can be read only once", "give the other file a name");
}

// CLI11 keeps nothing of ours with an option but checks, and these have names. This one refuses
// nothing, and --help does not show names of checks.
CLI::Option* suggest(CLI::Option* option, const std::vector<std::string>& words) {
  CLI::Validator none([](std::string&) -> std::string { return {}; }, "");
  return option->check(none.name(fmt::format("{}{}", kSuggests, fmt::join(words, ","))));
}

std::vector<std::string> suggestions_of(const CLI::Option& option) {
  // CLI11 finds checks only for those that may change them.
  auto& checked = const_cast<CLI::Option&>(option);
  try {
    for (int i = 0;; ++i) {
      const std::string& name = checked.get_validator(i)->get_name();
      if (name.starts_with(kSuggests))
        return CLI::detail::split(name.substr(kSuggests.size()), ',');
    }
  } catch (const CLI::OptionNotFound&) {  // there is no further one
    return {};
  }
}

std::string range_of(const Allowed& allowed, bool unsigned_type) {
  const bool from = std::isfinite(allowed.least) && !(unsigned_type && allowed.least == 0);
  const bool to = std::isfinite(allowed.most);
  if (to && std::isfinite(allowed.least) && !allowed.without_least && !allowed.without_most)
    return fmt::format("{}..{}", allowed.least, allowed.most);
  std::string text;
  if (from)
    text = fmt::format("{} {}", allowed.without_least ? "above" : "at least", allowed.least);
  if (to)
    text += fmt::format("{}{} {}", from ? ", " : "", allowed.without_most ? "below" : "at most",
                        allowed.most);
  return text;
}

CLI::Option* check_with(CLI::Option* option, std::function<void(const std::string&)> check,
                        const std::string& range) {
  return option->check(CLI::Validator(
      [check = std::move(check)](std::string& text) -> std::string {
        try {
          check(text);
        } catch (const UsageError&) {
          throw;
        } catch (const InputError& error) {
          throw UsageError(message_of(error), hint_of(error));
        }
        return {};
      },
      range));
}

CLI::Option* add_value(CLI::App& command, const std::string& flags, std::string& word,
                       const std::string& help, const Allowed& allowed) {
  CLI::Option* option = command.add_option(flags, word, help)->capture_default_str();
  if (!allowed.words.empty()) {  // where --help, manual pages and completions read the choices
    std::string choices(allowed.words);
    std::erase(choices, ' ');
    option->check(CLI::Validator("{" + choices + "}"));
  }
  return check_with(option, [name = option->get_name(), allowed](const std::string& text) {
    check_word(name, text, allowed);
  });
}

CLI::Option* add_seconds(CLI::App& command, const std::string& flags, double& seconds,
                         const std::string& help, const Allowed& allowed,
                         const std::string& default_text) {
  CLI::Option* option =
      command.add_option(flags, seconds, help)->default_str(default_text)->type_name("TIME");
  return option->transform(CLI::Validator(
      [name = option->get_name(), allowed](std::string& text) -> std::string {
        text = fmt::format("{}", seconds_of(name, text, allowed));
        return {};
      },
      ""));
}

}  // namespace winnow
