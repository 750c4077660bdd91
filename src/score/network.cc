#include "score/network.h"

#include "data/json_text.h"
#include "kernel/half.h"
#include "model/forward.h"
#include "model/model_json.h"
#include "model/plain_ops.h"
#include "score/bound_model.h"
#include "score/placed_formulas.h"
#include "term/hash.h"
#include "term/in_pieces.h"
#include "winnow/error.h"

#include <algorithm>
#include <numeric>

namespace winnow {

namespace {

constexpr std::size_t kClassifierRows = 1024;  // rows of the classifier that stay in the cache
constexpr std::size_t kRetrievalRows = 4096;   // premises that a thread retrieves at a time

using Half = Forward<PlainOps>::Half;

// Both parts of a half, with which an encoding begins.
Half unpack(const EncodingRows& encodings, std::size_t first, std::size_t count, std::size_t width,
            std::size_t match) {
  const std::size_t low = width + match;
  Half half{PlainOps::Value(count, width), {}};
  if (match != 0) half.match = PlainOps::Value(count, match);
  for (std::size_t i = 0; i < count; ++i) {
    encodings.read(first + i, 0, low, half.hidden.writable().row(i));
    if (match != 0) encodings.read(first + i, width, low, half.match.writable().row(i));
  }
  return half;
}

std::vector<std::uint64_t> symbol_hashes(const TermView& terms, TermId formula) {
  FeatureReader reader(terms);
  FeatureTable table;
  FeatureSets sets;
  reader.add(formula, FeatureKind::symbols, table, sets);
  return {table.hashes().begin(), table.hashes().end()};
}

// Every item asks itself alone: premises that are judged one by one.
AttentionSide all_alone(std::size_t items) {
  AttentionSide side;
  for (std::uint32_t n = 0; n < items; ++n) {
    side.queries.push_back(n);
    side.set_ends.push_back(n + 1);
  }
  side.query_states = side.key_states = side.sets = side.key_rows = side.queries;
  side.key_counts.assign(items, 1.f);
  return side;
}

}  // namespace

void EncodingRows::read(std::size_t i, std::size_t first, std::size_t low,
                        std::span<float> out) const {
  if (!are_kept()) {
    std::copy_n(floats_[i] + first, out.size(), out.begin());
    return;
  }
  std::vector<float> rest(out.size());
  widen({halves_[i] + first, out.size()}, out);
  widen({halves_[i] + first + low, out.size()}, rest);
  for (std::size_t n = 0; n < out.size(); ++n) out[n] += rest[n];
}

void EncodingRows::multiply(std::span<const float> query, std::size_t from, std::size_t first,
                            std::span<float> out) const {
  if (!are_kept()) {
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = std::inner_product(query.begin(), query.end(), floats_[from + i] + first, 0.f);
    return;
  }
  std::vector<const std::uint16_t*> rows(
      halves_.begin() + static_cast<std::ptrdiff_t>(from),
      halves_.begin() + static_cast<std::ptrdiff_t>(from + out.size()));
  for (const std::uint16_t*& row : rows) row += first;
  dot_rows(query, rows, out);
}

Network::Network(const Model& model, const NetworkOptions& options)
    : model_(model), options_(options) {
  require(options.batch > 0 && options.group > 0 && options.threads > 0, "an empty batch");
  if (model.config().precedents) precedents_ = std::make_shared<PrecedentIndex>(model.precedents());
}

std::vector<float> Network::encode(const TermView& terms, std::span<const TermId> premises,
                                   const std::function<void(std::size_t)>& progress,
                                   const Stop& stop) const {
  return winnow::encode(model_, terms, premises, {options_.threads, options_.batch}, progress,
                        stop);
}

std::vector<std::uint16_t> Network::keep(std::span<const float> encodings) const {
  const std::size_t from = width(), to = kept_width(), own = classifier_width(model_.config());
  std::vector<std::uint16_t> high = narrow_clamped(encodings);
  if (own == 0) return high;
  std::vector<float> rest(encodings.size());
  widen(high, rest);
  for (std::size_t i = 0; i < rest.size(); ++i) rest[i] = encodings[i] - rest[i];
  const std::vector<std::uint16_t> low = narrow_clamped(rest);
  std::vector<std::uint16_t> kept;
  kept.reserve(encodings.size() / from * to);
  for (std::size_t row = 0; row < encodings.size(); row += from) {
    const auto add = [&](const std::vector<std::uint16_t>& part, std::size_t first,
                         std::size_t end) {
      kept.insert(kept.end(), part.begin() + static_cast<std::ptrdiff_t>(row + first),
                  part.begin() + static_cast<std::ptrdiff_t>(row + end));
    };
    add(high, 0, own);
    add(low, 0, own);
    add(high, own, from);
  }
  return kept;
}

std::vector<float> Network::retrieval_question(const TermView& terms, TermId goal,
                                               const Stop& stop) const {
  std::vector<float> asked = encode_goals(model_, terms, std::span(&goal, 1), {.threads = 1}, stop);
  asked.push_back(1);  // times the term of the premise, which stands behind its vector
  return asked;
}

std::vector<float> Network::retrieve(const EncodingRows& encodings, const TermView& terms,
                                     TermId goal, const Stop& stop) const {
  const std::vector<float> asked = retrieval_question(terms, goal, stop);
  const std::size_t own =
      std::size_t{encodings.are_kept() ? 2u : 1u} * classifier_width(model_.config());
  std::vector<float> scores(encodings.size());
  in_pieces(
      options_.threads, equal_pieces(scores.size(), kRetrievalRows), {},
      [&] {
        return [&](std::size_t first, std::size_t count) {
          encodings.multiply(asked, first, own, std::span(scores).subspan(first, count));
        };
      },
      stop);
  return scores;
}

std::vector<float> Network::without_attention(const EncodingRows& encodings,
                                              std::span<const std::uint64_t> keys,
                                              const TermView& terms, TermId goal,
                                              const Stop& stop) const {
  require(classifies(), "a model that does not classify");
  std::vector<Precedents> precedents;
  if (precedents_ != nullptr && !keys.empty()) {
    require(keys.size() == encodings.size(), "a key for each encoding");
    precedents = precedents_->read(symbol_hashes(terms, goal), keys);
  }
  const ModelConfig& config = model_.config();
  BoundLabels labels(model_.labels(), terms.symbols);
  BoundFormulas none;  // a goal needs no row of the memory
  ItemBatchBuilder builder(terms, labels, none, config.variables);
  builder.add_alone(std::span(&goal, 1));
  BatchPlan plan = builder.take().plan(config.architecture.without_attention());
  PlainOps ops(model_.file().weights);
  Forward<PlainOps> forward(ops, config, plan);
  Half conjecture = forward.conjecture_half(forward.pooled());
  std::vector<float> logits;
  std::size_t own = model_.config().width;
  for (std::size_t first = 0; first < encodings.size(); first += kClassifierRows) {
    stop.check();
    std::size_t count = std::min(kClassifierRows, encodings.size() - first);
    Half premises = unpack(encodings, first, count, own, classifier_width(model_.config()) - own);
    std::vector<float> known;
    for (std::size_t i = first; i < first + count && !precedents.empty(); ++i)
      known.insert(known.end(), precedents[i].begin(), precedents[i].end());
    auto out =
        forward.verdict(premises, conjecture, std::vector<std::uint32_t>(count, 0), known,
                        model_.config().architecture.compare ? all_alone(count) : AttentionSide());
    auto values = out.matrix().all();
    logits.insert(logits.end(), values.begin(), values.end());
  }
  return logits;
}

std::vector<float> Network::without_attention(ConstMatrix encodings, const TermView& terms,
                                              TermId goal, const Stop& stop) const {
  std::vector<const float*> rows;
  for (std::size_t i = 0; i < encodings.rows; ++i) rows.push_back(encodings.row(i).data());
  return without_attention(rows, {}, terms, goal, stop);
}

std::size_t Network::group() const {
  if (options_.mode == ExampleMode::pair) return 1;
  return reranks_lists() ? model_.config().rerank_group : options_.group;
}

std::vector<float> Network::rerank(const TermView& terms, std::span<const TermId> premises,
                                   TermId goal, const SymbolCounts& counts,
                                   const Stop& stop) const {
  std::vector<float> logits(premises.size());
  BoundModel bound(model_, terms, counts);
  std::vector<Precedents> precedents(premises.size(), Precedents{});
  if (precedents_ != nullptr) precedents = PrecedentReader(precedents_, terms).read(goal, premises);
  const ModelConfig& config = model_.config();
  const std::size_t group = this->group();
  const std::size_t batch = (options_.batch + group - 1) / group * group;
  in_pieces(
      options_.threads, equal_pieces(premises.size(), batch), {},
      [&] {
        return [&, builder = bound.builder()](std::size_t first, std::size_t count) mutable {
          auto own = premises.subspan(first, count);
          if (options_.mode == ExampleMode::pair) {
            builder.add_pairs(goal, own);
          } else {
            std::uint32_t conjecture = builder.add_conjecture(goal);
            for (std::size_t i = 0; i < count; i += group)
              builder.add_joint(conjecture, own.subspan(i, std::min(group, count - i)));
          }
          for (std::size_t i = 0; i < count; ++i)
            builder.items()[i].precedents = precedents[first + i];
          std::ranges::copy(model_.score(builder.take().plan(config.architecture)),
                            logits.begin() + static_cast<std::ptrdiff_t>(first));
        };
      },
      stop);
  if (has_nearest_examples()) {
    std::vector<TermId> formulas(premises.begin(), premises.end());
    formulas.push_back(goal);
    PlacedFormulas(model_, terms, formulas, {options_.threads, options_.batch}, stop)
        .judge(goal, premises, logits);
  }
  return logits;
}

std::uint64_t fingerprint(const ModelFile& model) {
  std::uint64_t hash = mix(hash_text(print_json(json_of(model.options))),
                           hash_text(print_json(json_of(model.labels))));
  hash = mix(hash, hash_text(model.memory.to_text()));
  if (model.options.retrieve != 0)
    hash = mix(mix(hash, hash_text(model.features.to_text())), hash_text(model.used.to_text()));
  for (const auto& [name, tensor] : model.weights.tensors()) {
    auto bytes = std::as_bytes(std::span(tensor.values));
    hash = mix(hash, hash_text(name));
    hash = mix(hash, hash_text({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
  }
  return hash;
}

}  // namespace winnow
