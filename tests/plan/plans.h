// tests/plan/plans.h - formulas as forests, for tests of the planners.
#pragma once

#include "dag/labels.h"
#include "plan/batch_plan.h"
#include "text/tptp.h"

#include <string>
#include <vector>

namespace winnow {

// Graphs from formulas; labels are learned from the formulas themselves.
class PlanTest {
 public:
  // One graph per entry; an entry with several formulas is a joint graph.
  explicit PlanTest(const std::vector<std::vector<std::string>>& graphs,
                    VariableLabels variables = VariableLabels::generic)
      : builder_(variables) {
    std::vector<Dag> dags;
    for (const auto& formulas : graphs) {
      std::vector<TermId> roots;
      for (const std::string& each : formulas)
        roots.push_back(parse_tptp("fof(x, axiom, " + each + ").", bank_).formulas.at(0).term);
      dags.push_back(builder_.build(bank_.view(), roots));
    }
    LabelCounter counter;
    for (const Dag& dag : dags) counter.add(dag, bank_.symbols().view());
    table = counter.table();
    labels = BoundLabels(table, bank_.symbols().view());
    for (const Dag& dag : dags) forest.add(dag, labels);
  }

  BatchPlan plan(const std::vector<PremiseItem>& items, Architecture architecture) const {
    return plan_batch(forest, items, labels.edge_labels(), architecture);
  }
  // The rows of one LSTM pass over all graphs, inputs by label.
  LstmPlan pass(Direction direction) const {
    return plan_pass(forest, direction, labels.edge_labels(), labels.rows(), forest.starts).plan;
  }

  LabelTable table;
  BoundLabels labels;
  Forest forest;

 private:
  TermBank bank_;
  DagBuilder builder_;
};

}  // namespace winnow
