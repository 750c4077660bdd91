#include "model/encoder.h"

#include "dag/dag.h"
#include "model/forward.h"
#include "model/in_pieces.h"
#include "model/plain_ops.h"
#include "model/retrieval.h"
#include "winnow/error.h"

#include <algorithm>
#include <optional>

namespace winnow {

namespace {

using Value = PlainOps::Value;

// Copies `from` into the columns of `to` that begin with `first`.
void put(const Value& from, Matrix to, std::size_t first) {
  for (std::size_t i = 0; i < from.rows(); ++i)
    std::ranges::copy(from.matrix().row(i), to.row(i).begin() + static_cast<std::ptrdiff_t>(first));
}

// Formulas of one bank, a piece at a time. Every thread has its own.
class FormulaEncoder {
 public:
  FormulaEncoder(const Model& model, const TermView& terms, const BoundLabels& labels,
                 const BoundFormulas& memory, const BoundFormulas& used)
      : config_(model.config()),
        terms_(terms),
        labels_(labels),
        memory_(memory),
        used_(used),
        builder_(config_.variables),
        ops_(model.file().weights) {
    // A plan without attention: all states go without_cross_attention into the pooling of an
    // attending model.
    architecture_ = config_.architecture;
    if (architecture_.pooling == Pooling::attdag) architecture_.pooling = Pooling::dag;
    if (config_.retrieve_features)
      bags_.emplace(model.file().features, model.file().weights.vector("retrieve.rarity"), terms);
  }

  void premises(std::span<const TermId> formulas, Matrix out) {
    Value pooled;
    if (config_.graph) {
      BatchPlan plan = plan_of(formulas);
      Forward<PlainOps> forward(ops_, config_, plan);
      Value all = forward.pool(forward.states());
      if (config_.classify) {
        auto half = forward.premise_half(all);
        put(half.hidden, out, 0);
        if (config_.match) put(half.match, out, config_.width);
      }
      pooled = by_formula(all, plan);
    }
    if (config_.retrieve == 0) return;
    std::vector<std::uint32_t> used;
    for (TermId formula : formulas) used.push_back(used_.row(formula));
    Retrieval<PlainOps> retrieval(ops_, config_);
    std::size_t first = classifier_width(config_);
    put(retrieval.premises(bags_of(formulas), pooled, used), out, first);
    put(retrieval.terms(used), out, first + config_.retrieve);
  }

  void goals(std::span<const TermId> formulas, Matrix out) {
    Value pooled;
    if (config_.retrieve_graph) {
      BatchPlan plan = plan_of(formulas);
      Forward<PlainOps> forward(ops_, config_, plan);
      pooled = by_formula(forward.pool(forward.states()), plan);
    }
    put(Retrieval<PlainOps>(ops_, config_).goals(bags_of(formulas), pooled), out, 0);
  }

 private:
  BatchPlan plan_of(std::span<const TermId> formulas) {
    Forest forest;
    std::vector<Item> items;
    for (std::size_t i = 0; i < formulas.size(); ++i) {
      builder_.build(terms_, formulas.subspan(i, 1), dag_);
      std::uint32_t graph = forest.add(dag_, labels_);
      items.push_back({graph, 0, graph, memory_.row(formulas[i])});
    }
    return plan_batch(forest, items, labels_.edge_labels(), architecture_);
  }

  Value by_formula(const Value& pooled, const BatchPlan& plan) {
    return ops_.gather(ops_.gather(pooled, plan.premises), plan.item_premises);
  }

  FeatureBags bags_of(std::span<const TermId> formulas) {
    FeatureBags bags;
    if (bags_)
      for (TermId formula : formulas) bags_->add(formula, bags);
    return bags;
  }

  const ModelConfig& config_;
  const TermView& terms_;
  const BoundLabels& labels_;
  const BoundFormulas& memory_;
  const BoundFormulas& used_;
  DagBuilder builder_;
  Dag dag_;
  PlainOps ops_;
  Architecture architecture_;
  std::optional<BagReader> bags_;
};

using Encode = void (FormulaEncoder::*)(std::span<const TermId>, Matrix);

std::vector<float> encode_all(Encode encode_piece, std::size_t columns, const Model& model,
                              const TermView& terms, std::span<const TermId> formulas,
                              const EncodeOptions& options,
                              const std::function<void(std::size_t)>& progress, const Stop& stop) {
  std::vector<float> encodings(formulas.size() * columns);
  BoundLabels labels(model.labels(), terms.symbols);
  BoundFormulas memory(model.memory(), terms), used(model.file().used, terms);
  in_pieces(
      options.threads, equal_pieces(formulas.size(), options.batch), progress,
      [&] {
        return [&, encoder = FormulaEncoder(model, terms, labels, memory, used)](
                   std::size_t first, std::size_t count) mutable {
          (encoder.*encode_piece)(formulas.subspan(first, count),
                                  {encodings.data() + first * columns, count, columns});
        };
      },
      stop);
  return encodings;
}

}  // namespace

std::uint32_t classifier_width(const ModelConfig& config) {
  return config.classify ? (config.match ? 2 : 1) * config.width : 0;
}

std::uint32_t retrieval_width(const ModelConfig& config) {
  return config.retrieve == 0 ? 0 : config.retrieve + 1;
}

std::uint32_t encoding_width(const ModelConfig& config) {
  return classifier_width(config) + retrieval_width(config);
}

std::vector<float> encode(const Model& model, const TermView& terms,
                          std::span<const TermId> formulas, const EncodeOptions& options,
                          const std::function<void(std::size_t)>& progress, const Stop& stop) {
  return encode_all(&FormulaEncoder::premises, encoding_width(model.config()), model, terms,
                    formulas, options, progress, stop);
}

std::vector<float> encode_goals(const Model& model, const TermView& terms,
                                std::span<const TermId> formulas, const EncodeOptions& options,
                                const Stop& stop) {
  require(model.config().retrieve != 0, "a model that does not retrieve");
  return encode_all(&FormulaEncoder::goals, model.config().retrieve, model, terms, formulas,
                    options, {}, stop);
}

}  // namespace winnow
