#include "rank/problem_question.h"

#include "term/nearest.h"
#include "text/tptp.h"
#include "winnow/error_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace winnow {

namespace {

std::vector<std::string_view> names_of(const Problem& problem) {
  std::vector<std::string_view> names;
  for (const Formula& formula : problem.formulas) names.push_back(formula.name);
  return names;
}

}  // namespace

ProblemQuestion::ProblemQuestion(TermBank& bank, const Problem& problem,
                                 const QuestionOptions& options, const Pool& pool)
    : bank_(bank), pool_(pool), features_(&pool.features()) {
  choose_goal(problem, options);
  collect(problem, options);
}

void ProblemQuestion::choose_goal(const Problem& problem, const QuestionOptions& options) {
  Place at{problem.files.front()};
  if (options.goal.empty()) {
    choose_goals_by_role(problem);
    if (goals_.empty() && !options.goal_needed) return;
    if (goals_.empty())
      throw CodedError(ErrorCode::no_goal, {}, at,
                       "no conjecture, so nothing to rank its axioms for",
                       "any formula of the problem can be the goal");
  } else {
    auto named = std::ranges::find(problem.formulas, options.goal, &Formula::name);
    if (named == problem.formulas.end())
      throw CodedError(ErrorCode::unknown_goal, {options.goal}, at,
                       fmt::format("no formula is called '{}'", options.goal),
                       hint_with_nearest(options.goal, names_of(problem),
                                         "the goal is a formula of the problem"));
    if (role_kind(named->role) == RoleKind::type)
      throw InputError(at, fmt::format("'{}' declares a type and cannot be proved", options.goal));
    goals_.push_back(&*named);
    // One clause of several: what it does not refute, all of them together may.
    whole_goal_ = role_kind(named->role) != RoleKind::negated_conjecture;
  }
  make_goal(at);
}

// Conjectures, all of them; or else the clauses of a negated one; or else questions.
void ProblemQuestion::choose_goals_by_role(const Problem& problem) {
  for (RoleKind kind : {RoleKind::conjecture, RoleKind::negated_conjecture, RoleKind::question}) {
    std::vector<const Formula*> found;
    for (const Formula& formula : problem.formulas)
      if (role_kind(formula.role) == kind) found.push_back(&formula);
    if (goals_.empty()) {
      goals_ = std::move(found);
    } else if (kind == RoleKind::negated_conjecture && !found.empty()) {
      throw CodedError(
          ErrorCode::several_goals, {goals_.front()->name, found.front()->name},
          Place{problem.files.front()},
          fmt::format("'{}' is a conjecture and '{}' a negated one: which is the goal?",
                      goals_.front()->name, found.front()->name),
          "choose one of them, without the other");
    }
  }
}

void ProblemQuestion::make_goal(const Place& at) {
  const Formula& first = *goals_.front();
  bool negated = role_kind(first.role) == RoleKind::negated_conjecture;
  goal_kind_ = negated ? RoleKind::negated_conjecture : RoleKind::conjecture;
  std::vector<TermId> terms;
  bool open = false;
  for (const Formula* goal : goals_) {
    terms.push_back(goal->term);
    open = open || bank_.view().is_open(goal->term);
    goal_name_ += (goal_name_.empty() ? "" : ", ") + goal->name;
    if (negated) (goal_text_ += goal_text_.empty() ? "" : "\n") += goal->text;
  }
  // To a ranker, several goals are one. To a prover, too: all of several conjectures are to be
  // proved, and provers stop at the first. (Free variables are universal in each of them, hence in
  // the conjunction.)
  goal_ = terms.size() == 1
              ? terms.front()
              : bank_.make(bank_.symbols().intern("&", Kind::connective), terms, open);
  if (negated) return;
  auto written = [](const Formula* goal) {
    return goal->language == Language::cnf ? Language::fof : goal->language;
  };
  for (const Formula* goal : goals_)
    if (written(goal) != written(goals_.front()))
      throw CodedError(ErrorCode::several_goals, {first.name, goal->name}, at,
                       fmt::format("the conjectures '{}' and '{}' are in different languages",
                                   first.name, goal->name),
                       "choose one of them");
  // E reads no conjecture in CNF.
  if (terms.size() == 1 && role_kind(first.role) == RoleKind::conjecture && !open &&
      first.language != Language::cnf) {
    goal_text_ = first.text;
    return;
  }
  Formula conjecture = first;
  conjecture.role = "conjecture";
  conjecture.term = goal_;
  goal_text_ = print_closed_tptp(bank_.view(), conjecture);
}

void ProblemQuestion::collect(const Problem& problem, const QuestionOptions& options) {
  std::unordered_set<std::string_view> wanted(options.required.begin(), options.required.end()),
      unseen = wanted;
  auto requires_it = [&](std::string_view name, std::string_view role) {
    unseen.erase(name);
    return wanted.contains(name) ||
           std::ranges::find(options.required_roles, role) != options.required_roles.end();
  };
  FeatureReader reader(bank_.view());
  std::unordered_set<std::uint64_t> own, goal_hashes;
  std::unordered_set<const Formula*> goals(goals_.begin(), goals_.end());
  std::vector<Candidate> candidates;
  std::vector<Origin> origins;
  for (const Formula& formula : problem.formulas) {
    RoleKind kind = role_kind(formula.role);
    if (kind == RoleKind::type) {
      declarations_.push_back(formula.text);
    } else if (goals.contains(&formula)) {
      // A goal is no premise of itself; a clause of a negated one is no axiom that could be.
      if (goal_kind_ == RoleKind::conjecture) goal_hashes.insert(reader.hash(formula.term));
    } else if (kind == RoleKind::axiom) {
      own.insert(reader.hash(formula.term));
      candidates.push_back({formula.name, formula.text, requires_it(formula.name, formula.role)});
      origins.push_back({formula.term, Pool::kNone, reader.hash(formula.term)});
    } else if (kind == RoleKind::other) {
      notes_.push_back(fmt::format("{}:{}: '{}' has the role '{}' and is left out",
                                   problem.files[formula.file], formula.line, formula.name,
                                   formula.role));
    }
  }
  std::unordered_set<std::string_view> declared(declarations_.begin(), declarations_.end());
  places_.assign(pool_.entries().size(), Pool::kNone);
  for (std::uint32_t i = 0; i < pool_.entries().size(); ++i) {
    const Pool::Entry& entry = pool_.entries()[i];
    if (entry.is_type()) {
      if (declared.insert(entry.text).second) declarations_.push_back(entry.text);
    } else if (own.contains(entry.hash)) {
      continue;
    } else if (goal_hashes.contains(entry.hash)) {
      notes_.push_back(fmt::format("'{}' of the {} is the goal itself and is left out", entry.name,
                                   entry.row != Pool::kNone ? "index" : "library"));
    } else {
      places_[i] = static_cast<std::uint32_t>(candidates_.size());
      candidates_.push_back({entry.name, entry.text, requires_it(entry.name, entry.role)});
      origins_.push_back({std::nullopt, i, entry.hash});
    }
  }
  candidates_.insert(candidates_.end(), candidates.begin(), candidates.end());
  origins_.insert(origins_.end(), origins.begin(), origins.end());
  if (!unseen.empty()) {
    std::string_view missing = *std::ranges::min_element(unseen);
    std::vector<std::string_view> names;
    for (const Candidate& each : candidates_) names.push_back(each.name);
    throw CodedError(
        ErrorCode::unknown_axiom, {std::string(missing)}, Place{problem.files.front()},
        fmt::format("no axiom is called '{}'", missing),
        hint_with_nearest(missing, names, "required are axioms of the problem or the index"));
  }
}

void ProblemQuestion::add_features(const Stop& stop) {
  MappedFeatureReader reader(bank_.view(), features_);
  documents_.clear();  // of an attempt that took too long
  symbols_ = goal_symbols_ = {};
  StopPoll poll(stop);
  std::vector<Pool::OwnCandidate> own;
  std::uint32_t prepared = pool_.symbols().size();
  documents_.reserve(origins_.size());
  for (std::uint32_t i = 0; i < origins_.size(); ++i) {
    poll();
    if (origins_[i].entry != Pool::kNone) {
      documents_.push_back(pool_.entries()[origins_[i].entry].set);
    } else {
      documents_.push_back(prepared + symbols_.size());
      reader.add(*origins_[i].term, symbols_);
      own.push_back({origins_[i].hash, i});
    }
  }
  reader.add(goal_, goal_symbols_);
  stop.check();
  if (pool_.proofs() != nullptr) proofs_ = pool_.proofs_over(places_, own, documents_);
  has_features_ = true;
}

// Formulas of a pool are text until somebody asks for their terms.
std::vector<TermId> ProblemQuestion::terms(std::span<const std::uint32_t> candidates,
                                           const Stop& stop) {
  TptpParser parser(bank_);
  std::vector<TermId> result;
  StopPoll poll(stop);
  for (std::uint32_t each : candidates) {
    poll();
    std::optional<TermId>& term = origins_[each].term;
    if (!term)
      term = parser.parse(candidates_[each].text, Place{std::string(candidates_[each].name)}).term;
    result.push_back(*term);
  }
  return result;
}

// The pool's encodings where they are, the others computed.
template <class Score>
std::vector<float> ProblemQuestion::with_encodings(PoolEncodings& encodings, const Stop& stop,
                                                   Score&& score) {
  const Network& network = encodings.network();
  std::vector<std::uint32_t> own;
  for (std::uint32_t i = 0; i < origins_.size(); ++i)
    if (origins_[i].entry == Pool::kNone) own.push_back(i);
  std::vector<TermId> premises = terms(own, stop);
  std::vector<float> fresh = network.encode(bank_.view(), premises, {}, stop);
  std::span<const float* const> known = encodings.rows(stop);
  std::vector<const float*> rows(candidates_.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (origins_[i].entry != Pool::kNone) rows[i] = known[origins_[i].entry];
  for (std::size_t n = 0; n < own.size(); ++n) rows[own[n]] = fresh.data() + n * network.width();
  return score(std::span<const float* const>(rows));
}

Evidence ProblemQuestion::evidence(PoolEncodings* encodings, const Stop& stop) {
  require(!goals_.empty(), "evidence without a goal");
  if (!has_features_) add_features(stop);
  Evidence evidence;
  evidence.candidates = static_cast<std::uint32_t>(candidates_.size());
  evidence.documents = documents_;
  evidence.symbols = {pool_.symbols(), symbols_};
  evidence.features = features_.size();
  evidence.goal_symbols = goal_symbols_[0];
  evidence.proofs = proofs_ ? &*proofs_ : nullptr;
  if (encodings == nullptr) return evidence;
  const Network& network = encodings->network();
  if (network.retrieves()) {
    evidence.retrieve = [this, encodings, stop] {
      return with_encodings(*encodings, stop, [&](auto rows) {
        return encodings->network().retrieve(rows, bank_.view(), goal_, stop);
      });
    };
    evidence.known = [this, encodings] {
      return features_.flags([&](std::uint64_t hash) { return encodings->network().knows(hash); });
    };
  }
  if (network.classifies())
    evidence.without_attention = [this, encodings, stop] {
      return with_encodings(*encodings, stop, [&](auto rows) {
        std::vector<std::uint64_t> keys;
        keys.reserve(origins_.size());
        for (const Origin& origin : origins_) keys.push_back(origin.hash);
        return encodings->network().without_attention(rows, keys, bank_.view(), goal_, stop);
      });
    };
  if (!network.reranks()) return evidence;
  if (network.reranks_lists()) {
    evidence.list_best = network.model().config().rerank;
    evidence.list_group = network.model().config().rerank_group;
  }
  evidence.rerank = [this, network = &encodings->network(),
                     stop](std::span<const std::uint32_t> chosen) {
    std::vector<TermId> premises = terms(chosen, stop);
    return network->rerank(bank_.view(), premises, goal_, stop);
  };
  return evidence;
}

}  // namespace winnow
