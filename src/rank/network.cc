#include "rank/network.h"

#include "dag/dag.h"
#include "model/encoder.h"
#include "model/forward.h"
#include "model/in_pieces.h"
#include "model/plain_ops.h"
#include "term/hash.h"
#include "winnow/error.h"

#include <algorithm>

namespace winnow {

namespace {

constexpr std::size_t kQuickRows = 1024;  // rows of the classifier that stay in the cache

using Half = Forward<PlainOps>::Half;

// Both parts of a half, which an encoding holds one after the other.
Half unpack(ConstMatrix encodings, std::size_t width) {
  Half half{PlainOps::Value(encodings.rows, width), {}};
  if (encodings.cols > width) half.match = PlainOps::Value(encodings.rows, encodings.cols - width);
  for (std::size_t i = 0; i < encodings.rows; ++i) {
    auto row = encodings.row(i);
    std::ranges::copy(row.first(width), half.hidden.writable().row(i).begin());
    if (encodings.cols > width)
      std::ranges::copy(row.subspan(width), half.match.writable().row(i).begin());
  }
  return half;
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

Network::Network(const Model& model, const NetworkOptions& options)
    : model_(model), options_(options) {
  require(options.batch > 0 && options.group > 0 && options.threads > 0, "an empty batch");
}

std::vector<float> Network::encode(const TermView& terms, std::span<const TermId> premises,
                                   const std::function<void(std::size_t)>& progress) const {
  return winnow::encode(model_, terms, premises, {options_.threads, options_.batch}, progress);
}

std::vector<float> Network::quick(ConstMatrix encodings, const TermView& terms, TermId goal) const {
  BoundLabels labels(model_.labels(), terms.symbols);
  DagBuilder builder(model_.config().variables);
  Forest forest;
  std::uint32_t graph = forest.add(builder.build(terms, std::span(&goal, 1)), labels);
  const Item item{graph, 0, graph};
  Architecture architecture = model_.config().architecture;
  if (has_attention()) architecture.pooling = Pooling::dag;
  BatchPlan plan = plan_batch(forest, std::span(&item, 1), labels.edge_labels(), architecture);
  PlainOps ops(model_.file().weights);
  Forward<PlainOps> forward(ops, model_.config(), plan);
  Half conjecture = forward.conjecture_half(forward.pool(forward.states()));
  std::vector<float> logits;
  for (std::size_t first = 0; first < encodings.rows; first += kQuickRows) {
    std::size_t count = std::min(kQuickRows, encodings.rows - first);
    Half premises = unpack({encodings.data + first * encodings.cols, count, encodings.cols},
                           model_.config().width);
    auto out = forward.verdict(premises, conjecture, std::vector<std::uint32_t>(count, 0), {},
                               model_.config().architecture.compare ? all_alone(count) : AttentionSide());
    auto values = out.matrix().all();
    logits.insert(logits.end(), values.begin(), values.end());
  }
  return logits;
}

std::vector<float> Network::exact(const TermView& terms, std::span<const TermId> premises,
                                  TermId goal) const {
  std::vector<float> logits(premises.size());
  BoundLabels labels(model_.labels(), terms.symbols);
  BoundFormulas formulas(model_.memory(), terms);
  std::size_t group = options_.mode == Mode::joint ? options_.group : 1;
  std::size_t batch = (options_.batch + group - 1) / group * group;
  in_pieces(options_.threads, equal_pieces(premises.size(), batch), {}, [&] {
    return [&, builder = DagBuilder(model_.config().variables), dag = Dag()](
               std::size_t first, std::size_t count) mutable {
      Forest forest;
      std::vector<Item> items;
      builder.build(terms, std::span(&goal, 1), dag);
      std::uint32_t conjecture = forest.add(dag, labels);
      for (std::size_t i = first; i < first + count; i += group) {
        std::size_t roots = std::min(group, first + count - i);
        builder.build(terms, premises.subspan(i, roots), dag);
        std::uint32_t graph = forest.add(dag, labels);
        for (std::uint32_t root = 0; root < roots; ++root)
          items.push_back({graph, root, conjecture, formulas.row(premises[i + root])});
      }
      BatchPlan plan =
          plan_batch(forest, items, labels.edge_labels(), model_.config().architecture);
      std::ranges::copy(model_.score(plan), logits.begin() + static_cast<std::ptrdiff_t>(first));
    };
  });
  return logits;
}

std::uint64_t fingerprint(const ModelFile& model) {
  std::uint64_t hash = mix(hash_text(to_json(model.options)), hash_text(to_json(model.labels)));
  hash = mix(hash, hash_text(model.memory.to_text()));
  for (const auto& [name, tensor] : model.weights.tensors()) {
    auto bytes = std::as_bytes(std::span(tensor.values));
    hash = mix(hash, hash_text(name));
    hash = mix(hash, hash_text({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
  }
  return hash;
}

}  // namespace winnow
