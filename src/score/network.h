// score/network.h - a model as a judge of premises: without cross-attention over all, with it over
// the best.
// in: a model, premises and a goal     out: logits
// Without attention a premise's vector does not depend on the goal, and the classifier's first
// layer is a sum: one part from the premise, one from the goal. So the premise's part (its
// encoding) is computed once, kept in an index, and a goal costs one addition, one batch norm and
// one product with a vector for each premise. A model with attention is approximated in this way,
// by letting no node attend; any other model is computed exactly, as if its mode were pair.
#pragma once

#include "kernel/matrix.h"
#include "model/model.h"
#include "score/encoder.h"
#include "score/precedents.h"
#include "term/term_bank.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace winnow {

struct NetworkOptions {
  std::uint32_t threads = 2;
  std::uint32_t batch = 256;  // premises computed together: equal subterms are computed once
  // How attention sees premises: each alone, or `group` of them as one.
  ExampleMode mode = ExampleMode::pair;
  std::uint32_t group = 16;
};

// Encodings of formulas, as they are computed (32-bit floats) or as they are kept (16-bit ones,
// Network::keep).
class EncodingRows {
 public:
  EncodingRows(std::span<const float* const> rows) : floats_(rows), size_(rows.size()) {}
  EncodingRows(const std::vector<const float*>& rows) : EncodingRows(std::span(rows)) {}
  EncodingRows(std::span<const std::uint16_t* const> rows) : halves_(rows), size_(rows.size()) {}
  EncodingRows(const std::vector<const std::uint16_t*>& rows) : EncodingRows(std::span(rows)) {}

  std::size_t size() const { return size_; }
  bool are_kept() const { return !halves_.empty(); }
  // Copies a part of row `i`: as many numbers as fit, from `first` on. In rows that are kept, what
  // a half is too short for stands `low` numbers behind it.
  void read(std::size_t i, std::size_t first, std::size_t low, std::span<float> out) const;
  // out[i]: the inner product of `query` with a part of row `from` + i.
  void multiply(std::span<const float> query, std::size_t from, std::size_t first,
                std::span<float> out) const;

 private:
  std::span<const float* const> floats_;
  std::span<const std::uint16_t* const> halves_;
  std::size_t size_;
};

class Network {
 public:
  // `model` must outlive it.
  Network(const Model& model, const NetworkOptions& options);

  const Model& model() const { return model_; }
  ExampleMode mode() const { return options_.mode; }
  // How many premises `rerank` judges as one graph.
  std::size_t group() const;
  std::uint32_t width() const { return encoding_width(model_.config()); }  // of an encoding
  // The same as it is kept in memory and in an index, in halves. Scores of retrieval hardly change
  // by that, logits do: so the classifier's part is followed by what its halves are too short for.
  std::uint32_t kept_width() const {
    return 2 * classifier_width(model_.config()) + retrieval_width(model_.config());
  }
  std::vector<std::uint16_t> keep(std::span<const float> encodings) const;  // of encode()
  bool classifies() const { return model_.config().classify && !reranks_lists(); }
  // Whether the classifier is a second stage, for the best of a first one and nothing else.
  bool reranks_lists() const { return model_.config().rerank != 0; }
  bool retrieves() const { return model_.config().retrieve != 0; }
  bool has_attention() const {
    return model_.config().classify && model_.config().architecture.pooling == Pooling::attdag;
  }
  bool has_nearest_examples() const { return !model_.file().nearest_examples.empty(); }
  // Whether `rerank` says more than `without_attention`: what attention and nearest examples add
  // depends on both the premise and the goal. (Precedents do, too, but cost so little that both
  // count them.)
  bool reranks() const { return has_attention() || has_nearest_examples(); }
  // Whether an example's premises, as one graph, have other logits than each alone, attention
  // aside: they are compared, or share states. A shared subterm has parents in several of them, and
  // all but an upward pass look at parents.
  bool joins_premises() const {
    const Architecture& architecture = model_.config().architecture;
    return mode() == ExampleMode::joint &&
           (architecture.compare || architecture.embedder != Embedder::daglstm ||
            architecture.direction != Direction::up);
  }

  // Whether the retrieval head has vectors for a feature, given its hash.
  bool knows(std::uint64_t feature) const { return model_.file().features.row(feature) != 0; }

  // [premises, width] Results depend neither on threads nor on what stands beside a premise.
  // `progress` hears how many are done; it is called from one thread at a time. These three throw
  // Stopped when `stop` says so.
  std::vector<float> encode(const TermView& terms, std::span<const TermId> premises,
                            const std::function<void(std::size_t)>& progress = {},
                            const Stop& stop = {}) const;
  // The vector whose inner product with a premise's, the last numbers of its encoding, is the score
  // of retrieve(). Its last number is 1, times the term of the premise. Needs: retrieves().
  std::vector<float> retrieval_question(const TermView& terms, TermId goal,
                                        const Stop& stop = {}) const;
  // [encodings] scores for a goal, by the vectors that retrieve; each encoding is [width].
  // Needs: retrieves().
  std::vector<float> retrieve(const EncodingRows& encodings, const TermView& terms, TermId goal,
                              const Stop& stop = {}) const;
  // [encodings] logits for a goal, without attention. Needs: classifies(), as rerank() does. `keys`
  // of the premises, as FeatureReader::hash gives them, are for models with precedents; empty:
  // nothing is known of them.
  std::vector<float> without_attention(const EncodingRows& encodings,
                                       std::span<const std::uint64_t> keys, const TermView& terms,
                                       TermId goal, const Stop& stop = {}) const;
  std::vector<float> without_attention(ConstMatrix encodings, const TermView& terms, TermId goal,
                                       const Stop& stop = {}) const;
  // [premises] logits with everything the model has: what `winnow score` says of the same pairs.
  // `counts` of the library's symbols are for a model with rarities.
  std::vector<float> rerank(const TermView& terms, std::span<const TermId> premises, TermId goal,
                            const SymbolCounts& counts = {}, const Stop& stop = {}) const;
  bool wants_counts() const { return model_.config().rarities != 0; }

 private:
  const Model& model_;
  NetworkOptions options_;
  std::shared_ptr<const PrecedentIndex> precedents_;  // null: the model has none
};

// The same for the same options, label tables and weights: encodings of another model are no use.
std::uint64_t fingerprint(const ModelFile& model);

}  // namespace winnow
