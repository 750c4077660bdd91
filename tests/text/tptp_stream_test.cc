// A file that is read a part at a time is read as it is at once.
#include "tests/app/program.h"
#include "text/tptp.h"
#include "winnow/error.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace winnow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string text_of(const TermBank& bank, std::span<const Formula> formulas) {
  std::string text;
  for (const Formula& each : formulas)
    text += fmt::format("{} {} {}: {}\n", each.name, each.role, each.line,
                        print_tptp(bank.view(), each.term, each.language));
  return text;
}

TEST(TptpStream, GivesTheSameFormulasInParts) {
  Scratch scratch;
  scratch.write("inner.ax", "fof(c, axiom, q(f(a))).\nfof(d, axiom, ~ q(a)).\n");
  const std::string file = scratch.write(
      "outer.p",
      "fof(a, axiom, ![X]: p(X)).\ninclude('inner.ax').\nfof(g, conjecture, p(a) & q(a)).\n");
  TermBank whole;
  const Problem problem = read_tptp(file, whole);
  for (std::size_t most : {1, 2, 3, 100}) {
    TptpStream stream{std::filesystem::path(file)};
    std::string text;
    while (!stream.at_end()) {
      TermBank bank;
      const std::vector<Formula> formulas = stream.read(bank, most);
      EXPECT_LE(formulas.size(), most);
      text += text_of(bank, formulas);
    }
    EXPECT_EQ(text, text_of(whole, problem.formulas)) << most;
    EXPECT_EQ(stream.files(), problem.files);
  }
}

TEST(TptpStream, AMistakeInALaterPartHasItsPlace) {
  TptpStream stream{
      std::string_view("fof(a, axiom, p).\nfof(b, axiom, q).\nfof(c, axiom, q &).\n")};
  TermBank bank;
  EXPECT_EQ(stream.read(bank, 2).size(), 2u);
  try {
    stream.read(bank, 2);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr(":3:"));
  }
}

TEST(Tptp, WhatIsKnownIsPassedOver) {
  const std::string_view known = "fof(b, axiom, this is no formula).";
  TptpOptions options;
  std::vector<std::string> asked;
  options.known = [&](std::string_view rest) {
    asked.emplace_back(rest.substr(4, 1));
    return rest.starts_with(known) ? known.size() : 0;
  };
  TermBank bank;
  const Problem problem = parse_tptp(
      fmt::format("fof(a, axiom, p). % and\n  {}fof(c, axiom, q).", known), bank, options);
  EXPECT_THAT(asked, ElementsAre("a", "b", "c"));
  ASSERT_EQ(problem.formulas.size(), 2u);
  EXPECT_EQ(problem.formulas[1].name, "c");
  EXPECT_EQ(problem.formulas[1].line, 2u);
}

}  // namespace
}  // namespace winnow
