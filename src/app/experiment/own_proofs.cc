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
#include <variant>

namespace winnow {

namespace {

namespace fs = std::filesystem;

struct OwnProof {
  Outcome outcome;
  RunInputs inputs;
};

// By the problem and the formula that is the goal, "" if it is the conjecture.
using ProofTable = std::map<std::pair<std::string, std::string>, std::vector<OwnProof>>;

bool uses_less(const OwnProof& a, const OwnProof& b) {
  // What follows the count only makes the order of the folders of no account.
  const auto key = [](const OwnProof& proof) {
    std::vector<std::string_view> names;
    for (const OutcomeAxiom& axiom : proof.outcome.axioms) names.push_back(axiom.name);
    return std::tuple(names.size(), std::move(names), proof.inputs.index,
                      proof.inputs.include_folders, std::string_view(proof.outcome.problem));
  };
  return key(a) < key(b);
}

std::string spelling(const OwnProof& proof) {
  return fs::path(proof.outcome.problem).lexically_normal();
}

// However it is spelled: d/three.p and /home/me/d/three.p are one problem.
std::string file_of(const OwnProof& proof) {
  std::error_code failed;
  const fs::path file = fs::absolute(proof.outcome.problem, failed);
  const fs::path canonical = fs::weakly_canonical(file, failed);
  return failed ? spelling(proof) : canonical.string();
}

// Of several the shortest, which does not depend on the order of the folders.
std::string name_of(const std::vector<OwnProof>& several) {
  std::set<std::pair<std::size_t, std::string>> spellings;
  for (const OwnProof& proof : several) {
    const std::string spelled = spelling(proof);
    spellings.emplace(spelled.size(), spelled);
  }
  return spellings.begin()->second;
}

ProofTable proofs_in(const std::vector<std::string>& folders) {
  ProofTable by_file, by_name;
  for (const std::string& folder : folders) {
    Results results = read_results(folder);
    for (Outcome& outcome : results.outcomes) {
      if (!outcome.proved) continue;
      const RunInputs& inputs = results.inputs[outcome.arm];
      OwnProof proof{std::move(outcome), inputs};
      by_file[{file_of(proof), inputs.goal}].push_back(std::move(proof));
    }
  }
  for (auto& [problem, several] : by_file) {
    std::ranges::stable_sort(several, uses_less);
    by_name[{name_of(several), problem.second}] = std::move(several);
  }
  return by_name;
}

// Clauses of a negated conjecture, each a goal, are together a conjunction, which is no clause.
Language language_of(const ProblemGoal& goal) {
  for (const Formula* each : goal.formulas)
    if (each->language != Language::cnf) return each->language;
  return goal.formulas.size() == 1 ? Language::cnf : Language::fof;
}

// Libraries of runs, each opened once, and their formulas by name.
class NamedLibraries {
 public:
  // Whole annotated formulas; none if nothing has the name, or there is no such library any more.
  std::vector<std::string_view> texts(const std::vector<std::string>& files,
                                      const std::string& name) {
    if (files.empty()) return {};
    auto [at, is_new] = libraries_.try_emplace(files);
    if (is_new) at->second = open(files);
    if (at->second == nullptr) return {};
    std::vector<std::string_view> found;
    const auto [first, end] = at->second->rows.equal_range(name);
    for (auto row = first; row != end; ++row) found.push_back(at->second->index.text(row->second));
    return found;
  }

 private:
  struct Library {
    IndexSet index;
    std::unordered_multimap<std::string_view, std::uint32_t> rows;
  };

  static std::unique_ptr<Library> open(const std::vector<std::string>& files) {
    const auto is_there = [](const std::string& file) {  // a pipe is gone
      std::error_code none;
      return fs::is_regular_file(file, none);
    };
    if (!std::ranges::all_of(files, is_there)) return nullptr;
    auto library = std::make_unique<Library>(Library{IndexSet::open(files), {}});
    for (std::uint32_t row = 0; row < library->index.size(); ++row)
      if (!library->index.is_type(row)) library->rows.emplace(library->index.name(row), row);
    return library;
  }

  std::map<std::vector<std::string>, std::unique_ptr<Library>> libraries_;
};

// Why a proof cannot be used.
enum class LeftOut : std::uint8_t {
  changed,
  axiom_changed,
  unreadable,
  no_goal,
  unnamed,
  untold,
  unknown
};

std::string reason(LeftOut why) {
  switch (why) {
    case LeftOut::changed:
      return "was changed since, or is gone";
    case LeftOut::axiom_changed:
      return "used an axiom that was changed since";
    case LeftOut::unreadable:
      return "cannot be read any more";
    case LeftOut::no_goal:
      return "was proved without its conjecture";
    case LeftOut::unnamed:
      return "has a proof that names no axioms";
    case LeftOut::untold:
      return "used a formula of which older results keep no fingerprint";
    case LeftOut::unknown:
      return "used an axiom that is not found any more";
  }
  throw ContractError("a reason without words", std::source_location::current());
}

// What makes proofs that can be used, or finds these. The same run does not do again what stands in
// its folder and did not change.
std::string_view hint_for(LeftOut why) {
  switch (why) {
    case LeftOut::changed:
    case LeftOut::axiom_changed:
      return "run it where 'winnow prove' ran; what was changed is proved again by the same "
             "'winnow prove PROBLEMS --out DIR'";
    case LeftOut::unreadable:
      return "run it where 'winnow prove' ran; --include DIR says where included files are now";
    case LeftOut::no_goal:
      return "axioms that contradict each other prove everything, and there is nothing to learn "
             "from that: mend them, or prove other problems";
    case LeftOut::unnamed:
      return "'winnow prove' with a prover that names its axioms, such as e, into another --out";
    case LeftOut::untold:
      return "'winnow prove' into another --out keeps fingerprints";
    case LeftOut::unknown:
      return "run it where 'winnow prove' ran, with its includes and libraries (--index) where "
             "they were";
  }
  throw ContractError("a reason without a hint", std::source_location::current());
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
    if (auto unusable = check_files(goal, problem, proof.outcome)) return unusable;
    std::vector<Formula> used;
    for (const OutcomeAxiom& axiom : proof.outcome.axioms) {
      auto found = find(axiom, problem, proof.inputs.index);
      if (const auto* why = std::get_if<LeftOut>(&found)) return Unusable{*why, axiom.name};
      used.push_back(std::get<Formula>(std::move(found)));
    }
    const FormulaId conjecture = writer_.add_formula(goal.term, language_of(goal), goal.name);
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

  // A goal may be included; the problem's own file is known to be what it was.
  static std::optional<Unusable> check_files(const ProblemGoal& goal, const Problem& problem,
                                             const Outcome& outcome) {
    for (const Formula* formula : goal.formulas) {
      if (formula->file == 0) continue;
      const std::string& file = problem.files[formula->file];
      const auto was = outcome.read.find(file);
      if (was == outcome.read.end()) return Unusable{LeftOut::untold, formula->name};
      if (was->second != fingerprint_of(file)) return Unusable{LeftOut::changed, file};
    }
    return {};
  }

  // What has the axiom's name and still its text, in the problem or else in a library of the run.
  // Older results keep no fingerprint; then the problem's own file, which did not change, is known.
  std::variant<Formula, LeftOut> find(const OutcomeAxiom& axiom, const Problem& problem,
                                      const std::vector<std::string>& index) {
    const bool is_told = !axiom.fingerprint.empty();
    bool is_named = false;
    for (const Formula& formula : problem.formulas) {
      if (formula.name != axiom.name || role_kind(formula.role) != RoleKind::axiom) continue;
      is_named = true;
      if (is_told ? text_fingerprint(formula.text) == axiom.fingerprint
                  : formula.file == 0 && axiom.file == problem.files.front())
        return formula;
    }
    for (const std::string_view text : libraries_.texts(index, axiom.name)) {
      is_named = true;
      if (is_told && text_fingerprint(text) == axiom.fingerprint)
        return parser_.parse(text, Place{axiom.name});
    }
    if (!is_named) return LeftOut::unknown;
    return is_told ? LeftOut::axiom_changed : LeftOut::untold;
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
  std::string_view hint() const { return hint_for(kinds_.begin()->first); }  // for the first line

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
                     left_out.hint());
  return report;
}

}  // namespace winnow
