#include "app/experiment/own_proofs.h"

#include "app/experiment/result_lines.h"
#include "data/table_text.h"
#include "rank/index_set.h"
#include "rank/problem_goal.h"
#include "text/tptp.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace winnow {

namespace {

namespace fs = std::filesystem;

struct OwnProof {
  Outcome outcome;
  RunInputs inputs;
};

// By the problem's file and the formula that is the goal, "" if it is the conjecture.
using ProofTable = std::map<std::pair<std::string, std::string>, std::vector<OwnProof>>;

bool uses_less(const OwnProof& a, const OwnProof& b) {
  // What follows the count only makes the order of the folders of no account.
  const auto key = [](const OwnProof& proof) {
    std::vector<std::string_view> names;
    for (const OutcomeAxiom& axiom : proof.outcome.axioms) names.push_back(axiom.name);
    return std::tuple(names.size(), std::move(names), proof.inputs.index,
                      proof.inputs.include_folders);
  };
  return key(a) < key(b);
}

ProofTable proofs_in(const std::vector<std::string>& folders) {
  ProofTable proofs;
  for (const std::string& folder : folders) {
    Results results = read_results(folder);
    for (Outcome& outcome : results.outcomes) {
      if (!outcome.proved) continue;
      const RunInputs& inputs = results.inputs[outcome.arm];
      const std::string file = fs::path(outcome.problem).lexically_normal();
      proofs[{file, inputs.goal}].push_back({std::move(outcome), inputs});
    }
  }
  for (auto& [problem, several] : proofs) std::ranges::stable_sort(several, uses_less);
  return proofs;
}

// Libraries of runs, each opened once, and their formulas by name.
class NamedLibraries {
 public:
  // The whole annotated formula; "" if there is none, or no such library any more.
  std::string_view text(const std::vector<std::string>& files, const std::string& name) {
    if (files.empty()) return {};
    auto [at, is_new] = libraries_.try_emplace(files);
    if (is_new) at->second = open(files);
    if (at->second == nullptr) return {};
    const auto found = at->second->rows.find(name);
    return found == at->second->rows.end() ? std::string_view()
                                           : at->second->index.text(found->second);
  }

 private:
  struct Library {
    IndexSet index;
    std::unordered_map<std::string_view, std::uint32_t> rows;  // of one name the first
  };

  static std::unique_ptr<Library> open(const std::vector<std::string>& files) {
    const auto is_there = [](const std::string& file) {  // a pipe is gone
      std::error_code none;
      return fs::is_regular_file(file, none);
    };
    if (!std::ranges::all_of(files, is_there)) return nullptr;
    auto library = std::make_unique<Library>(Library{IndexSet::open(files), {}});
    for (std::uint32_t row = 0; row < library->index.size(); ++row)
      if (!library->index.is_type(row)) library->rows.try_emplace(library->index.name(row), row);
    return library;
  }

  std::map<std::vector<std::string>, std::unique_ptr<Library>> libraries_;
};

// Why a proof cannot be used.
enum class LeftOut : std::uint8_t { changed, unreadable, no_goal, unnamed, unknown };

std::string reason(LeftOut why) {
  switch (why) {
    case LeftOut::changed:
      return "was changed since, or is gone";
    case LeftOut::unreadable:
      return "cannot be read any more";
    case LeftOut::no_goal:
      return "was proved without its conjecture";
    case LeftOut::unnamed:
      return "has a proof that names no axioms";
    case LeftOut::unknown:
      return "used an axiom that is not found any more";
  }
  throw ContractError("a reason without words", std::source_location::current());
}

// A proof that cannot be used: what it lacks, as a value, since the next one may have it.
struct Unusable {
  LeftOut why;
  std::string what;  // the axiom, the message; "": nothing more is known
};

class OwnProofReader {
 public:
  OwnProofReader(const OwnProofsOptions& options, TermBank& bank, StoreWriter& writer)
      : options_(options), bank_(bank), writer_(writer), parser_(bank) {}

  std::optional<Unusable> add(const std::string& name, const OwnProof& proof) {
    const Outcome& outcome = proof.outcome;
    if (outcome.status == "ContradictoryAxioms") return Unusable{LeftOut::no_goal, ""};
    if (outcome.fingerprint.empty() || outcome.fingerprint != fingerprint_of(outcome.problem))
      return Unusable{LeftOut::changed, ""};
    if (outcome.axioms.empty()) return Unusable{LeftOut::unnamed, ""};
    try {
      return read(name, proof);
    } catch (const InputError& error) {
      return Unusable{LeftOut::unreadable, error.what()};
    }
  }

 private:
  std::optional<Unusable> read(const std::string& name, const OwnProof& proof) {
    const Problem problem = named_formulas(proof);
    const ProblemGoal goal = goal_of(bank_, problem, proof.inputs.goal, false);
    if (goal.formulas.empty()) return Unusable{LeftOut::no_goal, ""};
    std::vector<Formula> used;
    for (const OutcomeAxiom& axiom : proof.outcome.axioms) {
      std::optional<Formula> found = find(axiom, problem, proof.inputs.index);
      if (!found) return Unusable{LeftOut::unknown, axiom.name};
      used.push_back(std::move(*found));
    }
    const FormulaId conjecture =
        writer_.add_formula(goal.term, goal.formulas.front()->language, goal.name);
    std::vector<Premise> premises;
    for (const Formula& formula : used) {
      const FormulaId id = writer_.add_formula(formula.term, formula.language, formula.name);
      if (std::ranges::find(premises, id, &Premise::formula) == premises.end())
        premises.push_back({id, true});
    }
    writer_.add_example({name, writer_.add_split("train"), conjecture, premises, {}});
    return {};
  }

  // Of a problem, which may include a library, only what the proof is about becomes terms.
  Problem named_formulas(const OwnProof& proof) const {
    std::set<std::string_view> names = {proof.inputs.goal};
    for (const OutcomeAxiom& axiom : proof.outcome.axioms) names.insert(axiom.name);
    TptpOptions how;
    how.include_folders = options_.include_folders;
    how.include_folders.insert(how.include_folders.end(), proof.inputs.include_folders.begin(),
                               proof.inputs.include_folders.end());
    how.take = [&](const Formula& formula) {
      return names.contains(formula.name) || is_goal(role_kind(formula.role));
    };
    return read_tptp(proof.outcome.problem, bank_, how);
  }

  // Where it stood, or else whatever has its name: first where the proof had it from.
  std::optional<Formula> find(const OutcomeAxiom& axiom, const Problem& problem,
                              const std::vector<std::string>& index) {
    const Formula* named = nullptr;
    for (const Formula& formula : problem.formulas) {
      if (formula.name != axiom.name || role_kind(formula.role) != RoleKind::axiom) continue;
      if (formula.line == axiom.line && problem.files[formula.file] == axiom.file) return formula;
      if (named == nullptr) named = &formula;
    }
    if (named != nullptr && !axiom.file.empty()) return *named;
    if (const std::string_view text = libraries_.text(index, axiom.name); !text.empty())
      return parser_.parse(text, Place{axiom.name});
    return named != nullptr ? std::optional(*named) : std::nullopt;
  }

  const OwnProofsOptions& options_;
  TermBank& bank_;
  StoreWriter& writer_;
  TptpParser parser_;
  NamedLibraries libraries_;
};

// Counts what is left out, and remembers the first of each kind.
class LeftOutList {
 public:
  void add(const std::string& problem, const Unusable& unusable) {
    auto [at, is_first] = kinds_.try_emplace(unusable.why);
    ++at->second.count;
    if (!is_first) return;
    at->second.first = fmt::format("{} {}{}{}", escaped(problem), reason(unusable.why),
                                   unusable.what.empty() ? "" : ": ", escaped(unusable.what));
  }
  std::vector<std::string> lines() const {
    std::vector<std::string> lines;
    for (const auto& [why, kind] : kinds_)
      lines.push_back(kind.count == 1 ? fmt::format("1 proof is left out: {}", kind.first)
                                      : fmt::format("{} proofs are left out, the first since {}",
                                                    kind.count, kind.first));
    return lines;
  }

 private:
  struct Kind {
    std::size_t count = 0;
    std::string first;
  };
  std::map<LeftOut, Kind> kinds_;
};

}  // namespace

OwnProofsReport import_own_proofs(const std::vector<std::string>& folders,
                                  const OwnProofsOptions& options, TermBank& bank,
                                  StoreWriter& writer) {
  require(!folders.empty(), "no folder of results");
  const ProofTable proofs = proofs_in(folders);
  if (proofs.empty())
    throw InputError(Place{folders.front()}, "no problem was proved",
                     "'winnow prove PROBLEMS --out DIR' with more --time may prove some");
  OwnProofsReport report{.proved = proofs.size(), .warnings = {}};
  OwnProofReader reader(options, bank, writer);
  LeftOutList left_out;
  std::uint64_t done = 0;
  for (const auto& [problem, several] : proofs) {
    if (options.progress) options.progress(done++, proofs.size());
    const auto& [file, goal] = problem;
    const std::string name = goal.empty() ? file : fmt::format("{} {}", file, goal);
    std::optional<Unusable> first;  // of the best one
    bool is_there = false;
    for (const OwnProof& proof : several) {
      std::optional<Unusable> unusable = reader.add(name, proof);
      is_there = !unusable;
      if (is_there) break;
      if (!first) first = std::move(unusable);
    }
    if (!is_there) left_out.add(name, *first);
  }
  if (options.progress) options.progress(done, proofs.size());
  report.warnings = left_out.lines();
  if (writer.examples() == 0)
    throw InputError(Place{folders.front()},
                     fmt::format("no proof can be used: {}", report.warnings.front()),
                     "run it where 'winnow prove' ran; what was changed is proved again by the "
                     "same 'winnow prove PROBLEMS --out DIR'");
  return report;
}

}  // namespace winnow
