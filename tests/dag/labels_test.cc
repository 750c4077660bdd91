#include "dag/labels.h"
#include "text/tptp.h"

#include <gtest/gtest.h>

namespace winnow {
namespace {

struct Read {
  explicit Read(const std::string& formula) {
    TermId root = parse_tptp("fof(x, axiom, " + formula + ").", bank).formulas.at(0).term;
    dag = DagBuilder().build(bank.view(), std::span(&root, 1));
  }
  SymbolView symbols() const { return bank.symbols().view(); }
  TermBank bank;
  Dag dag;
};

LabelTable table_of(const Read& read, std::uint32_t least = 1) {
  LabelCounter counter;
  counter.add(read.dag, read.symbols());
  return counter.table(least);
}

std::uint32_t row(const Read& read, const LabelTable& table, std::uint32_t node) {
  std::uint32_t arity = read.dag.arg_ends[node] - read.dag.first_edge(node);
  return BoundLabels(table, read.symbols()).row(read.dag.labels[node], read.dag.kinds[node], arity);
}

TEST(Labels, AKnownSymbolHasItsOwnRow) {
  Read read("p(a)");
  LabelTable table = table_of(read);
  EXPECT_GE(row(read, table, 0), kFallbackRows);
  EXPECT_NE(row(read, table, 0), row(read, table, 1));
}

TEST(Labels, AnUnknownSymbolHasTheRowOfItsKindAndArity) {
  LabelTable table = table_of(Read("p(a)"));
  Read other("q(b)");
  EXPECT_EQ(row(other, table, 0), fallback_row(Kind::function, 0));
  EXPECT_EQ(row(other, table, 1), fallback_row(Kind::predicate, 1));
}

TEST(Labels, UnknownSymbolsOfAnotherRarityHaveAnotherRow) {
  LabelTable table = table_of(Read("p(a)"));
  table.rarities = 4;
  Read other("q(b) | q(c) | (a = d)");
  const SymbolView symbols = other.symbols();
  auto row = [&](std::string_view name, std::uint32_t with) {
    std::uint32_t n = 0;
    while (symbols.name(SymbolId{n}) != name) ++n;
    SymbolCounts counts{64, std::vector<std::uint32_t>(symbols.size, 1)};
    counts.with[n] = with;
    return BoundLabels(table, symbols, counts).row(SymbolId{n}, symbols.kind(SymbolId{n}), 1);
  };
  EXPECT_NE(row("q", 64), row("q", 1));
  EXPECT_EQ(row("b", 5), row("c", 16));
  EXPECT_NE(row("b", 5), row("q", 5));
  EXPECT_EQ(row("a", 5), row("a", 64));  // is known
  EXPECT_LT(row("q", 0), table.rows());
}

TEST(Labels, RaritiesNeedALibrary) {
  LabelTable table = table_of(Read("p(a)"));
  table.rarities = 4;
  Read other("q(a)");
  EXPECT_THROW(row(other, table, 1), ContractError);
  EXPECT_EQ(row(other, table, 0), row(other, table_of(Read("p(a)")), 0));
}

TEST(Labels, ManyArgumentsShareTheLastArity) {
  EXPECT_EQ(fallback_row(Kind::function, 8), fallback_row(Kind::function, 80));
  EXPECT_NE(fallback_row(Kind::function, 7), fallback_row(Kind::function, 8));
}

TEST(Labels, RareSymbolsAreUnknown) {
  EXPECT_EQ(table_of(Read("p(a) & q(a)"), 2).symbols.size(), 0u);
}

TEST(Labels, ARankBeyondTheTableIsItsLastPosition) {
  Read read("p(a,b,c)");
  BoundLabels labels(table_of(read), read.symbols());
  EdgeLabel last{read.dag.labels.back(), Kind::predicate, 2};
  EdgeLabel beyond{read.dag.labels.back(), Kind::predicate, 99};
  EXPECT_EQ(labels.edge(beyond), labels.edge(last));
}

TEST(Labels, AnUnseenConnectiveGetsTheLabelsOfOther) {
  LabelTable table = table_of(Read("p(a)"));
  Read other("p(a) & p(b)");
  BoundLabels labels(table, other.symbols());
  EdgeLabel edge{other.dag.labels.back(), Kind::connective, 0};
  EXPECT_EQ(table.edge_label_name(labels.edge(edge)), "other0");
}

TEST(Labels, EdgeLabelsHaveNames) {
  LabelTable table = table_of(Read("p(f(a,b))"));
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < table.edge_labels(); ++i) names.push_back(table.edge_label_name(i));
  EXPECT_EQ(names,
            (std::vector<std::string>{"function0", "function1", "predicate0", "other0", "other1"}));
}

}  // namespace
}  // namespace winnow
