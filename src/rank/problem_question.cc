#include "rank/problem_question.h"

#include "term/nearest.h"
#include "text/tptp.h"
#include "winnow/error_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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
  from_pool_ = pool_.axioms();
  bool all = true;
  for (std::size_t n = 0; n < pool_.axioms().size(); ++n) {
    std::uint32_t entry = pool_.axioms()[n];
    std::uint64_t hash = pool_.hash(entry);
    bool is_goal = goal_terms.contains(hash), stays = !is_goal && !own_terms.contains(hash);
    if (!stays && all) {
      all = false;
      auto before = pool_.axioms().first(n);
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
  if (all && own_.empty()) prepared_ = pool_.prepared();
  find_required(problem, options);
}

void ProblemQuestion::find_required(const Problem& problem, const QuestionOptions& options) {
  std::unordered_set<std::string_view> wanted(options.required.begin(), options.required.end()),
      unseen = wanted;
  std::array<std::uint8_t, 256> by_role = {};
  bool some = !wanted.empty();  // of the pool may be required
  std::span<const std::string_view> roles = known_roles();
  for (std::size_t role = 0; role < roles.size(); ++role)
    if (std::ranges::find(options.required_roles, roles[role]) != options.required_roles.end()) {
      by_role[role] = 1;
      some = some || pool_.has_role(static_cast<std::uint8_t>(role));
    }
  for (std::uint32_t i = 0; i < from_pool_.size() && some; ++i) {
    bool required = by_role[pool_.role(from_pool_[i])] != 0;
    if (!wanted.empty()) {
      std::string_view name = pool_.entry(from_pool_[i]).name;
      required = wanted.contains(name) || required;
      unseen.erase(name);
    }
    if (required) required_.push_back(i);
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
                        std::span<const std::uint32_t> chosen, const Evidence::Library& library) {
    std::vector<TermId> premises = terms(chosen, stop);
    SymbolCounts counts;
    if (network->wants_counts())
      counts = symbol_counts(bank_.view().symbols, library(),
                             [this](std::uint64_t hash) { return features_.find(hash); });
    return network->rerank(bank_.view(), premises, goal_.term, counts, stop);
  };
  return evidence;
}

}  // namespace winnow
