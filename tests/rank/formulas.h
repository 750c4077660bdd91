// Formulas with their features, for tests of features and rankers: one line of TPTP each.
#pragma once

#include "dag/features.h"
#include "text/tptp.h"

#include <numeric>
#include <string>
#include <vector>

namespace winnow {

struct Featured {
  TermBank bank;
  std::vector<TermId> terms;
  FeatureTable table;
  FeatureSets symbols, shapes;
  std::vector<std::uint32_t> rows;  // 0, 1, 2, ...

  explicit Featured(const std::vector<std::string>& formulas) {
    for (const std::string& each : formulas)
      terms.push_back(parse_tptp("fof(x, axiom, " + each + ").", bank).formulas.at(0).term);
    FeatureReader reader(bank.view());
    for (TermId term : terms) {
      reader.add(term, FeatureKind::symbols, table, symbols);
      reader.add(term, FeatureKind::shapes, table, shapes);
    }
    rows.resize(terms.size());
    std::iota(rows.begin(), rows.end(), 0);
  }
};

}  // namespace winnow
