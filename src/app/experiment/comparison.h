// app/experiment/comparison.h - what the results of a prover experiment say.
// in: one outcome per problem and arm     out: a text report, and a cactus plot as SVG
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

struct SliceOutcome {
  std::uint64_t k = 0;
  bool all = false;
  std::string verdict;
  double cpu_s = 0;
  std::string ranker;        // whose best k they are
  std::string prover = {};   // with its strategy
  std::uint64_t wanted = 0;  // the k that was asked for, which may be more than there are
};

// An axiom that a proof uses.
struct OutcomeAxiom {
  std::string name;
  std::string file = {};  // where it stands, if it is not from an index
  std::uint64_t line = 0;
  std::string fingerprint = {};  // of its text; "" in older results
};
// Of a file's bytes, or of a whole annotated formula as it stands in a file or an index.
std::string text_fingerprint(std::string_view text);

struct Outcome {
  std::string problem, arm;
  std::uint64_t candidates = 0;
  bool proved = false;
  double cpu_s = 0;  // until the proof, or until it was given up
  double ranking_s = 0;
  std::vector<SliceOutcome> slices;
  std::vector<double>
      recall;  // of the known premises at each k by the first ranker; empty: the arm has none
  double wall_s = 0;
  std::string status = {}, prover = {};  // the SZS word; the run that decided
  std::string check = {};  // "confirmed", "contradicted" or "unconfirmed"; "": nobody was asked
  std::string fingerprint = {};  // of the problem's file, if it has one: another text is not done
  std::map<std::string, std::string> read = {};  // the same of what it includes, and of libraries
  std::vector<OutcomeAxiom> axioms = {};         // of a proof, if its prover names them
};

// Outcomes as lines of JSON, and back; a line that was cut off when a run was killed is no outcome.
std::string to_json_line(const Outcome& outcome);
bool from_json_line(std::string_view line, Outcome& outcome);

// Solved per arm and per slice, the union, time to proof, p values, recall at each k. Only
// problems that all arms have been run on count.
std::string report_text(const std::vector<Outcome>& outcomes, const std::vector<std::string>& arms,
                        const std::vector<std::size_t>& ks);

// For outcomes of every slice: so many slices, of any arm, that solve most together, chosen one
// after another, each for what the ones before it do not solve.
std::string best_slices_text(const std::vector<Outcome>& outcomes,
                             const std::vector<std::string>& arms, std::size_t count);

// Problems solved (x) within so much CPU time (y), a line for each arm.
std::string cactus_svg(const std::vector<Outcome>& outcomes, const std::vector<std::string>& arms,
                       double limit_s);

}  // namespace winnow
