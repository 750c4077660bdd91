// fuzz/prover_output_fuzz.cc - any bytes as a prover's output: an answer that is the same each
// time. Statuses that contradict each other never give a verdict; a verdict is never made of
// nothing; the axioms of a proof are the same when a proof that names only them is read.
#include "checks.h"
#include "prover/prover.h"
#include "prover/szs.h"
#include "prover/used_axioms.h"

#include <set>

using namespace winnow;

namespace {

bool decides(Verdict verdict) { return verdict == Verdict::proved || verdict == Verdict::refuted; }

// The verdicts of all lines "% SZS status WORD", read plainly.
std::set<Verdict> claimed(std::string_view output) {
  std::set<Verdict> verdicts;
  for (std::size_t start = 0; start < output.size();) {
    std::size_t end = std::min(output.find('\n', start), output.size());
    std::string_view line = output.substr(start, end - start);
    start = end + 1;
    constexpr std::string_view kKey = "% SZS status ";
    if (!line.starts_with(kKey)) continue;
    line.remove_prefix(kKey.size());
    std::string_view word = line.substr(0, line.find(' '));
    if (Verdict verdict = verdict_of_status(word); decides(verdict)) verdicts.insert(verdict);
  }
  return verdicts;
}

std::string quoted(std::string_view name) {
  std::string text = "'";
  for (char c : name) {
    if (c == '\'' || c == '\\') text += '\\';
    text += c;
  }
  return text + "'";
}

void check_axioms(std::string_view proof) {
  std::vector<std::string> names = used_axioms(proof);
  std::string plain;
  for (const std::string& name : names)
    plain += "fof(c, axiom, p, file('problem.p', " + quoted(name) + ")).\n";
  fuzz::check(used_axioms(plain) == names, "the axioms of a proof are read back");
  fuzz::check(std::set<std::string>(names.begin(), names.end()).size() == names.size(),
              "each axiom is named once");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view output(reinterpret_cast<const char*>(data), size);
  SzsAnswer answer = read_szs(output), again = read_szs(output);
  fuzz::check(answer.status == again.status && answer.verdict == again.verdict &&
                  answer.proof == again.proof,
              "the same output gives the same answer");
  if (claimed(output).size() == 2)
    fuzz::check(!decides(answer.verdict), "a contradiction decides nothing");
  if (decides(answer.verdict)) fuzz::check(!answer.status.empty(), "a verdict has a status");
  if (!answer.contradiction.empty())
    fuzz::check(answer.verdict == Verdict::failed, "a contradiction is a failure");
  if (decides(read_szs(output, true).verdict) && decides(answer.verdict))
    fuzz::check(read_szs(output, true).verdict == answer.verdict, "more words change no verdict");
  needs_no_goal(answer.proof);
  check_axioms(output);
  check_axioms(answer.proof);
  for (Ending ending : {Ending::exited, Ending::signalled, Ending::wall_limit, Ending::lost}) {
    ProcessResult process;
    process.output = output;
    process.ending = ending;
    ProverResult result = read_prover_result(ProverCommand{{"prover"}, false}, process);
    if (decides(result.verdict))
      fuzz::check(result.verdict == answer.verdict, "how it ends proves nothing");
    fuzz::check(result.message.find('\n') == std::string::npos, "a message is one line");
  }
  return 0;
}
