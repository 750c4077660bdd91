#include "tests/text/random_formula.h"
#include "tests/text/tptp_testing.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

namespace winnow {
namespace {

using testing::parse;

std::string printed(std::string_view body, Language language = Language::fof,
                    std::string_view role = "axiom") {
  TermBank bank;
  TermId term = parse(bank, body, language, role);
  return print_tptp(bank.view(), term, language);
}

TEST(TptpPrint, BracketsWhereTheyAreNeeded) {
  EXPECT_EQ(printed("((p&(q=>r)))"), "p & (q => r)");
  EXPECT_EQ(printed("![X]:(p(X)=>~(X=a))"), "! [X0] : (p(X0) => ~ (X0 = a))");
  EXPECT_EQ(printed("p @ (f @ X @ b)", Language::thf), "p @ (f @ X0 @ b)");
  EXPECT_EQ(printed("f:$i>$i>$o", Language::thf, "type"), "f: $i > ($i > $o)");
}

TEST(TptpPrint, EveryBinderHasItsOwnNames) {
  EXPECT_EQ(printed("p(Y) & (! [X] : p(X)) & ! [X] : (q(X) | ? [X] : p(X))"),
            "p(X0) & ! [X1] : p(X1) & ! [X2] : (q(X2) | ? [X3] : p(X3))");
}

TEST(TptpPrint, NamesOfFormulasAreQuotedWhereTheyMustBe) {
  TermBank bank;
  TptpParser parser(bank);
  for (std::string text : {"fof(a_1, axiom, p).", "fof('A b', axiom, p).", "cnf(12, plain, p).",
                           "fof('it\\'s \\\\', lemma, p).", "fof('007', axiom, p)."}) {
    const auto formula = parser.parse(text);  // which the view must see
    EXPECT_EQ(print_tptp(bank.view(), formula), text);
  }
}

TEST(TptpPrint, RandomFormulasReadBackAsTheSameTerms) {
  for (Language language : {Language::fof, Language::cnf, Language::tff, Language::thf}) {
    TermBank bank;
    testing::RandomFormula random(bank, language, 1);
    for (int i = 0; i < 2000; ++i) {
      TermId term = random.make();
      std::string text = print_tptp(bank.view(), term, language);
      ASSERT_EQ(parse(bank, text, language), term) << to_string(language) << ": " << text;
    }
  }
}

// Real formulas, where WINNOW_DATA points at the unpacked sets: every 500th file of Mizar.
TEST(TptpPrint, MizarReadsBackAsTheSameTerms) {
  const char* data = std::getenv("WINNOW_DATA");
  std::filesystem::path folder =
      std::filesystem::path(data == nullptr ? "" : data) / "mizar/nndata";
  if (data == nullptr || !std::filesystem::is_directory(folder))
    GTEST_SKIP() << "WINNOW_DATA does not point at a folder with mizar/nndata";
  std::vector<std::filesystem::path> files(std::filesystem::directory_iterator(folder), {});
  std::ranges::sort(files);
  TermBank bank;
  TptpParser parser(bank);
  std::size_t formulas = 0;
  for (std::size_t i = 0; i < files.size(); i += 500) {
    std::ifstream file(files[i]);
    for (std::string line; std::getline(file, line); ++formulas) {
      Formula formula = parser.parse(std::string_view(line).substr(2));
      ASSERT_EQ(parser.parse(print_tptp(bank.view(), formula)).term, formula.term) << line;
    }
  }
  EXPECT_GT(formulas, 0u);
}

}  // namespace
}  // namespace winnow
