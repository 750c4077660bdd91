// model/forward.h - the models of the paper, and what winnow adds to them, written once.
// in: a batch plan and a set of operations     out: one logit per item
// `Ops` computes: with plain buffers for ranking (model/plain_ops.h), with tensors that remember
// their gradients for training (learn/). Both run the same kernels, so what is trained is what is
// ranked with. A Value is a matrix [rows, columns].
#pragma once

#include "model/config.h"
#include "plan/batch_plan.h"

#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace winnow {

template <class Ops>
class Forward {
 public:
  using Value = typename Ops::Value;

  Forward(Ops& ops, const ModelConfig& config, const BatchPlan& plan)
      : ops_(ops), config_(config), plan_(plan) {}

  Value logits() {  // [items, 1]
    return classify(pooled());
  }

  Value pooled() {  // [pooled rows, width]
    return pool(ops_.drop_states(states()));
  }
  Value premises(const Value& pooled) {  // [items, width] of what pooled() gave
    return ops_.gather(ops_.gather(pooled, plan_.premises), plan_.item_premises);
  }

  Value states() {  // [state rows, width]
    Value start =
        ops_.batch_norm("start.norm", ops_.gather(ops_.weight("start.table"), plan_.start_rows),
                        plan_.start_counts, true);
    start = ops_.drop_states(start);
    switch (config_.architecture.embedder) {
      case Embedder::mpnn:
        return mpnn(start);
      case Embedder::gcn:
        return gcn(start);
      case Embedder::daglstm:
        return plan_.up ? ops_.lstm("up", *plan_.up, start) : ops_.lstm("down", *plan_.down, start);
      case Embedder::bidir:
        break;
    }
    Value up = ops_.lstm("up", *plan_.up, start);
    Value down = ops_.lstm("down", *plan_.down, start);
    return network(
        "both", plan_.state_counts,
        ops_.gather_sum(ops_.linear(up, ops_.weight("both.up.weight")), plan_.both_up,
                        ops_.linear(down, ops_.weight("both.down.weight")), plan_.both_down,
                        ops_.weight("both.hidden.bias"), zeros(plan_.both_up.size())));
  }

  Value pool(const Value& states) {  // [pooled rows, width]
    switch (config_.architecture.pooling) {
      case Pooling::max:
        return ops_.segment_max(states, plan_.max_ends, plan_.max_rows);
      case Pooling::dag:
        return ops_.lstm("pool", *plan_.pool, ops_.layer_norm("pool.norm", states));
      case Pooling::attdag:
        break;
    }
    Value attended =
        ops_.concat_rows({ops_.zeros(plan_.rows_without_attention, config_.width),
                          attend("attention.conjecture", plan_.attention[kConjectureSide], states),
                          attend("attention.premise", plan_.attention[kPremiseSide], states)});
    return ops_.lstm("pool", *plan_.pool,
                     ops_.concat_columns(ops_.gather(states, plan_.pool_states), attended));
  }

  Value classify(const Value& pooled) {
    return verdict(premise_half(pooled), conjecture_half(pooled), plan_.item_conjectures,
                   plan_.precedents, plan_.beside);
  }

  // The classifier's first layer is a sum, and its products are products, of one half that knows
  // the premise alone and one that knows the conjecture alone; ranking keeps the former.
  struct Half {
    Value hidden, match;  // match: only for models that have it
  };
  Half premise_half(const Value& pooled) {  // [items, width]
    Value premises = ops_.drop_states(ops_.gather(pooled, plan_.premises));
    Value memories;
    if (config_.memory != 0) memories = ops_.gather(ops_.weight("memory.table"), plan_.memories);
    auto half = [&](const std::string& part) {
      Value own = ops_.gather(ops_.linear(premises, ops_.weight(part + ".premise.weight")),
                              plan_.item_premises);
      if (config_.memory == 0) return own;
      return ops_.add(own, ops_.gather(ops_.linear(memories, ops_.weight(part + ".memory.weight")),
                                       plan_.item_memories));
    };
    return {half("classifier"), config_.match ? half("match") : Value()};
  }
  Half conjecture_half(const Value& pooled) {  // [conjectures, width]
    Value conjectures = ops_.drop_states(ops_.gather(pooled, plan_.conjectures));
    auto half = [&](const std::string& part) {
      return ops_.linear(conjectures, ops_.weight(part + ".conjecture.weight"));
    };
    return {half("classifier"), config_.match ? half("match") : Value()};
  }

  // [items, 1] PremiseItem n is premise n beside the conjecture in row `conjectures[n]`.
  // `precedents` may be empty: nothing is known then.
  Value verdict(const Half& premise, const Half& conjecture,
                const std::vector<std::uint32_t>& conjectures, const std::vector<float>& precedents,
                const AttentionSide& beside) {
    std::size_t items = conjectures.size();
    Value hidden = ops_.gather_sum(premise.hidden, range(items), conjecture.hidden, conjectures,
                                   ops_.weight("classifier.hidden.bias"), zeros(items));
    if (config_.precedents && !precedents.empty())
      hidden = ops_.add(hidden, ops_.linear(ops_.input(precedents, items, kPrecedents),
                                            ops_.weight("precedents.weight")));
    hidden = config_.classifier_norm ? ops_.batch_norm("classifier.norm", hidden, ones(items), true)
                                     : ops_.relu(hidden);
    if (config_.architecture.compare) hidden = ops_.add(hidden, compare(hidden, beside));
    if (config_.match)
      hidden = ops_.concat_columns(
          hidden, ops_.multiply(premise.match, ops_.gather(conjecture.match, conjectures)));
    return ops_.add_bias(
        ops_.linear(ops_.drop_hidden(hidden), ops_.weight("classifier.out.weight")),
        ops_.weight("classifier.out.bias"));
  }

 private:
  // A premise is useful or not beside the others: what each is, and what it finds among them.
  Value compare(const Value& items, const AttentionSide& beside) {
    Value found =
        ops_.attention(ops_.linear(items, ops_.weight("beside.q.weight")),
                       ops_.linear(items, ops_.weight("beside.k.weight")),
                       ops_.linear(items, ops_.weight("beside.v.weight")), beside, config_.heads);
    return ops_.batch_norm("beside.norm",
                           ops_.add(ops_.linear(items, ops_.weight("beside.self.weight")),
                                    ops_.linear(found, ops_.weight("beside.o.weight"))),
                           ones(beside.queries.size()), true);
  }

  // Lists of numbers that live as long as this object: operations may keep references.
  const std::vector<std::uint32_t>& zeros(std::size_t size) {
    lists_.push_back(std::make_unique<std::vector<std::uint32_t>>(size, 0));
    return *lists_.back();
  }
  const std::vector<std::uint32_t>& range(std::size_t size) {
    lists_.push_back(std::make_unique<std::vector<std::uint32_t>>(size));
    std::iota(lists_.back()->begin(), lists_.back()->end(), 0);
    return *lists_.back();
  }
  const std::vector<float>& ones(std::size_t size) {
    ones_.push_back(std::make_unique<std::vector<float>>(size, 1.f));
    return *ones_.back();
  }

  // The rest of an F network, after its first Linear: BN - ReLU - Linear - ReLU.
  Value network(const std::string& name, const std::vector<float>& counts, const Value& hidden) {
    Value normed = ops_.batch_norm(name + ".norm", hidden, counts, true);
    return ops_.relu(ops_.add_bias(ops_.linear(normed, ops_.weight(name + ".out.weight")),
                                   ops_.weight(name + ".out.bias")));
  }

  Value messages(const std::string& name, const Messages& plan, const Value& h,
                 const Value& edges) {
    Value hidden =
        ops_.gather_sum(ops_.linear(h, ops_.weight(name + ".receiver.weight")), plan.receivers,
                        ops_.linear(h, ops_.weight(name + ".sender.weight")), plan.senders,
                        ops_.add_bias(ops_.linear(edges, ops_.weight(name + ".edge.weight")),
                                      ops_.weight(name + ".hidden.bias")),
                        plan.labels);
    return ops_.segment_sum(network(name, plan.counts, hidden), plan.ends, plan.triples,
                            plan.weights);
  }

  // Edge states are normalised over the edges of the batch, counted with multiplicity.
  Value edge_states() {
    Value table = ops_.weight("edge.table");
    edge_counts_.assign(ops_.rows(table), 0.f);
    const Messages& edges = plan_.rounds.front().from_children;
    for (std::size_t n = 0; n < edges.labels.size(); ++n)
      edge_counts_[edges.labels[n]] += edges.counts[n];
    return ops_.batch_norm("edge.norm", table, edge_counts_, true);
  }

  Value mpnn(Value h) {
    Value edges = edge_states();
    for (std::size_t t = 0; t < plan_.rounds.size(); ++t) {
      const Round& round = plan_.rounds[t];
      std::string name = "mpnn." + std::to_string(t + 1);
      Value from_parents = messages(name + ".parents", round.from_parents, h, edges);
      Value from_children = messages(name + ".children", round.from_children, h, edges);
      Value hidden =
          ops_.gather(ops_.linear(h, ops_.weight(name + ".update.self.weight")), round.previous);
      hidden =
          ops_.add(hidden, ops_.linear(from_parents, ops_.weight(name + ".update.parents.weight")));
      hidden = ops_.add(hidden,
                        ops_.linear(from_children, ops_.weight(name + ".update.children.weight")));
      hidden = ops_.add_bias(hidden, ops_.weight(name + ".update.hidden.bias"));
      h = ops_.add(ops_.gather(h, round.previous), network(name + ".update", round.counts, hidden));
    }
    return h;
  }

  // The first round of a gcn's plan only splits rows by degree.
  Value gcn(Value h) {
    h = ops_.gather(h, plan_.rounds.front().previous);
    for (std::size_t t = 1; t < plan_.rounds.size(); ++t) {
      const Round& round = plan_.rounds[t];
      Value sum = ops_.segment_sum(h, round.ends, round.neighbours, round.weights);
      h = ops_.relu(ops_.linear(sum, ops_.weight("gcn." + std::to_string(t) + ".weight")));
    }
    return h;
  }

  Value attend(const std::string& name, const AttentionSide& side, const Value& states) {
    Value asking = ops_.gather(states, side.query_states);
    Value asked = ops_.gather(states, side.key_states);
    Value found =
        ops_.attention(ops_.linear(asking, ops_.weight(name + ".q.weight")),
                       ops_.linear(asked, ops_.weight(name + ".k.weight")),
                       ops_.linear(asked, ops_.weight(name + ".v.weight")), side, config_.heads);
    Value gates = ops_.linear(ops_.weight(name + ".kinds"), ops_.weight(name + ".gate.weight"));
    return ops_.gate(ops_.linear(found, ops_.weight(name + ".o.weight")), gates, side.kinds);
  }

  Ops& ops_;
  const ModelConfig& config_;
  const BatchPlan& plan_;
  std::vector<std::unique_ptr<std::vector<std::uint32_t>>> lists_;
  std::vector<std::unique_ptr<std::vector<float>>> ones_;
  std::vector<float> edge_counts_;
};

}  // namespace winnow
