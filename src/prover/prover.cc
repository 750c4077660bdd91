#include "prover/prover.h"

#include "process/find_program.h"
#include "process/scratch.h"
#include "prover/profile.h"
#include "prover/used_axioms.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstring>
#include <utility>

namespace winnow {
namespace {

constexpr std::string_view kPlaceholders[] = {"file", "time", "memory"};

Place column(std::size_t at) { return {.file = "prover command", .line = 1, .column = at + 1}; }

// Replaces the placeholders of one word by value(name). `at` is where the word begins.
template <class Value>
std::string fill(std::string_view word, std::size_t at, Value&& value) {
  std::string filled;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const std::string_view two = word.substr(i, 2);
    if (two == "{{" || two == "}}") {
      filled += word[i++];
    } else if (word[i] == '{') {
      const std::size_t end = word.find('}', i);
      if (end == std::string_view::npos)
        throw InputError(column(at), fmt::format("'{}' has no closing brace", word.substr(i)),
                         "a brace itself is written {{ or }}");
      filled += value(word.substr(i + 1, end - i - 1));
      i = end;
    } else {
      filled += word[i];
    }
  }
  return filled;
}

std::string first_line(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) return {};
  std::string line(text.substr(start, std::min<std::size_t>(text.find('\n', start) - start, 200)));
  for (char& c : line)
    if (static_cast<unsigned char>(c) < ' ' || c == 127) c = '?';  // it may go to a terminal
  return line;
}

std::string why_failed(const ProcessResult& result, const SzsAnswer& answer) {
  if (!answer.contradiction.empty())
    return fmt::format("says {} and {}, so neither is believed", answer.status,
                       answer.contradiction);
  if (result.ending == Ending::not_started)
    return fmt::format("could not be started: {}", strerror(result.error_number));
  std::string what(to_string(result.ending));
  if (result.ending == Ending::signalled)
    what = fmt::format("died by signal {} ({})", result.signal, strsignal(result.signal));
  if (result.ending == Ending::exited)
    what = answer.status.empty()
               ? fmt::format("exited with code {} and no SZS status", result.exit_code)
               : fmt::format("says {}", answer.status);
  std::string said = first_line(result.error);
  if (said.empty()) said = first_line(result.output);
  return said.empty() ? what : fmt::format("{}: {}", what, said);
}

}  // namespace

ProverCommand parse_prover_command(std::string_view text) {
  ProverCommand command;
  std::string word;
  bool within = false;  // a word has begun, be it '' with nothing in it
  std::size_t start = 0;
  const auto end_word = [&] {
    if (!within) return;
    fill(word, start, [&](std::string_view name) {
      for (const std::string_view known : kPlaceholders) {
        if (name != known) continue;
        if (name == "file") command.reads_file = true;
        return "";
      }
      throw InputError(column(start), fmt::format("unknown placeholder '{{{}}}'", name),
                       "there are {file}, {time} and {memory}; a brace itself is {{ or }}");
    });
    command.words.push_back(std::exchange(word, {}));
    within = false;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == ' ' || c == '\t' || c == '\n') {
      end_word();
      continue;
    }
    if (c == '\0') throw InputError(column(i), "a zero byte in the command");
    if (!std::exchange(within, true)) start = i;
    if (c == '\\') {
      if (i + 1 == text.size()) throw InputError(column(i), "nothing follows the last '\\'");
      word += text[++i];
    } else if (c == '\'' || c == '"') {
      const std::size_t open = i;
      while (++i < text.size() && text[i] != c) {
        if (c == '"' && text[i] == '\\' && i + 1 < text.size()) ++i;
        word += text[i];
      }
      if (i >= text.size()) throw InputError(column(open), fmt::format("{} is not closed", c));
    } else {
      word += c;
    }
  }
  end_word();
  if (command.words.empty())
    throw InputError("the prover command is empty", "for example 'vampire -t {time} {file}'");
  find_program(command.words.front());
  return command;
}

ProcessJob make_prover_job(const ProverCommand& command, std::string problem,
                           const ProverLimits& limits) {
  require(!command.words.empty(), "a prover command without words");
  ProcessJob job;
  if (command.reads_file) {
    job.scratch.directory = new_scratch_name();
    job.scratch.file = job.scratch.directory + "/problem.p";
    job.scratch.text = std::move(problem);
  } else {
    job.input = std::move(problem);
  }
  const auto value = [&](std::string_view name) {
    if (name == "file") return job.scratch.file;
    if (name == "time") return fmt::format("{:.0f}", std::max(1.0, std::ceil(limits.time_s)));
    return fmt::format("{}", std::max<std::uint64_t>(1, limits.memory_bytes >> 20));
  };
  for (const std::string& word : command.words) job.arguments.push_back(fill(word, 0, value));
  job.limits.wall_s =
      std::min(limits.wall_s, limits.cpu_time ? 6 * limits.time_s + 1 : limits.time_s);
  job.limits.cpu_s = limits.cpu_time ? limits.time_s : 0;
  job.limits.memory_bytes = limits.memory_bytes;
  job.limits.memory_limit = limits.memory_limit;
  return job;
}

ProverResult read_prover_result(const ProverCommand& command, const ProcessResult& process,
                                bool has_conjecture) {
  const ProverProfile& profile = profile_of(command);
  SzsAnswer answer = read_szs(process.output, profile.smt_words);
  if (answer.status == "Satisfiable" && has_conjecture && !profile.of_negation &&
      answer.verdict == Verdict::refuted)
    answer.verdict = Verdict::gave_up;  // by SZS, axioms and conjecture have a model: no news
  if (answer.verdict == Verdict::refuted && skips_formulas(process.error))
    answer.verdict = Verdict::gave_up;
  ProverResult result;
  result.status = answer.status;
  result.ending = process.ending;
  result.cpu_s = process.cpu_s;
  result.wall_s = process.wall_s;
  result.peak_memory_bytes = process.peak_memory_bytes;
  result.verdict = answer.verdict;
  // What was decided before the end stays decided; otherwise how it ended says more.
  if (answer.verdict != Verdict::proved && answer.verdict != Verdict::refuted &&
      answer.contradiction.empty()) {
    switch (process.ending) {
      case Ending::wall_limit:
      case Ending::cpu_limit:
        result.verdict = Verdict::out_of_time;
        break;
      case Ending::memory_limit:
        result.verdict = Verdict::out_of_memory;
        break;
      case Ending::cancelled:
        result.verdict = Verdict::cancelled;
        break;
      case Ending::output_limit:
      case Ending::process_limit:
      case Ending::not_started:
      case Ending::lost:
        result.verdict = Verdict::failed;
        break;
      case Ending::signalled:
        if (answer.status.empty() && process.signal == SIGXCPU)
          result.verdict = Verdict::out_of_time;
        break;
      case Ending::exited:
        break;
    }
  }
  if (result.verdict == Verdict::failed) result.message = why_failed(process, answer);
  if (result.verdict == Verdict::proved) {
    switch (profile.used_axioms) {
      case UsedAxioms::core:
        result.used = names_of_core(answer.proof);
        break;
      case UsedAxioms::listed:
        result.used = names_of_spass(process.output);
        break;
      case UsedAxioms::nowhere:
        break;
      case UsedAxioms::derivation:
      case UsedAxioms::unknown:
        result.used = used_axioms(answer.proof);
        result.needs_goal = !needs_no_goal(answer.proof);
        break;
    }
    if (says_contradictory_axioms(answer.status)) result.needs_goal = false;
    result.proof = std::move(answer.proof);
  }
  return result;
}

}  // namespace winnow
