#include "rank/problem_question.h"

#include "text/tptp.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

namespace winnow {

namespace {

bool is_goal_role(std::string_view role) {
  return role == "conjecture" || role == "negated_conjecture";
}

}  // namespace

ProblemQuestion::ProblemQuestion(TermBank& bank, const Problem& problem,
                                 const QuestionOptions& options, const Index* index,
                                 const Store* proofs)
    : bank_(bank), index_(index) {
  choose_goal(problem, options);
  collect(problem, options);
  add_features();
  if (proofs != nullptr) add_proofs(*proofs);
}

void ProblemQuestion::choose_goal(const Problem& problem, const QuestionOptions& options) {
  for (const Formula& formula : problem.formulas)
    if (options.goal.empty() ? is_goal_role(formula.role) : formula.name == options.goal)
      goals_.push_back(&formula);
  Place at{problem.files.front()};
  if (goals_.empty() && options.goal.empty())
    throw InputError(at, "no conjecture, so nothing to rank its axioms for",
                     "--goal NAME takes any formula of the problem as the goal");
  if (goals_.empty())
    throw InputError(at, fmt::format("no formula is called '{}'", options.goal),
                     "--goal takes the name of a formula of the problem");
  if (!options.goal.empty()) goals_.resize(1);
  if (goals_.front()->role == "type")
    throw InputError(at, fmt::format("'{}' declares a type and cannot be proved", options.goal));

  // Several conjectures, or the clauses of a negated one, are one goal to a ranker.
  std::vector<TermId> terms;
  bool open = false;
  for (const Formula* goal : goals_) {
    terms.push_back(goal->term);
    open = open || bank_.view().is_open(goal->term);
    goal_text_ += goal_text_.empty() ? "" : "\n";
    if (is_goal_role(goal->role)) {
      goal_text_ += goal->text;
    } else {
      Formula conjecture = *goal;
      conjecture.role = "conjecture";
      if (conjecture.language == Language::cnf) conjecture.language = Language::fof;
      goal_text_ += print_tptp(bank_.view(), conjecture);
    }
  }
  goal_name_ = goals_.front()->name;
  goal_ = terms.size() == 1
              ? terms.front()
              : bank_.make(bank_.symbols().intern("&", Kind::connective), terms, open);
}

void ProblemQuestion::collect(const Problem& problem, const QuestionOptions& options) {
  std::unordered_set<std::string_view> wanted(options.required.begin(), options.required.end()),
      unseen = wanted;
  auto requires_it = [&](std::string_view name, std::string_view role) {
    unseen.erase(name);
    return wanted.contains(name) || std::ranges::find(options.required_roles, role) !=
                                        options.required_roles.end();
  };
  FeatureReader reader(bank_.view());
  std::unordered_set<std::uint64_t> own;
  std::vector<Candidate> candidates;
  std::vector<Origin> origins;
  own.insert(reader.hash(goals_.front()->term));  // a goal is no premise of itself
  for (const Formula& formula : problem.formulas) {
    if (formula.role == "type") {
      declarations_.push_back(formula.text);
      continue;
    }
    bool is_goal = std::ranges::find(goals_, &formula) != goals_.end();
    if (is_goal || is_goal_role(formula.role)) continue;
    own.insert(reader.hash(formula.term));
    candidates.push_back({formula.name, formula.text, requires_it(formula.name, formula.role)});
    origins.push_back({formula.term, kNowhere, reader.hash(formula.term)});
  }
  for (std::uint32_t i = 0; index_ != nullptr && i < index_->size(); ++i) {
    if (index_->is_type(i)) {
      if (std::ranges::find(declarations_, index_->text(i)) == declarations_.end())
        declarations_.push_back(index_->text(i));
    } else if (!own.contains(index_->hash(i))) {
      candidates_.push_back({index_->name(i), index_->text(i), requires_it(index_->name(i), "")});
      origins_.push_back({std::nullopt, i, index_->hash(i)});
    }
  }
  candidates_.insert(candidates_.end(), candidates.begin(), candidates.end());
  origins_.insert(origins_.end(), origins.begin(), origins.end());
  if (!unseen.empty())
    throw InputError(Place{problem.files.front()},
                     fmt::format("no axiom is called '{}'", *std::ranges::min_element(unseen)),
                     "--require takes names of axioms of the problem or the index");
}

void ProblemQuestion::add_features() {
  if (index_ != nullptr)
    for (std::uint64_t hash : index_->feature_hashes()) table_.intern(hash);  // ids stay the same
  FeatureReader reader(bank_.view());
  auto add = [&](const Origin& origin, FeatureKind kind, FeatureSets& sets) {
    if (origin.term) {
      reader.add(*origin.term, kind, table_, sets);
    } else {
      auto ids = index_->features(kind, origin.row);
      sets.ids.insert(sets.ids.end(), ids.begin(), ids.end());
      sets.ends.push_back(static_cast<std::uint32_t>(sets.ids.size()));
    }
  };
  for (const Origin& origin : origins_) {
    add(origin, FeatureKind::symbols, symbols_);
    add(origin, FeatureKind::shapes, shapes_);
  }
  reader.add(goal_, FeatureKind::symbols, table_, goal_symbols_);
  reader.add(goal_, FeatureKind::shapes, table_, goal_shapes_);
  documents_.resize(candidates_.size());
  std::iota(documents_.begin(), documents_.end(), 0);
}

// Proofs speak about formulae of the store; formulae are the same if their terms are, whatever
// they are called.
void ProblemQuestion::add_proofs(const Store& store) {
  proofs_.emplace();
  FeatureReader reader(store.terms());
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> places;
  for (std::uint32_t i = 0; i < origins_.size(); ++i) places[origins_[i].hash].push_back(i);
  auto place = [&](FormulaId formula) {
    auto found = places.find(reader.hash(store.term(formula)));
    return found == places.end() ? kNowhere : found->second.front();
  };
  for (std::uint32_t i = 0; i < store.examples(); ++i) {
    FormulaId conjecture = store.conjecture(ExampleId{i});
    std::uint32_t document = place(conjecture);
    std::size_t first = proofs_->premises.size();
    for (Premise premise : store.premises(ExampleId{i}))
      if (std::uint32_t at = premise.useful() ? place(premise.formula()) : kNowhere; at != kNowhere)
        proofs_->premises.push_back(at);
    if (document == kNowhere) {
      if (proofs_->premises.size() == first) continue;  // it could vote for nobody
      document = static_cast<std::uint32_t>(documents_.size());
      documents_.push_back(document);
      reader.add(store.term(conjecture), FeatureKind::symbols, table_, symbols_);
      reader.add(store.term(conjecture), FeatureKind::shapes, table_, shapes_);
    }
    proofs_->conjectures.push_back(document);
    proofs_->ends.push_back(static_cast<std::uint32_t>(proofs_->premises.size()));
  }
}

// Formulae of an index are text until somebody asks for their terms.
std::vector<TermId> ProblemQuestion::terms(std::span<const std::uint32_t> candidates) {
  TptpParser parser(bank_);
  std::vector<TermId> result;
  for (std::uint32_t each : candidates) {
    std::optional<TermId>& term = origins_[each].term;
    if (!term)
      term = parser.parse(candidates_[each].text, Place{std::string(candidates_[each].name)}).term;
    result.push_back(*term);
  }
  return result;
}

// Those of the index where it is the model's, the others computed.
std::vector<float> ProblemQuestion::encodings(const Network& network) {
  std::size_t width = network.width();
  bool fits = index_ != nullptr && index_->fingerprint() == fingerprint(network.model().file()) &&
              index_->encodings().cols == width;
  std::vector<float> rows(candidates_.size() * width);
  std::vector<std::uint32_t> missing;
  for (std::uint32_t i = 0; i < candidates_.size(); ++i) {
    if (fits && origins_[i].row != kNowhere)
      std::ranges::copy(index_->encodings().row(origins_[i].row), rows.data() + i * width);
    else
      missing.push_back(i);
  }
  std::vector<TermId> premises = terms(missing);
  std::vector<float> fresh = network.encode(bank_.view(), premises);
  for (std::size_t n = 0; n < missing.size(); ++n)
    std::copy_n(fresh.data() + n * width, width, rows.data() + missing[n] * width);
  return rows;
}

Evidence ProblemQuestion::evidence(const Network* network) {
  Evidence evidence;
  evidence.candidates = static_cast<std::uint32_t>(candidates_.size());
  evidence.documents = documents_;
  evidence.symbols = &symbols_;
  evidence.shapes = &shapes_;
  evidence.features = table_.size();
  evidence.goal_symbols = goal_symbols_[0];
  evidence.goal_shapes = goal_shapes_[0];
  evidence.proofs = proofs_ ? &*proofs_ : nullptr;
  if (network == nullptr) return evidence;
  evidence.quick = [this, network] {
    std::vector<float> rows = encodings(*network);
    return network->quick({rows.data(), candidates_.size(), network->width()}, bank_.view(), goal_);
  };
  if (!network->has_attention()) return evidence;
  evidence.exact = [this, network](std::span<const std::uint32_t> chosen) {
    std::vector<TermId> premises = terms(chosen);
    return network->exact(bank_.view(), premises, goal_);
  };
  return evidence;
}

}  // namespace winnow
