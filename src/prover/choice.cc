#include "prover/choice.h"

#include "process/find_program.h"
#include "term/nearest.h"
#include "winnow/error_code.h"
#include "winnow/prove.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace winnow {
namespace {

std::vector<std::string_view> names_of_profiles() {
  std::vector<std::string_view> names;
  for (const ProverProfile& profile : prover_profiles()) names.push_back(profile.name);
  return names;
}

std::string joined(std::span<const std::string_view> words) {
  std::string text;
  for (const std::string_view word : words) {
    if (!text.empty()) text += ", ";
    text += word;
  }
  return text;
}

const Strategy& find_strategy(const ProverProfile& profile, std::string_view name) {
  std::vector<std::string_view> names;
  for (const Strategy& strategy : profile.strategies) {
    if (strategy.name == name) return strategy;
    names.push_back(strategy.name);
  }
  throw InputError(fmt::format("{} has no strategy '{}'", profile.title, name),
                   hint_with_nearest(name, names, fmt::format("it is one of: {}", joined(names))));
}

bool is_command(std::string_view word) {
  return word.find_first_of(" /{") != std::string_view::npos;
}

// A prover by its name, whether or not it is there.
ChosenProver named(const std::string& word) {
  ChosenProver chosen;
  chosen.name = word;
  const std::string_view name = std::string_view(word).substr(0, word.find(':'));
  chosen.profile = find_profile(name);
  if (chosen.profile == nullptr) {
    const auto names = names_of_profiles();
    throw CodedError(ErrorCode::no_prover, {std::string(name)},
                     fmt::format("there is no prover '{}'", name),
                     hint_with_nearest(name, names,
                                       fmt::format("it is one of: {}; or a command such as "
                                                   "'vampire -t {{time}} {{file}}'",
                                                   joined(names))));
  }
  if (name.size() < word.size())
    chosen.strategy = &find_strategy(*chosen.profile, word.substr(name.size() + 1));
  return chosen;
}

ChosenProver choose(const std::string& word) {
  if (is_command(word)) {
    const ProverCommand command = parse_prover_command(word);
    const ProverProfile& profile = profile_of(command);
    return {.name = word,
            .profile = profile.name.empty() ? nullptr : &profile,
            .program = command.words.front(),
            .command = word};
  }
  ChosenProver chosen = named(word);
  chosen.program = find_prover(*chosen.profile);
  if (chosen.program.empty())
    throw CodedError(ErrorCode::no_prover, {std::string(chosen.profile->name)},
                     fmt::format("{} is not there: no program '{}' in PATH", chosen.profile->title,
                                 chosen.profile->programs.front()),
                     fmt::format("where to get it: {}", chosen.profile->source));
  return chosen;
}

// The first line with a digit in it that says more than a copyright, cut to fit one line.
std::string version_line(const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    at = end + 1;
    if (std::ranges::none_of(line, [](unsigned char c) { return std::isdigit(c) != 0; })) continue;
    for (char& c : line)
      if (static_cast<unsigned char>(c) < ' ' || c == 127) c = ' ';
    return line.substr(line.find_first_not_of(' '), 70);
  }
  return "";
}

}  // namespace

Logic ChosenProver::reads() const {
  if (profile != nullptr) return profile->reads;
  return {.fof = true,
          .tf0 = true,
          .tf1 = true,
          .th0 = true,
          .th1 = true,
          .arithmetic = true,
          .rationals = true};
}

std::string find_prover(const ProverProfile& profile) {
  for (const std::string_view program : profile.programs) try {
      return find_program(std::string(program));
    } catch (const InputError&) {  // another name may be there
    }
  return {};
}

std::vector<std::string> prover_names() {
  std::vector<std::string> names;
  for (const ProverProfile& profile : prover_profiles()) names.emplace_back(profile.name);
  return names;
}

void check_prover_name(std::string_view word) {
  if (!is_command(word)) named(std::string(word));
}

std::vector<ChosenProver> choose_provers(std::span<const std::string> words) {
  std::vector<ChosenProver> chosen;
  for (const std::string& word : words) chosen.push_back(choose(word));
  if (!words.empty()) return chosen;
  for (const ProverProfile& profile : prover_profiles())
    if (std::string program = find_prover(profile); !program.empty())
      chosen.push_back(
          {.name = std::string(profile.name), .profile = &profile, .program = std::move(program)});
  if (chosen.empty())
    throw CodedError(ErrorCode::no_prover, {}, "no theorem prover was found in PATH",
                     "install E and cvc5 (Debian: apt install eprover cvc5), or name another");
  return chosen;
}

std::string version_of(const std::string& program, const std::string& flag) {
  const ProcessResult result =
      run_process({.arguments = {program, flag}, .limits = {.wall_s = 10}});
  if (result.ending != Ending::exited)
    return fmt::format("'{}' did not end well: {}", flag, to_string(result.ending));
  return version_line(result.output.empty() ? result.error : result.output);
}

}  // namespace winnow
