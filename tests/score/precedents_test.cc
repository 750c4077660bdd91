#include "score/precedents.h"

#include "term/term_keys.h"
#include "text/tptp.h"
#include "winnow/error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace winnow {
namespace {

TermId term(TermBank& bank, const std::string& formula) {
  return parse_tptp("fof(x, axiom, " + formula + ").", bank).formulas.at(0).term;
}

struct Example {
  std::string conjecture;
  std::vector<std::pair<std::string, bool>> premises;
};

PrecedentTable table_of(const std::vector<Example>& examples) {
  PrecedentCollector collector;
  for (const Example& example : examples) {
    TermBank bank;
    TermId conjecture = term(bank, example.conjecture);
    std::vector<TermId> terms;
    for (const auto& [formula, useful] : example.premises) terms.push_back(term(bank, formula));
    FeatureReader reader(bank.view());
    FeatureTable symbols;
    FeatureSets sets;
    reader.add(conjecture, FeatureKind::symbols, symbols, sets);
    std::vector<PrecedentCollector::Formula> premises;
    for (std::size_t i = 0; i < terms.size(); ++i)
      premises.push_back({reader.hash(terms[i]), example.premises[i].second});
    collector.add(reader.hash(conjecture), symbols.hashes(), premises);
  }
  return collector.take();
}

const std::vector<Example> kExamples = {
    {"p(a)", {{"![X]: q(X)", true}, {"r", false}}},
    {"s(b)", {{"![X]: q(X)", false}, {"r", true}}},
    {"p(a) | s(b)", {{"r", true}}},
};

// What the numbers are; the last one is how similar the conjecture is that the premise once was.
enum {
  kKnown,
  kUseful,
  kUseless,
  kRatio,
  kWeight,
  kNearestUseful = 11,
  kNearestUseless,
  kVote,
  kVotes,
  kProved
};

TEST(Precedents, CountAPremiseBySimilarityOfConjectures) {
  PrecedentTable table = table_of(kExamples);
  TermBank bank;
  TermId conjecture = term(bank, "p(a)");
  std::vector<TermId> premises = {term(bank, "![Y]: q(Y)"), term(bank, "r"),
                                  term(bank, "unheard_of"), term(bank, "s(b)")};
  PrecedentReader reader(table, bank.view());
  auto found = reader.read(conjecture, premises);
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[0][kKnown], 1);
  EXPECT_FLOAT_EQ(found[0][kUseful], std::log1p(1.f));
  EXPECT_FLOAT_EQ(found[0][kUseless], std::log1p(1.f));
  EXPECT_NEAR(found[0][kNearestUseful], 1, 1e-5);  // the very same conjecture
  EXPECT_EQ(found[0][kNearestUseless], 0);         // no symbol in common
  EXPECT_GT(found[0][kRatio], 3);
  EXPECT_EQ(found[0][kVote], 0.5f);
  EXPECT_EQ(found[0][kVotes], 0.f);
  EXPECT_FLOAT_EQ(found[1][kUseful], std::log1p(2.f));
  EXPECT_GT(found[1][kNearestUseful], 0.3f);
  EXPECT_LT(found[1][kNearestUseful], 0.9f);
  EXPECT_EQ(found[1][kVote], -0.5f);
  EXPECT_EQ(found[2], Precedents{});
  EXPECT_EQ(found[3][kKnown], 0);   // never a premise,
  EXPECT_EQ(found[3][kProved], 0);  // and about other things
  EXPECT_NEAR(reader.read(premises[3], premises)[3][kProved], 1, 1e-5);
}

TEST(Precedents, LeaveOutTheExampleItself) {
  PrecedentTable table = table_of(kExamples);
  TermBank bank;
  TermId conjecture = term(bank, "p(a)");
  std::vector<TermId> premises = {term(bank, "![X]: q(X)"), term(bank, "r")};
  PrecedentReader reader(table, bank.view());
  auto without = reader.read(conjecture, premises, 0);
  PrecedentTable others = table_of({kExamples[1], kExamples[2]});
  PrecedentReader of_others(others, bank.view());
  auto expected = of_others.read(conjecture, premises);
  for (std::size_t i = 0; i < premises.size(); ++i) {
    EXPECT_EQ(without[i][kUseful], expected[i][kUseful]);
    EXPECT_EQ(without[i][kUseless], expected[i][kUseless]);
    EXPECT_EQ(without[i][kVotes], expected[i][kVotes]);
  }
}

}  // namespace
}  // namespace winnow
