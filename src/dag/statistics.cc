// dag/statistics.cc - counts over problems and the graphs of their formulas.
#include "winnow/statistics.h"

#include "dag/dag.h"
#include "text/problem.h"
#include "text/role.h"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace winnow {

namespace {

// Names with counts, in order of first appearance.
void tally(std::vector<NamedCount>& counts, std::string_view name, std::uint64_t count = 1) {
  auto found = std::ranges::find(counts, name, &NamedCount::name);
  if (found == counts.end()) found = counts.insert(found, {std::string(name), 0});
  found->count += count;
}

// Nodes if nothing were shared. A double: shared terms can unfold to more than 2^64.
double tree_size(const Dag& dag) {
  std::vector<double> sizes(dag.size(), 1);
  for (std::uint32_t node = 0; node < dag.size(); ++node)
    for (std::uint32_t edge = dag.first_edge(node); edge < dag.arg_ends[node]; ++edge)
      sizes[node] += sizes[index(dag.args[edge])];
  return sizes[index(dag.roots.front())];
}

}  // namespace

struct StatisticsCounter::Impl {
  Statistics figures;
  double tree_nodes = 0;
  std::uint64_t depth_sum = 0;
  std::array<std::unordered_set<std::string>, kKinds> symbols;  // by kind
  DagBuilder builder;
  Dag dag;

  void add(const Formula& formula, const std::string& file, const TermView& terms,
           std::vector<bool>& seen) {
    ++figures.formulas;
    tally(figures.languages, to_string(formula.language));
    tally(figures.roles, formula.role);
    builder.build(terms, std::span(&formula.term, 1), dag);
    figures.nodes += dag.size();
    figures.edges += dag.edges();
    for (std::uint32_t rank : dag.ranks) figures.far_ranks += rank >= kRankTable;
    for (SymbolId label : dag.labels) {
      if (seen[index(label)]) continue;
      seen[index(label)] = true;
      symbols[static_cast<std::size_t>(terms.symbols.kind(label))].emplace(
          terms.symbols.name(label));
    }
    std::uint64_t depth = levels_up(dag)[index(dag.roots.front())];
    depth_sum += depth;
    figures.max_depth = std::max(figures.max_depth, depth);
    tree_nodes += tree_size(dag);
    if (dag.size() > figures.largest.nodes)
      figures.largest = {formula.name, file, formula.line, dag.size()};
  }
};

StatisticsCounter::StatisticsCounter() : impl_(std::make_unique<Impl>()) {}
StatisticsCounter::~StatisticsCounter() = default;

void StatisticsCounter::add(const Formulas& problem) {
  const Problem& parsed = problem.impl().parsed;
  TermView terms = problem.impl().bank.view();
  Statistics& figures = impl_->figures;
  ++figures.problems;
  std::vector<bool> seen(terms.symbols.size);
  std::vector<TermId> roots;
  for (const Formula& formula : parsed.formulas) {
    if (role_kind(formula.role) == RoleKind::type) {
      ++figures.type_declarations;
      continue;
    }
    impl_->add(formula, parsed.files[formula.file], terms, seen);
    roots.push_back(formula.term);
  }
  impl_->builder.build(terms, roots, impl_->dag);
  figures.joint_nodes += impl_->dag.size();
  for (const std::string& each : problem.skipped()) figures.skipped.push_back(each);
}

Statistics StatisticsCounter::figures() const {
  Statistics figures = impl_->figures;
  for (std::size_t i = 0; i < impl_->symbols.size(); ++i) {
    Kind kind = static_cast<Kind>(i);
    std::uint64_t count = impl_->symbols[i].size();
    if (kind == Kind::variable || count == 0) continue;
    figures.symbols += count;
    tally(figures.symbol_kinds, to_string(kind), count);
  }
  figures.last_rank = kRankTable - 1;
  if (figures.formulas > 0)
    figures.mean_depth =
        static_cast<double>(impl_->depth_sum) / static_cast<double>(figures.formulas);
  if (figures.nodes > 0) figures.sharing = impl_->tree_nodes / static_cast<double>(figures.nodes);
  return figures;
}

}  // namespace winnow
