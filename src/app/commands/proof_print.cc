#include "app/commands/proof_print.h"

#include "app/cli/json.h"
#include "app/cli/table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace winnow {
namespace {

using Json = nlohmann::ordered_json;

// From so many axioms on they are a library, of which somebody may have kept proofs.
constexpr std::size_t kLibrary = 1000;

std::string place_of(const UsedAxiom& axiom) {
  if (axiom.file.empty()) return "index";
  return fmt::format("{}:{}", escaped(axiom.file), axiom.line);
}

std::string axioms_of(const ProofCheck& said) {
  return fmt::format("{} axiom{}", said.axioms, said.axioms == 1 ? "" : "s");
}

// Of those that a ranking chooses from, and those that are in every run.
std::string all_of(std::size_t axioms) {
  if (axioms == 0) return "no axioms";
  return axioms == 1 ? "the only axiom" : fmt::format("all {} axioms", axioms);
}

}  // namespace

std::string run_name(const ProofSlice& slice) {
  const std::string prover = on_one_line(slice.prover);  // it may be a command of the user's
  if (slice.all) return prover + " on all axioms";
  return fmt::format("{} on the best {} by {}", prover, slice.k, slice.ranker);
}

std::string check_line(const ProofCheck& said) {
  if (said.prover.empty()) return "not confirmed: there is no second prover";
  if (said.opinion == "confirmed")
    return fmt::format("confirmed by {} from {}, {:.2f} s", said.prover, axioms_of(said),
                       said.cpu_s);
  if (said.opinion == "contradicted")
    return fmt::format("CONTRADICTED by {}: it says {} of the {} axioms that the proof uses",
                       said.prover, said.status, said.axioms);
  return fmt::format("not confirmed: {} could not prove it from {}: {}{}{}", said.prover,
                     axioms_of(said), said.status, said.message.empty() ? "" : ", ", said.message);
}

std::string szs_line(std::string_view status, const std::string& problem) {
  return fmt::format("% SZS status {} for {}\n", status, escaped(problem));
}

std::string proof_text(const Proof& proof, const std::string& problem, bool with_derivation,
                       double seconds) {
  std::string text = szs_line(proof.status, problem);
  if (proof.decided_by) {
    const ProofSlice& slice = proof.slices[*proof.decided_by];
    const std::string prover = on_one_line(slice.prover);
    text += slice.all
                ? fmt::format("% {} on {}, {:.2f} s\n", prover, all_of(proof.candidates), seconds)
                : fmt::format("% {} on the best {} of {} axioms by {}, {:.2f} s\n", prover, slice.k,
                              proof.candidates, slice.ranker, seconds);
  }
  if (proof.check) text += fmt::format("% {}\n", check_line(*proof.check));
  if (proof.verdict == Verdict::proved && !proof.used.empty()) {
    text += fmt::format("% axioms used: {}{}\n", proof.used.size(),
                        proof.minimal ? ", none of which can be left out" : "");
    for (const UsedAxiom& axiom : proof.used)
      text += fmt::format("%   {}  {}\n", place_of(axiom), on_one_line(axiom.text));
  }
  if (with_derivation && !proof.text.empty())
    text += fmt::format("% SZS output start Proof for {0}\n{1}{2}% SZS output end Proof for {0}\n",
                        escaped(problem), proof.text, proof.text.ends_with('\n') ? "" : "\n");
  return text;
}

std::string failure_text(const Proof& proof) {
  if (proof.verdict != Verdict::failed || proof.message.empty()) return {};
  return (proof.slices.empty() ? "" : "the prover failed: ") + proof.message;
}

std::string proof_json(const Proof& proof, const std::string& problem, int indent) {
  Json slices = Json::array();
  for (const ProofSlice& slice : proof.slices)
    slices.push_back({{"prover", slice.prover},
                      {"k", slice.k},
                      {"all", slice.all},
                      {"ranker", slice.ranker},
                      {"verdict", to_string(slice.verdict)},
                      {"status", slice.status},
                      {"limit_s", slice.limit_s},
                      {"cpu_s", slice.cpu_s},
                      {"wall_s", slice.wall_s}});
  Json json = {{"problem", problem},         {"status", proof.status},
               {"goal", proof.goal},         {"candidates", proof.candidates},
               {"ranker", proof.ranker},     {"ranking_s", proof.ranking_s},
               {"cpu_s", proof.cpu_s},       {"wall_s", proof.wall_s},
               {"slices", std::move(slices)}};
  if (proof.decided_by) json["decided_by"] = *proof.decided_by;
  if (!proof.prover.empty()) json["prover"] = proof.prover;
  if (!proof.message.empty()) json["message"] = proof.message;
  if (!proof.warnings.empty()) json["warnings"] = proof.warnings;
  if (proof.verdict == Verdict::proved) {
    json["axioms"] = proof.axioms;
    json["used"] = Json::array();
    for (const UsedAxiom& axiom : proof.used)
      json["used"].push_back(
          {{"name", axiom.name}, {"file", axiom.file}, {"line", axiom.line}, {"text", axiom.text}});
    if (!proof.declarations.empty()) json["declarations"] = proof.declarations;
    json["minimal"] = proof.minimal;
    if (!proof.text.empty()) json["proof"] = proof.text;
  }
  if (proof.check)
    json["check"] = {{"opinion", proof.check->opinion},
                     {"prover", proof.check->prover},
                     {"status", proof.check->status},
                     {"axioms", proof.check->axioms},
                     {"cpu_s", proof.check->cpu_s}};
  return print_json(json, indent) + "\n";
}

std::vector<std::string> after_failure(const Proof& proof, double time_limit_s, bool knows_proofs) {
  std::map<std::string, std::set<std::size_t>> tried;  // by prover
  for (const ProofSlice& slice : proof.slices) tried[slice.prover].insert(slice.k);
  std::vector<std::string> lines;
  for (const auto& [prover, sizes] : tried) {
    std::string line = fmt::format("tried {} on the best", prover);
    for (const std::size_t k : sizes) line += fmt::format(" {}", k);
    lines.push_back(std::move(line));
  }
  if (proof.verdict != Verdict::out_of_time && proof.verdict != Verdict::gave_up) return lines;
  std::vector<std::string> hints = {fmt::format("--time {:.0f}s", std::max(1.0, 4 * time_limit_s))};
  // Provers that had all axioms lacked none.
  if (!std::ranges::all_of(proof.slices, &ProofSlice::all)) {
    if (!knows_proofs && proof.candidates >= kLibrary)
      hints.emplace_back("--proofs STORE with earlier proofs of this library");
    hints.emplace_back("--require NAME for axioms that you know are needed");
  }
  lines.push_back(fmt::format("try {}", fmt::join(hints, ", or ")));
  return lines;
}

}  // namespace winnow
