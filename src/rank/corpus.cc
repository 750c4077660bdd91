#include "rank/corpus.h"

#include <algorithm>

namespace winnow {

Corpus::Corpus(const Store& store) : store_(store), history_(store) {
  FeatureReader reader(store.terms());
  for (std::uint32_t i = 0; i < store.formulas(); ++i) {
    reader.add(store.term(FormulaId{i}), FeatureKind::symbols, table_, symbols_);
    reader.add(store.term(FormulaId{i}), FeatureKind::shapes, table_, shapes_);
    keys_.push_back(reader.hash(store.term(FormulaId{i})));
  }
}

void Corpus::use(const Network& network, bool encodings,
                 const std::function<void(std::size_t)>& progress) {
  network_ = &network;
  encodings_.clear();
  std::vector<TermId> terms;
  for (std::uint32_t i = 0; encodings && i < store_.formulas(); ++i)
    terms.push_back(store_.term(FormulaId{i}));
  // As an index keeps them.
  if (encodings) encodings_ = network.keep(network.encode(store_.terms(), terms, progress));
}

Corpus::Question Corpus::question(ExampleId example) const {
  Question question{example, history_.before(example), {}, store_.term(store_.conjecture(example))};
  for (FormulaId candidate : question.known.candidates)
    question.documents.push_back(index(candidate));
  return question;
}

Evidence Corpus::evidence(const Question& question) const {
  std::uint32_t goal = index(store_.conjecture(question.example));
  Evidence evidence;
  evidence.candidates = static_cast<std::uint32_t>(question.documents.size());
  evidence.documents = question.documents;
  evidence.symbols = symbols_;
  evidence.shapes = shapes_;
  evidence.features = table_.size();
  evidence.goal_symbols = symbols_[goal];
  evidence.goal_shapes = shapes_[goal];
  evidence.proofs = &question.known.proofs;
  if (network_ == nullptr) return evidence;
  auto rows = [this, &question] {
    std::vector<const std::uint16_t*> found;
    found.reserve(question.documents.size());
    for (std::uint32_t document : question.documents)
      found.push_back(encodings_.data() + document * std::size_t{network_->kept_width()});
    return found;
  };
  if (!encodings_.empty() && network_->retrieves()) {
    evidence.retrieve = [this, &question, rows] {
      return network_->retrieve(rows(), store_.terms(), question.goal);
    };
    evidence.known = [this] {
      std::vector<std::uint8_t> known;
      for (std::uint64_t hash : table_.hashes()) known.push_back(network_->knows(hash) ? 1 : 0);
      return known;
    };
  }
  if (!encodings_.empty() && network_->classifies())
    evidence.without_attention = [this, &question, rows] {
      std::vector<std::uint64_t> keys;
      keys.reserve(question.documents.size());
      for (std::uint32_t document : question.documents) keys.push_back(keys_[document]);
      return network_->without_attention(rows(), keys, store_.terms(), question.goal);
    };
  if (network_->reranks_lists()) {
    evidence.list_best = network_->model().config().rerank;
    evidence.list_group = network_->model().config().rerank_group;
  }
  if (network_->reranks())
    evidence.rerank = [this, &question](std::span<const std::uint32_t> chosen,
                                        const Evidence::Symbols& symbols) {
      std::vector<TermId> premises;
      for (std::uint32_t each : chosen)
        premises.push_back(store_.term(question.known.candidates[each]));
      SymbolCounts counts;
      if (network_->wants_counts())
        counts = symbol_counts(store_.terms().symbols, symbols(),
                               [this](std::uint64_t hash) { return table_.find(hash); });
      return network_->rerank(store_.terms(), premises, question.goal, counts);
    };
  return evidence;
}

std::vector<double> recall_at(const Ranking& ranking, std::span<const std::uint32_t> useful,
                              std::span<const std::size_t> ks) {
  std::vector<std::size_t> ranks(ranking.size());
  for (std::size_t rank = 0; rank < ranking.size(); ++rank) ranks[ranking[rank].candidate] = rank;
  std::vector<double> recall;
  for (std::size_t k : ks) {
    auto found = std::ranges::count_if(useful, [&](std::uint32_t each) { return ranks[each] < k; });
    recall.push_back(
        useful.empty() ? 1.0 : static_cast<double>(found) / static_cast<double>(useful.size()));
  }
  return recall;
}

}  // namespace winnow
