#include "prover/szs.h"

#include <algorithm>
#include <optional>

namespace winnow {
namespace {

bool decides(Verdict verdict) { return verdict == Verdict::proved || verdict == Verdict::refuted; }

// What follows `key` in a line such as "% SZS status Theorem for problem"; nothing if the line
// is another one. Text within a line does not count: a formula may quote anything.
std::optional<std::string_view> after(std::string_view line, std::string_view key) {
  const std::size_t start = line.find_first_not_of(" \t%#");
  if (start == std::string_view::npos || line.compare(start, key.size(), key) != 0)
    return std::nullopt;
  line.remove_prefix(start + key.size());
  line.remove_prefix(std::min(line.find_first_not_of(" \t:"), line.size()));
  return line;
}

// Up to a blank or a colon: Theorem-ish is another word than Theorem.
std::string_view first_word(std::string_view text) {
  return text.substr(0, text.find_first_of(" \t\r:"));
}

struct Phrase {
  std::string_view line, status;
};

// How provers speak that do not know SZS. "Unsatisfiable" is of axioms and negated conjecture.
constexpr Phrase kPhrases[] = {
    {"SPASS beiseite: Proof found.", "Unsatisfiable"},
    {"SPASS beiseite: Completion found.", "Satisfiable"},
    {"SPASS beiseite: Ran out of time.", "Timeout"},
    {"SPASS beiseite: Maximal number of loops exceeded.", "GaveUp"},
};
constexpr Phrase kSmtWords[] = {
    {"unsat", "Unsatisfiable"}, {"sat", "Satisfiable"}, {"unknown", "GaveUp"}};

std::string_view status_in(std::string_view line, bool smt_words) {
  if (const auto rest = after(line, "SZS status ")) return first_word(*rest);
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
  for (const Phrase& phrase : kPhrases)
    if (line == phrase.line) return phrase.status;
  if (smt_words)
    for (const Phrase& phrase : kSmtWords)
      if (line == phrase.line) return phrase.status;
  return {};
}

}  // namespace

SzsAnswer read_szs(std::string_view output, bool smt_words) {
  SzsAnswer answer;
  std::size_t proof_start = std::string_view::npos;
  bool memory = false;  // E says ResourceOut for both, and the resource in a line of its own
  for (std::size_t start = 0; start < output.size();) {
    const std::size_t end = std::min(output.find('\n', start), output.size());
    const std::string_view line = output.substr(start, end - start);
    if (const std::string_view status = status_in(line, smt_words); !status.empty()) {
      const Verdict verdict = verdict_of_status(status);
      if (answer.status.empty() || !decides(answer.verdict)) {
        answer.status = status;
        answer.verdict = verdict;
      } else if (decides(verdict) && verdict != answer.verdict && answer.contradiction.empty()) {
        answer.contradiction = status;
      }
    } else if (after(line, "SZS output start")) {
      proof_start = end + 1;
    } else if (after(line, "SZS output end") && proof_start <= start) {
      if (answer.proof.empty()) answer.proof = output.substr(proof_start, start - proof_start);
      proof_start = std::string_view::npos;
    } else if (after(line, "Failure: Resource limit exceeded (memory)")) {
      memory = true;
    }
    start = end + 1;
  }
  if (memory && answer.status == "ResourceOut") answer.verdict = Verdict::out_of_memory;
  if (answer.verdict == Verdict::refuted && skips_formulas(output))
    answer.verdict = Verdict::gave_up;
  if (!answer.contradiction.empty()) {
    answer.verdict = Verdict::failed;
    answer.proof.clear();
  }
  return answer;
}

bool skips_formulas(std::string_view said) {
  return said.find("formula skipped near line") != std::string_view::npos;
}

}  // namespace winnow
