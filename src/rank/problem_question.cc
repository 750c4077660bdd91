#include "rank/problem_question.h"

#include "term/nearest.h"
#include "text/tptp.h"
#include "winnow/error_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_set>

namespace winnow {

namespace {

// A set of hashes that is asked about many that it does not have.
class HashFilter {
 public:
  void insert(std::uint64_t hash) {
    marks_[hash % kMarks] = true;
    hashes_.insert(hash);
  }
  bool contains(std::uint64_t hash) const {
    return marks_[hash % kMarks] && hashes_.contains(hash);
  }

 private:
  static constexpr std::size_t kMarks = std::size_t{1} << 14;
  std::vector<bool> marks_ = std::vector<bool>(kMarks);
  std::unordered_set<std::uint64_t> hashes_;
};

}  // namespace

ProblemQuestion::ProblemQuestion(TermBank& bank, const Problem& problem,
                                 const QuestionOptions& options, const Pool& pool)
    : bank_(bank),
      pool_(pool),
      goal_(goal_of(bank, problem, options.goal, options.goal_needed)),
      features_(&pool.features()) {
  collect(problem, options);
}

Candidate ProblemQuestion::candidate(std::uint32_t i) const {
  bool required = std::ranges::binary_search(required_, i);
  if (is_own(i)) return {own(i).name, own(i).text, required};
  const Pool::Entry entry = pool_.entry(from_pool_[i]);
  return {entry.name, entry.text, required};
}

void ProblemQuestion::collect(const Problem& problem, const QuestionOptions& options) {
  FeatureReader reader(bank_.view());
  HashFilter own_terms, goal_terms;
  if (!goal_.formulas.empty()) goal_hash_ = reader.hash(goal_.term);
  std::unordered_set<const Formula*> goals(goal_.formulas.begin(), goal_.formulas.end());
  for (const Formula& formula : problem.formulas) {
    RoleKind kind = role_kind(formula.role);
    if (kind == RoleKind::type) {
      declarations_.push_back(formula.text);
    } else if (goals.contains(&formula)) {
      // A goal is no premise of itself; a clause of a negated one is no axiom that could be.
      if (goal_.kind == RoleKind::conjecture) goal_terms.insert(reader.hash(formula.term));
    } else if (kind == RoleKind::axiom) {
      own_hashes_.push_back(reader.hash(formula.term));
      own_terms.insert(own_hashes_.back());
      own_.push_back(&formula);
    } else if (kind == RoleKind::other) {
      notes_.push_back(fmt::format("{}:{}: '{}' has the role '{}' and is left out",
                                   problem.files[formula.file], formula.line, formula.name,
                                   formula.role));
    }
  }
  std::unordered_set<std::string_view> declared(declarations_.begin(), declarations_.end());
  for (std::uint32_t entry : pool_.types())
    if (std::string_view text = pool_.entry(entry).text; declared.insert(text).second)
      declarations_.push_back(text);
  from_pool_ = choose_from_pool(options);
  bool all = true;
  for (std::size_t n = 0; n < from_pool_.size(); ++n) {
    std::uint32_t entry = from_pool_[n];
    std::uint64_t hash = pool_.hash(entry);
    bool is_goal = goal_terms.contains(hash), stays = !is_goal && !own_terms.contains(hash);
    if (!stays && all) {
      all = false;
      auto before = from_pool_.first(n);
      some_of_pool_.assign(before.begin(), before.end());
    }
    if (stays) {
      if (!all) some_of_pool_.push_back(entry);
    } else if (!own_terms.contains(hash)) {
      notes_.push_back(fmt::format("'{}' of the {} is the goal itself and is left out",
                                   pool_.entry(entry).name,
                                   pool_.entry(entry).row != Pool::kNone ? "index" : "library"));
    }
  }
  if (!all) from_pool_ = some_of_pool_;
  if (all && own_.empty() && counts_ == nullptr) prepared_ = pool_.prepared();
  find_required(problem, options);
}

// Which entries of a pool an option requires.
class ProblemQuestion::Requirements {
 public:
  Requirements(const QuestionOptions& options, const Pool& pool)
      : pool_(pool), wanted_(options.required.begin(), options.required.end()) {
    some_ = !wanted_.empty();
    std::span<const std::string_view> roles = known_roles();
    for (std::size_t role = 0; role < roles.size(); ++role)
      if (std::ranges::find(options.required_roles, roles[role]) != options.required_roles.end()) {
        by_role_[role] = 1;
        some_ = some_ || pool.has_role(static_cast<std::uint8_t>(role));
      }
  }
  bool some() const { return some_; }  // false: nobody needs to be asked about
  const std::unordered_set<std::string_view>& names() const { return wanted_; }
  bool contains(std::uint32_t entry) const {
    return by_role_[pool_.role(entry)] != 0 ||
           (!wanted_.empty() && wanted_.contains(pool_.entry(entry).name));
  }

 private:
  const Pool& pool_;
  std::unordered_set<std::string_view> wanted_;
  std::array<std::uint8_t, 256> by_role_ = {};
  bool some_ = false;
};

// The entries that become candidates, as far as the problem does not have them itself.
std::span<const std::uint32_t> ProblemQuestion::choose_from_pool(const QuestionOptions& options) {
  const ApproximateChoice& how = options.approximate;
  if (how.search == nullptr || goal_.formulas.empty()) return pool_.axioms();
  counts_ = pool_.counts();
  if (known_share_of_goal(*how.network) < kLeastKnown) {
    counts_ = nullptr;
    notes_.push_back("the model knows hardly a symbol of the goal, so the search was exact");
    return pool_.axioms();
  }
  for (std::uint32_t row : how.search->best(
           how.network->retrieval_question(bank_.view(), goal_.term), how.probes, how.most))
    found_.push_back(pool_.entry_of_row(row));
  const std::size_t found = found_.size();
  const Requirements required(options, pool_);
  if (required.some() || pool_.size() > pool_.index()->size())
    for (std::uint32_t entry : pool_.axioms())
      if (!pool_.is_indexed(entry) || (required.some() && required.contains(entry)))
        found_.push_back(entry);
  std::ranges::sort(found_);
  const auto twice = std::ranges::unique(found_);
  found_.erase(twice.begin(), twice.end());
  notes_.push_back(fmt::format("an approximate search chose {} of the {} formulas of the index",
                               found, pool_.index()->size()));
  return found_;
}

// As fusion asks before it asks a model: rare symbols count more.
double ProblemQuestion::known_share_of_goal(const Network& network) const {
  double known = 0, all = 0;
  FeatureReader reader(bank_.view());  // the hashes are its own
  for (std::uint64_t hash : reader.hashes(goal_.term, FeatureKind::symbols)) {
    const auto id = pool_.features().find(hash);
    if (!id || counts_->with[winnow::index(*id)] == 0) continue;
    const double rarity =
        std::log(static_cast<double>(counts_->axioms) / counts_->with[winnow::index(*id)]);
    all += rarity;
    known += network.knows(hash) ? rarity : 0;
  }
  return all > 0 ? known / all : 1;
}

void ProblemQuestion::find_required(const Problem& problem, const QuestionOptions& options) {
  const Requirements required(options, pool_);
  const std::unordered_set<std::string_view>& wanted = required.names();
  std::unordered_set<std::string_view> unseen = wanted;
  for (std::uint32_t i = 0; i < from_pool_.size() && required.some(); ++i) {
    if (!required.contains(from_pool_[i])) continue;
    required_.push_back(i);
    unseen.erase(pool_.entry(from_pool_[i]).name);
  }
  for (auto i = static_cast<std::uint32_t>(from_pool_.size()); i < size(); ++i) {
    const Formula& formula = own(i);
    unseen.erase(formula.name);
    if (wanted.contains(formula.name) ||
        std::ranges::find(options.required_roles, formula.role) != options.required_roles.end())
      required_.push_back(i);
  }
  if (!unseen.empty()) {
    std::string_view missing = *std::ranges::min_element(unseen);
    std::vector<std::string_view> names;
    for (const Candidate& each : candidates()) names.push_back(each.name);
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
  if (prepared_ == nullptr) {
    documents_.reserve(size());
    for (std::uint32_t entry : from_pool_) documents_.push_back(pool_.set(entry));
    std::vector<Pool::OwnCandidate> own_candidates;
    std::uint32_t prepared = pool_.symbols().size();
    for (auto i = static_cast<std::uint32_t>(from_pool_.size()); i < size(); ++i) {
      poll();
      documents_.push_back(prepared + symbols_.size());
      reader.add(own(i).term, symbols_);
      own_candidates.push_back({own_hashes_[i - from_pool_.size()], i});
    }
    stop.check();
    if (pool_.proofs() != nullptr) {
      std::vector<std::uint32_t> places(pool_.size(), Pool::kNone);
      for (std::uint32_t i = 0; i < from_pool_.size(); ++i) places[from_pool_[i]] = i;
      proofs_ = pool_.proofs_over(places, own_candidates, documents_, goal_hash_);
    }
  } else if (goal_hash_ && pool_.has_proof_of(*goal_hash_)) {
    documents_.assign(
        prepared_->documents.begin(),
        prepared_->documents.begin() + static_cast<std::ptrdiff_t>(from_pool_.size()));
    proofs_ = pool_.proofs_over_axioms(documents_, goal_hash_);
  }
  reader.add(goal_.term, goal_symbols_);
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
    if (is_own(each)) {
      result.push_back(own(each).term);
      continue;
    }
    auto known = read_.find(each);
    if (known == read_.end()) {
      const Pool::Entry entry = pool_.entry(from_pool_[each]);
      known =
          read_.emplace(each, parser.parse(entry.text, Place{std::string(entry.name)}).term).first;
    }
    result.push_back(known->second);
  }
  return result;
}

// The pool's encodings where they are, the others computed.
template <class Score>
std::vector<float> ProblemQuestion::with_encodings(PoolEncodings& encodings, const Stop& stop,
                                                   Score&& score) {
  const Network& network = encodings.network();
  std::span<const std::uint16_t* const> known = encodings.rows(stop);
  if (own_.empty() && from_pool_.size() == known.size()) return score(known);
  std::vector<TermId> premises;
  for (const Formula* formula : own_) premises.push_back(formula->term);
  std::vector<std::uint16_t> fresh = network.keep(network.encode(bank_.view(), premises, {}, stop));
  std::vector<const std::uint16_t*> rows;
  rows.reserve(size());
  for (std::uint32_t entry : from_pool_) rows.push_back(known[entry]);
  for (std::size_t n = 0; n < own_.size(); ++n)
    rows.push_back(fresh.data() + n * network.kept_width());
  return score(std::span<const std::uint16_t* const>(rows));
}

Evidence ProblemQuestion::evidence(PoolEncodings* encodings, const Stop& stop) {
  require(!goal_.formulas.empty(), "evidence without a goal");
  if (!has_features_) add_features(stop);
  Evidence evidence;
  evidence.candidates = size();
  evidence.documents = prepared_ ? prepared_->documents : documents_;
  evidence.symbols = {pool_.symbols(), symbols_};
  evidence.features = features_.size();
  evidence.goal_symbols = goal_symbols_[0];
  const std::optional<Proofs>& proofs = prepared_ && !proofs_ ? prepared_->proofs : proofs_;
  evidence.proofs = proofs ? &*proofs : nullptr;
  evidence.facts = prepared_ ? &*prepared_->facts : nullptr;
  if (counts_ != nullptr) evidence.library = {counts_->with, counts_->axioms};
  if (encodings == nullptr) return evidence;
  const Network& network = encodings->network();
  if (network.retrieves()) {
    evidence.retrieve = [this, encodings, stop] {
      return with_encodings(*encodings, stop, [&](auto rows) {
        return encodings->network().retrieve(rows, bank_.view(), goal_.term, stop);
      });
    };
    evidence.known = [this, encodings] {
      std::span<const std::uint8_t> of_pool = encodings->known();
      std::vector<std::uint8_t> known(of_pool.begin(), of_pool.end());
      features_.add_flags([&](std::uint64_t hash) { return encodings->network().knows(hash); },
                          known);
      return known;
    };
  }
  if (network.classifies())
    evidence.without_attention = [this, encodings, stop] {
      return with_encodings(*encodings, stop, [&](auto rows) {
        std::vector<std::uint64_t> keys;
        keys.reserve(size());
        for (std::uint32_t entry : from_pool_) keys.push_back(pool_.hash(entry));
        keys.insert(keys.end(), own_hashes_.begin(), own_hashes_.end());
        return encodings->network().without_attention(rows, keys, bank_.view(), goal_.term, stop);
      });
    };
  if (!network.reranks()) return evidence;
  if (network.reranks_lists()) {
    evidence.list_best = network.model().config().rerank;
    evidence.list_group = network.model().config().rerank_group;
  }
  evidence.rerank = [this, network = &encodings->network(), stop](
                        std::span<const std::uint32_t> chosen, const Evidence::Symbols& symbols) {
    std::vector<TermId> premises = terms(chosen, stop);
    SymbolCounts counts;
    if (network->wants_counts())
      counts = symbol_counts(bank_.view().symbols, symbols(),
                             [this](std::uint64_t hash) { return features_.find(hash); });
    return network->rerank(bank_.view(), premises, goal_.term, counts, stop);
  };
  return evidence;
}

}  // namespace winnow
