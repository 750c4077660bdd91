// Every option of every command with values that nobody meant. The options come from CLI11 itself,
// so that a new one is swept too; what a command needs to begin with is told once, in a
// CommandBase.
#pragma once

#include "app/cli/program.h"
#include "tests/app/program.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace winnow {

using AddCommands = std::function<void(CLI::App&)>;

// The options with which a command works; "{n}" in a value is another number in every run.
using CommandBase = std::vector<std::pair<std::string, std::string>>;

struct Swept {
  std::vector<std::string> words;
  Ran ran;
  std::string line() const {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + ("'" + word + "'");
    return text;
  }
};

class Sweep {
 public:
  Sweep(const Scratch& scratch, AddCommands add_commands)
      : scratch_(scratch), add_commands_(std::move(add_commands)) {}

  // In a process of its own, but without starting a program: a thousand runs take seconds.
  Ran run(const std::vector<std::string>& words) const {
    std::fflush(nullptr);
    pid_t child = fork();
    if (child == 0) {
      alarm(120);
      if (chdir(scratch_.path("").c_str()) != 0) _exit(99);
      redirect("/dev/null", O_RDONLY, 0);
      redirect(".out", O_WRONLY | O_CREAT | O_TRUNC, 1);
      redirect(".err", O_WRONLY | O_CREAT | O_TRUNC, 2);
      std::vector<std::string> arguments = words;
      arguments.insert(arguments.begin(), "winnow");
      std::vector<char*> raw;
      for (std::string& each : arguments) raw.push_back(each.data());
      int code = run_program(static_cast<int>(raw.size()), raw.data(), add_commands_);
      std::fflush(nullptr);
      _exit(code);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
            contents(scratch_.path(".out")), contents(scratch_.path(".err"))};
  }

  // Calls `see` with the outcome of every value for every option of the command, alone, doubled and
  // without one.
  void each(const CLI::App& command, const std::vector<std::string>& path, const CommandBase& base,
            const std::vector<std::string>& values, const std::function<void(const Swept&)>& see) {
    CommandBase quiet = base;
    if (command.get_option_no_throw("--quiet") != nullptr) quiet.emplace_back("--quiet", "");
    for (const CLI::Option* option : command.get_options()) {
      std::string name = option->get_name();
      if (name == "--help") continue;
      for (const std::string& value : values) {
        // A program that replaced the device would take the machine down with it.
        if (value == "/dev/null" &&
            (name == "--output" || name == "--out" || name == "--predictions"))
          continue;
        see(outcome(path, quiet, name, words_of(*option, value)));
        std::vector<std::string> twice = words_of(*option, value), again = twice;
        twice.insert(twice.end(), again.begin(), again.end());
        if (value == values.front()) see(outcome(path, quiet, name, twice));
      }
      if (!option->get_positional()) see(outcome(path, quiet, name, {name}));
    }
  }

  int runs() const { return runs_; }

 private:
  static void redirect(const char* file, int flags, int descriptor) {
    int opened = open(file, flags, 0600);
    if (opened < 0 || dup2(opened, descriptor) < 0) _exit(98);
    close(opened);
  }

  static std::vector<std::string> words_of(const CLI::Option& option, const std::string& value) {
    if (option.get_positional()) return {value};
    std::string name = option.get_name();
    return name.starts_with("--") ? std::vector{name + "=" + value} : std::vector{name, value};
  }

  Swept outcome(const std::vector<std::string>& path, const CommandBase& base,
                const std::string& name, const std::vector<std::string>& swept) {
    ++runs_;
    std::vector<std::string> words = path;
    for (const auto& [option, fixed] : base) {
      std::string value = fixed;
      if (std::size_t at = value.find("{n}"); at != std::string::npos)
        value.replace(at, 3, std::to_string(runs_));
      bool is_swept = option == name;
      if (!option.starts_with('-')) {  // a positional one keeps its place
        if (is_swept)
          words.insert(words.end(), swept.begin(), swept.end());
        else
          words.push_back(value);
      } else if (!is_swept) {
        words.push_back(option);
        if (!value.empty()) words.push_back(value);
      }
    }
    bool placed = false;
    for (const auto& [option, fixed] : base)
      placed = placed || (option == name && !option.starts_with('-'));
    if (!placed) words.insert(words.end(), swept.begin(), swept.end());
    Ran ran = run(words);
    return {words, ran};
  }

  const Scratch& scratch_;
  AddCommands add_commands_;
  int runs_ = 0;
};

// All commands that have no commands below them, by their words: "data import jsonl".
inline std::map<std::string, const CLI::App*> leaf_commands(const CLI::App& app,
                                                            const std::string& before = "") {
  std::map<std::string, const CLI::App*> found;
  for (const CLI::App* each : app.get_subcommands([](const CLI::App*) { return true; })) {
    std::string name = before + each->get_name();
    auto below = leaf_commands(*each, name + " ");
    if (below.empty())
      found.emplace(name, each);
    else
      found.insert(below.begin(), below.end());
  }
  return found;
}

inline std::vector<std::string> split_words(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = std::min(text.find(' ', at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

// What is wrong with how a run ended; empty if nothing is: a known exit code, and with a wrong
// input or command line one line that says so, and perhaps a hint.
inline std::string fault_of(const Swept& swept, const std::vector<int>& allowed_codes) {
  const Ran& ran = swept.ran;
  if (std::find(allowed_codes.begin(), allowed_codes.end(), ran.exit_code) == allowed_codes.end())
    return "exit code " + std::to_string(ran.exit_code);
  int said = 0, others = 0;
  for (std::size_t at = 0; at < ran.err.size();) {
    std::size_t end = std::min(ran.err.find('\n', at), ran.err.size());
    std::string line = ran.err.substr(at, end - at);
    if (line.starts_with("winnow: "))
      ++said;
    else if (!line.starts_with("  hint: "))
      ++others;
    at = end + 1;
  }
  if ((ran.exit_code == 1 || ran.exit_code == 2) && (said != 1 || others != 0))
    return "not exactly one line that says what is wrong";
  return "";
}

inline const std::vector<std::string>& absurd_values() {
  static const std::vector<std::string> values = {
      "",          "-1", "nan",       "1e999",  "18446744073709551616",
      "missing/x", ".",  "/dev/null", "binary", "é\n\t"};
  return values;
}

}  // namespace winnow
