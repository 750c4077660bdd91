#include "score/encoder.h"

#include "model/forward.h"
#include "model/plain_ops.h"
#include "model/retrieval.h"
#include "score/bound_model.h"
#include "term/in_pieces.h"
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
  FormulaEncoder(const BoundModel& bound, const BoundFormulas& used)
      : config_(bound.model.config()),
        used_(used),
        builder_(bound.builder()),
        ops_(bound.model.file().weights) {
    const ModelFile& file = bound.model.file();
    if (config_.retrieve_features)
      bags_.emplace(file.features, file.weights.vector("retrieve.rarity"), bound.terms);
  }

  void premises(std::span<const TermId> formulas, Matrix out) {
    Value pooled;
    // What a second stage computes depends on the goal, so nothing of it is in an encoding.
    const bool has_classifier = classifier_width(config_) != 0;
    if (has_classifier || config_.retrieve_graph) {
      BatchPlan plan = plan_of(formulas);
      Forward<PlainOps> forward(ops_, config_, plan);
      Value all = forward.pooled();
      if (has_classifier) {
        auto half = forward.premise_half(all);
        put(half.hidden, out, 0);
        if (config_.match) put(half.match, out, config_.width);
      }
      pooled = forward.premises(all);
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
      pooled = forward.premises(forward.pooled());
    }
    put(Retrieval<PlainOps>(ops_, config_).goals(bags_of(formulas), pooled), out, 0);
  }

 private:
  BatchPlan plan_of(std::span<const TermId> formulas) {
    builder_.add_alone(formulas);
    return builder_.take().plan(config_.architecture.without_attention());
  }

  FeatureBags bags_of(std::span<const TermId> formulas) {
    FeatureBags bags;
    if (bags_)
      for (TermId formula : formulas) bags_->add(formula, bags);
    return bags;
  }

  const ModelConfig& config_;
  const BoundFormulas& used_;
  ItemBatchBuilder builder_;
  PlainOps ops_;
  std::optional<BagReader> bags_;
};

using Encode = void (FormulaEncoder::*)(std::span<const TermId>, Matrix);

std::vector<float> encode_all(Encode encode_piece, std::size_t columns, const Model& model,
                              const TermView& terms, std::span<const TermId> formulas,
                              const EncodeOptions& options,
                              const std::function<void(std::size_t)>& progress, const Stop& stop) {
  std::vector<float> encodings(formulas.size() * columns);
  BoundModel bound(model, terms);
  BoundFormulas used(model.file().used, terms);
  in_pieces(
      options.threads, equal_pieces(formulas.size(), options.batch), progress,
      [&] {
        return [&, encoder = FormulaEncoder(bound, used)](std::size_t first,
                                                          std::size_t count) mutable {
          (encoder.*encode_piece)(formulas.subspan(first, count),
                                  {encodings.data() + first * columns, count, columns});
        };
      },
      stop);
  return encodings;
}

}  // namespace

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
