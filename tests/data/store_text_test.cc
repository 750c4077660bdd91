// A formula of a store leaves it as text that says the same, or not at all.
#include "data/store_text.h"

#include "data/store_writer.h"
#include "term/draft.h"
#include "text/tptp.h"
#include "winnow/error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace winnow {
namespace {

using testing::HasSubstr;

// A store with one formula, which is made as no parser would make it.
Store forged(std::string_view predicate, Language language, std::string_view name = "t") {
  TermBank bank;
  StoreWriter writer(bank);
  Draft draft;
  draft.push(bank.symbols().intern("a", Kind::function), 0);
  draft.push(bank.symbols().intern(predicate, Kind::predicate), 1);
  writer.add_formula(draft.commit(bank), language, name);
  return Store::from_bytes(writer.bytes());
}

Store parsed(std::string_view text, std::string_view name = "t") {
  TermBank bank;
  StoreWriter writer(bank);
  Formula formula = TptpParser(bank).parse(text);
  writer.add_formula(formula.term, formula.language, name);
  return Store::from_bytes(writer.bytes());
}

std::string why_not(const Store& store) {
  try {
    formula_text(store, FormulaId{0});
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(StoreText, OfAFormulaReadsBack) {
  EXPECT_EQ(formula_text(forged("p", Language::fof), FormulaId{0}), "p(a)");
  EXPECT_EQ(annotated_text(forged("p", Language::fof), FormulaId{0}, "axiom"),
            "fof(t, axiom, p(a)).");
  for (const char* text :
       {"fof(t, axiom, ! [X] : (p(X) | q('A b', \"c\", 12) | r))", "cnf(t, axiom, p(X) | ~ q(X))",
        "tff(t, axiom, ! [X: $int] : $less(X, $sum(X, 1)))",
        "thf(t, axiom, ! [P: $o] : ((^ [X: $o] : X) @ P))"}) {
    const Store store = parsed(std::string(text) + ".");
    EXPECT_EQ(why_not(store), "") << text;
  }
}

TEST(StoreText, OfAForgedFormulaThatWouldReadAsAnotherIsRefused) {
  for (const char* name :
       {"p & q", "p(b) & q", "P", "~", "", "p).\nfof(b, axiom, $false", "%", "="})
    EXPECT_THAT(why_not(forged(name, Language::fof)), HasSubstr("is none that winnow wrote"))
        << name;
  for (const char* name : {"p q", "(", "!x.", "", "|-"})
    EXPECT_THAT(why_not(forged(name, Language::hol)), HasSubstr("is none that winnow wrote"))
        << name;
  EXPECT_THROW(annotated_text(forged("p & q", Language::fof), FormulaId{0}, "axiom"), InputError);
}

TEST(StoreText, OfAFormulaWithoutANameThatTptpCanWriteHasOne) {
  for (const char* name : {"", "a\tb", "a\nb"})
    EXPECT_EQ(annotated_text(forged("p", Language::fof, name), FormulaId{0}, "axiom"),
              "fof(formula_0, axiom, p(a)).");
  EXPECT_EQ(annotated_text(forged("p", Language::fof, "A 'b'"), FormulaId{0}, "axiom"),
            "fof('A \\'b\\'', axiom, p(a)).");
}

}  // namespace
}  // namespace winnow
