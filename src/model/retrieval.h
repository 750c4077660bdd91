// model/retrieval.h - vectors whose inner product says how useful a premise is for a goal.
// in: what formulas talk about, their pooled graphs, premises that training knows     out: vectors
// As model/forward.h it is written once, for any set of operations. A goal is a unit vector; a
// premise is a unit vector and its own one, scaled; and a premise has a term that no goal changes.
#pragma once

#include "model/config.h"
#include "model/feature_bags.h"

#include <string>
#include <vector>

namespace winnow {

template <class Ops>
class Retrieval {
 public:
  using Value = typename Ops::Value;

  Retrieval(Ops& ops, const ModelConfig& config) : ops_(ops), config_(config) {}

  // [formulas, retrieve] `pooled` is [formulas, width]. What the model does not ask for is not
  // looked at. The lists must outlive a backward pass.
  Value goals(const FeatureBags& bags, const Value& pooled) {
    return unit("retrieve.goal", bags, pooled);
  }
  Value premises(const FeatureBags& bags, const Value& pooled,
                 const std::vector<std::uint32_t>& used) {
    Value own = ops_.gather(ops_.weight("retrieve.own.table"), used);
    return ops_.scale(ops_.add(unit("retrieve.premise", bags, pooled), own),
                      ops_.weight("retrieve.slope"), kScale);
  }
  // [formulas, 1] the part of a score that no goal changes.
  Value terms(const std::vector<std::uint32_t>& used) {
    return ops_.gather(ops_.weight("retrieve.term.table"), used);
  }

 private:
  // Where the learned factor begins: a softmax over cosines alone could hardly tell anything apart.
  static constexpr float kScale = 16;

  Value unit(const std::string& side, const FeatureBags& bags, const Value& pooled) {
    Value bag, graph;
    if (config_.retrieve_features)
      bag = ops_.segment_sum(ops_.weight(side + ".table"), bags.ends, bags.rows, bags.weights);
    if (config_.retrieve_graph) graph = ops_.linear(pooled, ops_.weight(side + ".weight"));
    if (!config_.retrieve_graph) return ops_.unit_rows(bag);
    return ops_.unit_rows(config_.retrieve_features ? ops_.add(bag, graph) : graph);
  }

  Ops& ops_;
  const ModelConfig& config_;
};

}  // namespace winnow
