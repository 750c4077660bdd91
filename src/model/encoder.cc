#include "model/encoder.h"

#include "dag/dag.h"
#include "model/forward.h"
#include "model/in_pieces.h"
#include "model/plain_ops.h"

namespace winnow {

namespace {

using Half = Forward<PlainOps>::Half;

// An encoding holds both parts of a half, one after the other.
void pack(const Half& half, Matrix out) {
  for (std::size_t i = 0; i < out.rows; ++i) {
    auto rest = std::ranges::copy(half.hidden.matrix().row(i), out.row(i).begin()).out;
    if (half.match.rows() != 0) std::ranges::copy(half.match.matrix().row(i), rest);
  }
}

}  // namespace

std::uint32_t encoding_width(const ModelConfig& config) { return (config.match ? 2 : 1) * config.width; }

std::vector<float> encode(const Model& model, const TermView& terms, std::span<const TermId> formulas,
                          const EncodeOptions& options, const std::function<void(std::size_t)>& progress) {
  std::size_t columns = encoding_width(model.config());
  std::vector<float> encodings(formulas.size() * columns);
  BoundLabels labels(model.labels(), terms.symbols);
  BoundFormulas memory(model.memory(), terms);
  Architecture architecture = model.config().architecture;
  // A plan without attention: all states go unattended into the pooling of an attending model.
  if (architecture.pooling == Pooling::attdag) architecture.pooling = Pooling::dag;
  in_pieces(options.threads, equal_pieces(formulas.size(), options.batch), progress, [&] {
    return [&, builder = DagBuilder(model.config().variables), dag = Dag()](
               std::size_t first, std::size_t count) mutable {
      Forest forest;
      std::vector<Item> items;
      for (std::size_t i = first; i < first + count; ++i) {
        builder.build(terms, formulas.subspan(i, 1), dag);
        std::uint32_t graph = forest.add(dag, labels);
        items.push_back({graph, 0, graph, memory.row(formulas[i])});
      }
      BatchPlan plan = plan_batch(forest, items, labels.edge_labels(), architecture);
      PlainOps ops(model.file().weights);
      Forward<PlainOps> forward(ops, model.config(), plan);
      pack(forward.premise_half(forward.pool(forward.states())),
           {encodings.data() + first * columns, count, columns});
    };
  });
  return encodings;
}

}  // namespace winnow
