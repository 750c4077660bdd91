// app/stats.cc - `winnow stats`: how many formulae, symbols, nodes; how deep, how much is shared.
// in: files of formulae     out: a table, or one JSON object
#include "app/commands.h"
#include "app/input.h"
#include "app/terminal.h"
#include "dag/dag.h"
#include "winnow/error.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>

namespace winnow {

namespace {

struct StatsOptions {
  std::vector<std::string> files;
  bool json = false;
  InputOptions input;
};

// Names with counts, in order of first appearance.
class Tally {
 public:
  void add(std::string_view name, std::uint64_t count = 1) {
    auto found = std::ranges::find(entries_, name, &Entry::name);
    if (found == entries_.end()) found = entries_.insert(found, {std::string(name), 0});
    found->count += count;
  }
  nlohmann::ordered_json json() const {
    auto object = nlohmann::ordered_json::object();
    for (const Entry& entry : entries_) object[entry.name] = entry.count;
    return object;
  }
  std::string text() const {
    std::string line;
    for (const Entry& entry : entries_)
      line += fmt::format("{}{} {}", line.empty() ? "" : ", ", entry.count, entry.name);
    return line;
  }

 private:
  struct Entry {
    std::string name;
    std::uint64_t count;
  };
  std::vector<Entry> entries_;
};

struct Largest {
  std::string name;
  Place at;
  std::uint64_t nodes = 0;
};

class Statistics {
 public:
  void add(const Problem& problem, const TermView& terms) {
    ++files_;
    std::vector<TermId> roots;
    for (const Formula& formula : problem.formulas) {
      if (formula.role == "type") {
        ++type_declarations_;
        continue;
      }
      add(formula, problem, terms);
      roots.push_back(formula.term);
    }
    builder_.build(terms, roots, dag_);
    joint_nodes_ += dag_.size();
    skipped_.insert(skipped_.end(), problem.skipped.begin(), problem.skipped.end());
  }

  void count_symbols(const SymbolView& symbols) {
    std::array<std::uint64_t, kKinds> kinds{};
    for (std::uint32_t i = 0; i < seen_.size(); ++i)
      if (seen_[i]) ++kinds[static_cast<std::size_t>(symbols.kind(SymbolId{i}))];
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      Kind kind = static_cast<Kind>(i);
      if (kind == Kind::variable || kinds[i] == 0) continue;
      symbols_ += kinds[i];
      symbols_by_kind_.add(to_string(kind), kinds[i]);
    }
  }

  std::string table(const Paint& paint) const;
  nlohmann::ordered_json json() const;

 private:
  void add(const Formula& formula, const Problem& problem, const TermView& terms) {
    ++formulas_;
    languages_.add(to_string(formula.language));
    roles_.add(formula.role);
    builder_.build(terms, std::span(&formula.term, 1), dag_);
    nodes_ += dag_.size();
    edges_ += dag_.edges();
    for (std::uint32_t rank : dag_.ranks) ranks_beyond_ += rank >= kRankTable;
    if (terms.symbols.size > seen_.size()) seen_.resize(terms.symbols.size);
    for (SymbolId label : dag_.labels) seen_[index(label)] = true;
    std::uint64_t depth = levels_up(dag_)[index(dag_.roots.front())];
    depth_sum_ += depth;
    deepest_ = std::max(deepest_, depth);
    tree_nodes_ += tree_size(dag_);
    if (dag_.size() > largest_.nodes)
      largest_ = {formula.name, {problem.files[formula.file], formula.line}, dag_.size()};
  }

  // Nodes if nothing were shared. A double: shared terms can unfold to more than 2^64.
  static double tree_size(const Dag& dag) {
    std::vector<double> sizes(dag.size(), 1);
    for (std::uint32_t node = 0; node < dag.size(); ++node)
      for (std::uint32_t edge = dag.first_edge(node); edge < dag.arg_ends[node]; ++edge)
        sizes[node] += sizes[index(dag.args[edge])];
    return sizes[index(dag.roots.front())];
  }

  double per_formula(std::uint64_t sum) const {
    return formulas_ == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(formulas_);
  }
  double sharing() const { return nodes_ == 0 ? 1 : tree_nodes_ / static_cast<double>(nodes_); }

  std::uint64_t files_ = 0, formulas_ = 0, type_declarations_ = 0, symbols_ = 0;
  std::uint64_t nodes_ = 0, joint_nodes_ = 0, edges_ = 0, ranks_beyond_ = 0;
  std::uint64_t depth_sum_ = 0, deepest_ = 0;
  double tree_nodes_ = 0;
  Tally languages_, roles_, symbols_by_kind_;
  Largest largest_;
  std::vector<Skipped> skipped_;
  std::vector<bool> seen_;  // per symbol
  DagBuilder builder_;
  Dag dag_;
};

std::string Statistics::table(const Paint& paint) const {
  std::string out;
  auto row = [&](std::string_view name, std::string_view number, std::string_view remark) {
    fmt::format_to(std::back_inserter(out), "{:<10}{:>12}", name, number);
    if (!remark.empty()) fmt::format_to(std::back_inserter(out), "   {}", paint.faint(remark));
    out += '\n';
  };
  auto number = [](std::uint64_t n) { return std::to_string(n); };
  row("files", number(files_), "");
  row("formulas", number(formulas_), languages_.text());
  if (formulas_ > 0) row("", "", roles_.text());
  row("symbols", number(symbols_), symbols_by_kind_.text());
  row("nodes", number(nodes_),
      fmt::format("{:.1f} a formula; {} if each file is one graph", per_formula(nodes_),
                  joint_nodes_));
  row("edges", number(edges_), fmt::format("{:.1f} a formula", per_formula(edges_)));
  row("depth", number(deepest_),
      fmt::format("edges from root to leaf at most; {:.1f} on average", per_formula(depth_sum_)));
  row("sharing", fmt::format("{:.2f}", sharing()), "nodes of the tree per node of the graph");
  row("far ranks", number(ranks_beyond_),
      fmt::format("edges beyond rank {}, the last of a model's table", kRankTable - 1));
  if (largest_.nodes > 0)
    row("largest", number(largest_.nodes),
        fmt::format("nodes: {} ({})", largest_.name, to_string(largest_.at)));
  row("skipped", number(skipped_.size()),
      type_declarations_ == 0
          ? ""
          : fmt::format("and {} type declarations, which have no graph", type_declarations_));
  return out;
}

nlohmann::ordered_json Statistics::json() const {
  nlohmann::ordered_json object;
  object["files"] = files_;
  object["formulas"] = formulas_;
  object["languages"] = languages_.json();
  object["roles"] = roles_.json();
  object["symbols"] = symbols_;
  object["symbol_kinds"] = symbols_by_kind_.json();
  object["nodes"] = nodes_;
  object["joint_nodes"] = joint_nodes_;
  object["edges"] = edges_;
  object["max_depth"] = deepest_;
  object["mean_depth"] = per_formula(depth_sum_);
  object["sharing"] = sharing();
  object["far_ranks"] = ranks_beyond_;
  object["largest"] = {{"name", largest_.name},
                       {"file", largest_.at.file},
                       {"line", largest_.at.line},
                       {"nodes", largest_.nodes}};
  object["type_declarations"] = type_declarations_;
  object["skipped"] = nlohmann::ordered_json::array();
  for (const Skipped& formula : skipped_) object["skipped"].push_back(formula.message);
  return object;
}

void run(const StatsOptions& options) {
  TermBank bank;
  Statistics statistics;
  for (const std::string& file : options.files) {
    Problem problem = read_formulas(file, bank, options.input);
    report_skipped(problem);
    statistics.add(problem, bank.view());
  }
  statistics.count_symbols(bank.symbols().view());
  using Handler = nlohmann::ordered_json::error_handler_t;
  write_out(options.json ? statistics.json().dump(2, ' ', false, Handler::replace) + '\n'
                         : statistics.table(Paint(has_colours(stdout))));
}

}  // namespace

void add_stats_command(CLI::App& app) {
  auto options = std::make_shared<StatsOptions>();
  CLI::App* command = app.add_subcommand("stats", "count formulae, symbols, nodes; depth, sharing");
  command->add_option("FILE", options->files, "TPTP problems, or HOL terms with --hol")->required();
  command->add_flag("--json", options->json, "one JSON object instead of a table");
  command->add_flag("--hol", options->input.hol,
                    "HOL terms, one a line, token lines (T) after them");
  command->add_flag("--keep-going", options->input.keep_going,
                    "skip and list formulae that cannot be read");
  command->footer(
      "Examples:\n"
      "  winnow stats problem.p\n"
      "  winnow stats examples/library/*.ax --json");
  command->callback([options] { run(*options); });
}

}  // namespace winnow
