#include "tests/dag/reference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <tuple>

namespace winnow::reference {

namespace {

bool is_associative(const std::string& symbol) { return symbol == "&" || symbol == "|"; }

// Every binder gets names of its own; free variables are numbered by first occurrence.
struct Renamer {
  int binders = 0;
  std::map<std::string, std::string> free;

  Tree rename(const Tree& tree, std::map<std::string, std::string> names) {
    Tree result = tree;
    if (tree.kind == Kind::variable) {
      if (auto found = names.find(tree.symbol); found != names.end())
        result.symbol = found->second;
      else
        result.symbol =
            free.emplace(tree.symbol, "free" + std::to_string(free.size())).first->second;
      return result;
    }
    for (std::string& name : result.bound)
      names[name] = "bound" + std::to_string(binders), name = "bound" + std::to_string(binders++);
    for (Tree& arg : result.args) arg = rename(arg, names);
    return result;
  }
};

Tree flatten(const Tree& tree) {
  Tree result = tree;
  result.args.clear();
  for (const Tree& nested : tree.args) {
    Tree arg = flatten(nested);
    bool same = arg.symbol == tree.symbol && arg.kind == tree.kind;
    if (same && tree.kind == Kind::quantifier) {
      result.bound.insert(result.bound.end(), arg.bound.begin(), arg.bound.end());
      result.args = arg.args;
    } else if (same && is_associative(tree.symbol)) {
      result.args.insert(result.args.end(), arg.args.begin(), arg.args.end());
    } else {
      result.args.push_back(arg);
    }
  }
  return result;
}

std::set<std::string> unbound(const Tree& tree) {
  if (tree.kind == Kind::variable) return {tree.symbol};
  std::set<std::string> result;
  for (const Tree& arg : tree.args) result.merge(unbound(arg));
  for (const std::string& name : tree.bound) result.erase(name);
  return result;
}

std::string print(const Tree& tree, const std::map<std::string, std::string>& variables) {
  if (tree.kind == Kind::variable) return variables.at(tree.symbol);
  std::string text = std::string(to_string(tree.kind)) + ":" + tree.symbol + "(";
  for (const std::string& name : tree.bound) text += variables.at(name) + ",";
  for (const Tree& arg : tree.args) text += print(arg, variables) + ",";
  return text + ")";
}

// Prints the same for all trees that differ only in the names of what they bind.
std::string canonical(const Tree& tree) {
  std::map<std::string, std::string> names;
  std::function<void(const Tree&)> number = [&](const Tree& part) {
    if (part.kind == Kind::variable) names.emplace(part.symbol, part.symbol);
    for (const std::string& name : part.bound) names[name] = "v" + std::to_string(names.size());
    for (const Tree& arg : part.args) number(arg);
  };
  number(tree);
  return print(tree, names);
}

struct Naive {
  Graph graph;
  VariableLabels variables = VariableLabels::generic;
  std::map<std::string, std::string> names;   // of a variable -> of its node
  std::map<std::string, std::string> labels;  // of a variable's node

  void name_variables(const Tree& tree, std::string scope, std::size_t depth) {
    if (tree.kind == Kind::quantifier && unbound(tree).empty()) scope = canonical(tree), depth = 0;
    for (std::size_t i = 0; i < tree.bound.size(); ++i, ++depth) {
      // Where in its scope the binder stands is known by how many were named there before.
      std::string node = scope + "#" + std::to_string(named[scope].size());
      named[scope].push_back(node);
      names[tree.bound[i]] = node;
      labels[node] = "BOUND" + std::to_string(std::min<std::size_t>(depth, 15));
    }
    for (const Tree& arg : tree.args) name_variables(arg, scope, depth);
    if (tree.kind == Kind::quantifier && unbound(tree).empty()) named.erase(scope);
  }
  std::map<std::string, std::vector<std::string>> named;

  std::string add(const Tree& tree) {
    std::string node = print(tree, names);
    if (graph.nodes.contains(node)) return node;
    std::string label = tree.symbol;
    if (tree.kind == Kind::variable)
      label = variables == VariableLabels::generic ? "VAR" : labels.at(node);
    graph.nodes[node] = {label, tree.kind, 0, 0};
    for (const std::string& bound : tree.bound)
      edge(tree, node, 0, add({bound, Kind::variable, {}, {}}));
    for (std::size_t i = 0; i < tree.args.size(); ++i) {
      bool unordered = tree.kind == Kind::equality || is_associative(tree.symbol) ||
                       tree.symbol == "<=>" || tree.symbol == "<~>";
      std::size_t rank = tree.kind == Kind::quantifier ? 1 : unordered ? 0 : i;
      edge(tree, node, rank, add(tree.args[i]));
    }
    return node;
  }

  void edge(const Tree& tree, const std::string& node, std::size_t rank, const std::string& arg) {
    bool by_symbol = tree.kind == Kind::quantifier || tree.kind == Kind::connective ||
                     tree.kind == Kind::equality;
    std::string label = by_symbol ? tree.symbol : std::string(to_string(tree.kind));
    graph.edges.insert({node, label + std::to_string(rank), arg});
  }

  void find_levels() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Graph::Edge& edge : graph.edges) {
        Graph::Node &parent = graph.nodes[edge.parent], &arg = graph.nodes[edge.argument];
        if (parent.level_up <= arg.level_up) parent.level_up = arg.level_up + 1, changed = true;
        if (arg.level_down <= parent.level_down)
          arg.level_down = parent.level_down + 1, changed = true;
      }
    }
  }
};

}  // namespace

Tree random_formula(std::mt19937& random, int depth) {
  auto below = [&](int n) { return static_cast<int>(random() % n); };
  auto name = [&] { return std::string(1, "XYZ"[below(3)]); };  // few names: binders will clash
  std::function<Tree(int)> term = [&](int d) -> Tree {
    if (below(3) == 0) return {name(), Kind::variable, {}, {}};
    if (d <= 0 || below(3) == 0) return {std::string(1, "ab"[below(2)]), Kind::function, {}, {}};
    if (below(2) == 0) return {"g", Kind::function, {}, {term(d - 1), term(d - 1)}};
    return {"f", Kind::function, {}, {term(d - 1)}};
  };
  std::function<Tree(int)> formula = [&](int d) -> Tree {
    int choice = d <= 0 ? below(3) : below(12);
    if (choice == 0) return {"p", Kind::predicate, {}, {term(2)}};
    if (choice == 1) return {"q", Kind::predicate, {}, {term(1), term(1)}};
    if (choice == 2) return {"=", Kind::equality, {}, {term(1), term(1)}};
    if (choice == 3) return {"~", Kind::connective, {}, {formula(d - 1)}};
    if (choice < 8) {
      static const char* const symbols[] = {"&", "|", "=>", "<=>"};
      return {symbols[choice - 4], Kind::connective, {}, {formula(d - 1), formula(d - 1)}};
    }
    std::vector<std::string> bound{name()};
    if (below(3) == 0) bound.push_back(name());
    return {choice < 10 ? "!" : "?", Kind::quantifier, bound, {formula(d - 1)}};
  };
  return formula(depth);
}

void push(const Tree& tree, TermBank& bank, Draft& draft) {
  std::map<std::string, DraftVariable> free;
  std::function<void(const Tree&, std::map<std::string, DraftVariable>)> walk =
      [&](const Tree& part, std::map<std::string, DraftVariable> scope) {
        if (part.kind == Kind::variable) {
          if (auto found = scope.find(part.symbol); found != scope.end())
            return draft.push_variable(found->second);
          if (!free.contains(part.symbol)) free[part.symbol] = draft.make_free();
          return draft.push_variable(free[part.symbol]);
        }
        for (const std::string& name : part.bound) draft.push_variable(scope[name] = draft.bind());
        for (const Tree& arg : part.args) walk(arg, scope);
        SymbolId symbol = bank.symbols().intern(part.symbol, part.kind);
        if (part.kind == Kind::quantifier)
          draft.push_quantifier(symbol, static_cast<std::uint32_t>(part.bound.size()));
        else
          draft.push(symbol, static_cast<std::uint32_t>(part.args.size()),
                     is_associative(part.symbol));
      };
  walk(tree, {});
}

Graph graph_of(const std::vector<Tree>& formulas, VariableLabels variables) {
  Naive naive;
  naive.variables = variables;
  Renamer renamer;
  for (const Tree& formula : formulas) {
    renamer.free.clear();
    Tree tree = flatten(renamer.rename(formula, {}));
    std::string scope = canonical(tree);
    for (const auto& [name, number] : renamer.free) {
      naive.names[number] = scope + "#" + number;
      naive.labels[scope + "#" + number] = "FREE" + number.substr(4);
    }
    naive.named.clear();
    naive.name_variables(tree, scope, 0);
    naive.graph.roots.push_back(naive.add(tree));
  }
  naive.find_levels();
  return naive.graph;
}

Graph graph_of(const Dag& dag, const SymbolView& symbols) {
  Graph graph;
  auto up = levels_up(dag), down = levels_down(dag);
  for (std::uint32_t node = 0; node < dag.size(); ++node) {
    graph.nodes[std::to_string(node)] = {std::string(symbols.name(dag.labels[node])),
                                         dag.kinds[node], up[node], down[node]};
    for (std::uint32_t edge = dag.first_edge(node); edge < dag.arg_ends[node]; ++edge)
      graph.edges.insert({std::to_string(node),
                          to_string(dag.edge_label(NodeId{node}, edge), symbols),
                          std::to_string(index(dag.args[edge]))});
  }
  for (NodeId root : dag.roots) graph.roots.push_back(std::to_string(index(root)));
  return graph;
}

bool look_alike(const Graph& a, const Graph& b) {
  if (a.nodes.size() != b.nodes.size() || a.edges.size() != b.edges.size()) return false;
  using Look = std::tuple<std::string, std::multiset<std::string>, std::multiset<std::string>>;
  using Colours = std::map<std::string, std::string>;
  const Graph* graphs[2] = {&a, &b};
  Colours colours[2];
  for (int g = 0; g < 2; ++g)
    for (const auto& [name, node] : graphs[g]->nodes)
      colours[g][name] = node.label + "/" + std::string(to_string(node.kind)) + "/" +
                         std::to_string(node.level_up) + "/" + std::to_string(node.level_down);
  std::size_t before = 0;
  for (;;) {
    std::map<Look, int> seen;
    std::map<std::string, Look> looks[2];
    for (int g = 0; g < 2; ++g) {
      for (const auto& [name, colour] : colours[g]) std::get<0>(looks[g][name]) = colour;
      for (const auto& [parent, label, argument] : graphs[g]->edges) {
        std::get<1>(looks[g][parent]).insert(label + colours[g][argument]);
        std::get<2>(looks[g][argument]).insert(label + colours[g][parent]);
      }
      for (const auto& [name, look] : looks[g]) seen.emplace(look, 0);
    }
    int number = 0;
    for (auto& [look, colour] : seen) colour = number++;
    std::multiset<std::string> all[2];
    for (int g = 0; g < 2; ++g)
      for (auto& [name, colour] : colours[g])
        all[g].insert(colour = " " + std::to_string(seen[looks[g][name]]));
    if (all[0] != all[1]) return false;
    if (seen.size() == before) break;
    before = seen.size();
  }
  for (std::size_t i = 0; i < a.roots.size(); ++i)
    if (colours[0][a.roots[i]] != colours[1][b.roots[i]]) return false;
  return a.roots.size() == b.roots.size();
}

namespace {

void agrees_on(std::uint32_t seed, std::size_t formulas, int depth, VariableLabels variables) {
  std::mt19937 random(seed);
  std::vector<Tree> trees;
  TermBank bank;
  Draft draft;
  std::vector<TermId> roots;
  for (std::size_t i = 0; i < formulas; ++i) {
    trees.push_back(random_formula(random, depth));
    push(trees.back(), bank, draft);
    roots.push_back(draft.commit(bank));
  }
  DagBuilder builder(variables);
  Dag dag = builder.build(bank.view(), roots);
  EXPECT_TRUE(look_alike(graph_of(dag, bank.symbols().view()), graph_of(trees, variables)))
      << "seed " << seed << ": " << print(trees[0], {{"X", "X"}, {"Y", "Y"}, {"Z", "Z"}});
}

TEST(Dag, AgreesWithTheNaiveBuilderOnRandomFormulas) {
  for (std::uint32_t seed = 0; seed < 600; ++seed) {
    agrees_on(seed, 1, 3 + seed % 4, VariableLabels::generic);
    agrees_on(seed, 1, 3 + seed % 4, VariableLabels::indexed);
  }
}

TEST(Dag, AgreesWithTheNaiveBuilderOnRandomJointGraphs) {
  for (std::uint32_t seed = 0; seed < 100; ++seed)
    agrees_on(seed, 5, 4, seed % 2 == 0 ? VariableLabels::generic : VariableLabels::indexed);
}

// The comparison itself must be able to say no.
TEST(Reference, TellsGraphsApart) {
  Tree x{"X", Kind::variable, {}, {}}, y{"Y", Kind::variable, {}, {}};
  auto forall = [](Tree body) { return Tree{"!", Kind::quantifier, {"X", "Y"}, {body}}; };
  auto q = [](Tree a, Tree b) { return Tree{"q", Kind::predicate, {}, {a, b}}; };
  auto graph = [](Tree tree) { return graph_of({tree}, VariableLabels::generic); };
  EXPECT_TRUE(look_alike(graph(forall(q(x, y))), graph(forall(q(y, x)))));
  EXPECT_FALSE(look_alike(graph(forall(q(x, y))), graph(forall(q(x, x)))));
}

}  // namespace
}  // namespace winnow::reference
