#include "dag/graph.h"

#include "dag/draw.h"
#include "dag/look.h"
#include "dag/variable_names.h"
#include "term/nearest.h"
#include "text/hol.h"
#include "text/role.h"
#include "text/tptp.h"
#include "winnow/error.h"

#include <fmt/format.h>

namespace winnow {

namespace {

constexpr std::size_t kNamesShown = 8;

bool has_graph(const Formula& formula) { return role_kind(formula.role) != RoleKind::type; }

const std::string& file_of(const Formulas& problem) { return problem.impl().parsed.files.front(); }

// The first few names, as a hint.
std::string some_names(const Problem& problem) {
  std::string names;
  std::size_t shown = 0, all = 0;
  for (const Formula& formula : problem.formulas) {
    if (!has_graph(formula)) continue;
    if (++all <= kNamesShown) names += (shown++ == 0 ? "" : ", ") + formula.name;
  }
  if (all > shown) names += fmt::format(", and {} more", all - shown);
  return names;
}

template <class Id>
std::vector<std::uint32_t> numbers(const std::vector<Id>& ids) {
  std::vector<std::uint32_t> result;
  result.reserve(ids.size());
  for (Id id : ids) result.push_back(index(id));
  return result;
}

}  // namespace

Graph::Graph(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

Graph make_graph(const Formulas& problem, std::size_t formula, const GraphOptions& options) {
  return make_graph(problem, std::span(&formula, 1), options);
}

Graph make_graph(const Formulas& problem, std::span<const std::size_t> formulas,
                 const GraphOptions& options) {
  require(!formulas.empty(), "a graph of no formula");
  const Formulas::Impl& from = problem.impl();
  std::vector<TermId> roots;
  for (std::size_t i : formulas) {
    require(i < problem.size(), "a formula past the last one");
    const Formula& formula = from.parsed.formulas[i];
    if (!has_graph(formula))
      throw InputError(Place{file_of(problem)},
                       fmt::format("'{}' declares a type and has no graph", formula.name));
    roots.push_back(formula.term);
  }
  DagBuilder builder(options.indexed_variables ? VariableLabels::indexed : VariableLabels::generic);
  Dag dag = builder.build(from.bank.view(), roots);
  Graph::Impl impl{problem, formulas.front(), std::move(dag), {}, {}, {}, {}, {}, {}, {}, {}};
  impl.labels = numbers(impl.dag.labels);
  impl.arguments = numbers(impl.dag.args);
  impl.roots = numbers(impl.dag.roots);
  for (Kind kind : impl.dag.kinds) impl.kinds.push_back(static_cast<std::uint8_t>(kind));
  for (std::uint32_t node = 0; node < impl.dag.size(); ++node)
    impl.parents.resize(impl.dag.arg_ends[node], node);
  impl.edge_index.assign(impl.arguments.begin(), impl.arguments.end());
  impl.edge_index.insert(impl.edge_index.end(), impl.parents.begin(), impl.parents.end());
  impl.levels_up = winnow::levels_up(impl.dag);
  impl.levels_down = winnow::levels_down(impl.dag);
  return Graph(std::make_shared<const Graph::Impl>(std::move(impl)));
}

std::size_t find_formula(const Formulas& problem, std::string_view name) {
  const Problem& parsed = problem.impl().parsed;
  if (!name.empty()) {
    for (std::size_t i = 0; i < parsed.formulas.size(); ++i)
      if (parsed.formulas[i].name == name) return i;
    std::vector<std::string_view> names;
    for (const Formula& formula : parsed.formulas)
      if (has_graph(formula)) names.push_back(formula.name);
    throw InputError(Place{file_of(problem)}, fmt::format("no formula is called '{}'", name),
                     hint_with_nearest(name, names, "there are " + some_names(parsed)));
  }
  std::size_t only = 0, drawable = 0;
  for (std::size_t i = 0; i < parsed.formulas.size(); ++i) {
    const Formula& formula = parsed.formulas[i];
    if (is_goal(role_kind(formula.role))) return i;
    if (has_graph(formula)) only = i, ++drawable;
  }
  if (drawable == 1) return only;
  if (drawable == 0) throw InputError(Place{file_of(problem)}, "there is no formula in it to draw");
  throw InputError(Place{file_of(problem)},
                   fmt::format("{} formulas and no conjecture: which one?", drawable),
                   "name one of " + some_names(parsed));
}

std::size_t Graph::nodes() const { return impl_->dag.size(); }
std::size_t Graph::edges() const { return impl_->dag.edges(); }
std::span<const std::uint32_t> Graph::labels() const { return impl_->labels; }
std::span<const std::uint8_t> Graph::kinds() const { return impl_->kinds; }
std::span<const std::uint32_t> Graph::edge_ends() const { return impl_->dag.arg_ends; }
std::span<const std::uint32_t> Graph::parents() const { return impl_->parents; }
std::span<const std::uint32_t> Graph::arguments() const { return impl_->arguments; }
std::span<const std::int64_t> Graph::edge_index() const { return impl_->edge_index; }
std::span<const std::uint32_t> Graph::ranks() const { return impl_->dag.ranks; }
std::span<const std::uint32_t> Graph::roots() const { return impl_->roots; }
std::span<const std::uint32_t> Graph::levels_up() const { return impl_->levels_up; }
std::span<const std::uint32_t> Graph::levels_down() const { return impl_->levels_down; }

std::string_view Graph::label(std::size_t node) const {
  require(node < nodes(), "a node past the last one");
  return impl_->symbols().name(impl_->dag.labels[node]);
}

std::string Graph::label(std::size_t node, std::size_t letters) const {
  return shortened(label(node), letters);
}

std::string_view Graph::kind(std::size_t node) const {
  require(node < nodes(), "a node past the last one");
  return to_string(impl_->dag.kinds[node]);
}

std::string Graph::edge_label(std::size_t edge) const {
  require(edge < edges(), "an edge past the last one");
  return to_string(
      impl_->dag.edge_label(NodeId{impl_->parents[edge]}, static_cast<std::uint32_t>(edge)),
      impl_->symbols());
}

FormulaInfo Graph::formula() const { return impl_->problem[impl_->formula]; }

std::string Graph::formula_text() const {
  const Formulas::Impl& from = impl_->problem.impl();
  const Formula& formula = from.parsed.formulas[impl_->formula];
  switch (syntax_of(formula.language)) {
    case Syntax::tptp:
      return print_tptp(from.bank.view(), formula.term, formula.language);
    case Syntax::hol:
      return print_hol(from.bank.view(), formula.term);
  }
  throw ContractError("a syntax without a printer", std::source_location::current());
}

std::vector<std::string> Graph::variable_names() const {
  const Formulas::Impl& from = impl_->problem.impl();
  return winnow::variable_names(from.bank.view(), from.parsed.formulas[impl_->formula], impl_->dag);
}

std::string Graph::dot() const {
  FormulaInfo shown = formula();
  std::string text = formula_text();
  std::vector<std::string> variables = variable_names();
  return draw_dot({impl_->dag, impl_->symbols(), shown.name, shown.role, text, variables});
}

}  // namespace winnow
