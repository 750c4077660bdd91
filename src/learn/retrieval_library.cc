#include "learn/retrieval_library.h"

#include "dag/features.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace winnow {

RetrievalTables retrieval_tables(const Store& store, std::span<const ExampleId> examples,
                                 std::uint32_t least) {
  FeatureReader reader(store.terms());
  std::vector<std::uint8_t> seen(store.terms().size, 0);
  std::vector<std::uint64_t> found;  // features of all formulas, one after the other
  std::map<std::uint64_t, std::uint32_t> uses;
  double formulas = 0;
  auto count = [&](TermId term) {
    if (seen[index(term)]++ != 0) return;
    ++formulas;
    std::ranges::copy(reader.hashes(term, FeatureKind::shapes), std::back_inserter(found));
  };
  for (ExampleId example : examples) {
    count(store.term(store.conjecture(example)));
    for (Premise premise : store.premises(example)) {
      TermId term = store.term(premise.formula());
      count(term);
      if (premise.useful()) ++uses[reader.hash(term)];
    }
  }
  std::ranges::sort(found);
  RetrievalTables tables;
  tables.rarities.assign(1, 0.f);
  tables.uses.assign(1, 0.f);
  std::vector<std::uint64_t> features, used;
  for (std::size_t i = 0, next = 0; i < found.size(); i = next) {
    while (next < found.size() && found[next] == found[i]) ++next;
    if (next - i < least) continue;
    features.push_back(found[i]);
    tables.rarities.push_back(
        static_cast<float>(std::log(formulas / static_cast<double>(next - i))));
  }
  for (const auto& [hash, times] : uses) {  // ascending, as the rows of a table are
    used.push_back(hash);
    tables.uses.push_back(static_cast<float>(times));
  }
  tables.features = FormulaTable(std::move(features));
  tables.used = FormulaTable(std::move(used));
  return tables;
}

RetrievalLibrary::RetrievalLibrary(const Store& store, std::span<const ExampleId> examples)
    : store_(store) {
  for (ExampleId example : examples) {
    formulas_.push_back(store.conjecture(example));
    for (Premise premise : store.premises(example))
      if (premise.useful()) formulas_.push_back(premise.formula());
  }
  auto age = [&](FormulaId id) {
    return std::pair(store.position(id).value_or(Store::kNoPosition), index(id));
  };
  std::ranges::sort(formulas_, {}, age);
  formulas_.erase(std::ranges::unique(formulas_).begin(), formulas_.end());
  for (FormulaId id : formulas_) positions_.push_back(age(id).first);
}

std::size_t RetrievalLibrary::older_than(FormulaId conjecture) const {
  auto now = store_.position(conjecture);
  if (!now) return formulas_.size();
  return static_cast<std::size_t>(std::ranges::lower_bound(positions_, *now) - positions_.begin());
}

}  // namespace winnow
