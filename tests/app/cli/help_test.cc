// Manual pages and completions, made from the tables of the command line.
#include "app/cli/completion.h"
#include "app/cli/help_format.h"
#include "app/cli/manual.h"
#include "app/cli/option_value.h"
#include "app/cli/rank_options.h"
#include "winnow/prove.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace winnow {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Line {
  std::string format = "tsv", index;
  int k = 8;
  bool quiet = false;
  CLI::App app{"finds axioms", "tool"};

  Line() {
    CLI::App* rank = app.add_subcommand("rank", "orders a problem's axioms");
    rank->add_option("PROBLEM", index, "the problem")->required();
    rank->add_option("-k,--count", k, "how many")->capture_default_str()->check(CLI::Range(1, 9));
    rank->add_option("--format", format, "of the output")->check(CLI::IsMember({"tsv", "json"}));
    rank->add_flag("--quiet", quiet, "no words");
    app.add_subcommand("secret", "hidden")->group("");
  }
};

TEST(CommandTable, KnowsChoicesRangesAndDefaults) {
  const CommandRow program = command_table(Line().app);
  ASSERT_EQ(program.commands.size(), 1u);  // not the hidden one
  const auto& options = program.commands[0].options;
  auto named = [&](const std::string& name) {
    for (const OptionRow& row : options)
      if (std::ranges::find(row.names, name) != row.names.end() || row.positional == name)
        return row;
    return OptionRow{};
  };
  EXPECT_THAT(named("--format").choices, testing::UnorderedElementsAre("tsv", "json"));
  EXPECT_THAT(named("--count").names, testing::ElementsAre("-k", "--count"));
  EXPECT_EQ(named("--count").default_value, "8");
  EXPECT_THAT(named("--count").range, HasSubstr("1"));
  EXPECT_EQ(named("--quiet").value, "");
  EXPECT_TRUE(named("PROBLEM").required);
}

TEST(CommandTable, IsTheSameAfterATripThroughJson) {
  const CommandRow program = command_table(Line().app);
  EXPECT_EQ(to_json(command_from_json(to_json(program), "x")), to_json(program));
}

TEST(Manual, HasAPageForEachCommandWithItsOptions) {
  const auto pages = manual_pages(command_table(Line().app), "1.2.3");
  ASSERT_EQ(pages.size(), 2u);
  EXPECT_EQ(pages[0].file, "tool.1");
  EXPECT_EQ(pages[1].file, "tool-rank.1");
  EXPECT_THAT(pages[1].text, HasSubstr("orders a problem's axioms"));
  EXPECT_THAT(pages[1].text, HasSubstr("One of "));
  EXPECT_THAT(pages[1].text, HasSubstr("Default: 8."));
  EXPECT_THAT(pages[0].text, Not(HasSubstr("secret")));
}

TEST(Manual, ShieldsTextFromRoff) {
  CLI::App app(".hidden 'quotes' and a back\\slash", "tool");
  const auto pages = manual_pages(command_table(app), "1");
  EXPECT_THAT(pages[0].text, HasSubstr("\\&.hidden"));
  EXPECT_THAT(pages[0].text, HasSubstr("back\\eslash"));
}

TEST(HelpFormat, WrapsWhatIsWiderThanTheTerminal) {
  CLI::App app(
      "says in a sentence that is longer than a narrow terminal is wide what this tool does",
      "tool");
  std::string file, list = "[one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve]";
  int count = 3;
  app.formatter(std::make_shared<HelpFormat>(60));
  app.add_option("FILE", file, "a file")->required()->type_name("FILE");
  app.add_option("--count", count, "how many of them there are to be, of all that there are")
      ->capture_default_str()
      ->check(CLI::Range(1, 9));
  app.add_option("--list", list, "names")->capture_default_str();
  app.footer(
      "Examples:\n  tool --with an-option --that goes-on --for-ever -o here   and what it does\n"
      "  a table with a line that is as long as it is, whatever the terminal does\n"
      "A sentence that goes on\nbehind the end of its line, and is wrapped.\nCodes:\n  1  one");
  const std::string help = app.help();
  EXPECT_THAT(help, HasSubstr("terminal is\nwide what"));
  EXPECT_THAT(help, HasSubstr("\n  FILE                    a file\n"));
  EXPECT_THAT(help, HasSubstr("  --count N=3             how many of them there are to be,\n"
                              "                          of all that there are ("));
  EXPECT_THAT(help, HasSubstr("  --list TEXT             names (if not given: one, two,"));
  EXPECT_THAT(help, HasSubstr("\n  tool --with an-option --that goes-on --for-ever -o here\n"
                              "      and what it does\n"));
  EXPECT_THAT(help, HasSubstr("line that is as long as it is, whatever the terminal does\n"));
  EXPECT_THAT(help, HasSubstr("A sentence that goes on behind the end of its line, and is\n"
                              "wrapped.\nCodes:\n  1  one\n"));
}

TEST(HelpFormat, ACommandThatIsTooWideGoesOnInTheNextLine) {
  CLI::App app("", "tool");
  app.formatter(std::make_shared<HelpFormat>(60));
  app.footer("  tool --first-option value --second-option value --third value -o file");
  EXPECT_THAT(app.help(), HasSubstr("\n  tool --first-option value --second-option value \\\n"
                                    "      --third value -o file\n"));
  app.footer("  tool " + std::string(30, 'a') + ' ' + std::string(30, 'b') + " -o file");
  EXPECT_THAT(app.help(), HasSubstr("a \\\n      bbb"));
  app.footer("  tool " + std::string(80, 'a'));
  EXPECT_THAT(app.help(), HasSubstr("  tool \\\n      aaa"));
}

TEST(Completion, QuotesApostrophesForEachShell) {
  const CommandRow program = command_table(Line().app);
  EXPECT_THAT(zsh_completion(program), HasSubstr("problem'\\''s"));
  EXPECT_THAT(fish_completion(program), HasSubstr("problem\\'s"));
  EXPECT_THAT(bash_completion(program), HasSubstr("'-h --help'"));
}

// An open list: other words are no mistake, and --help says nothing of it.
TEST(Completion, OffersWhatIsSuggested) {
  CLI::App app("finds axioms", "tool");
  std::string ranker;
  suggest(app.add_option("--ranker", ranker, "which one"), {"tfidf", "knn"});
  const CommandRow program = command_from_json(to_json(command_table(app)), "x");
  EXPECT_THAT(bash_completion(program), HasSubstr("--ranker) words='tfidf knn'"));
  EXPECT_THAT(zsh_completion(program), HasSubstr("(tfidf knn)"));
  EXPECT_THAT(fish_completion(program), HasSubstr("-l ranker -x -a 'tfidf knn'"));
  EXPECT_THAT(app.help(), Not(HasSubstr("knn")));
  app.parse("--ranker tfidf+knn");
  EXPECT_EQ(ranker, "tfidf+knn");
}

TEST(Completion, KnowsRankersRolesAndProvers) {
  CLI::App app("finds axioms", "tool");
  RankingOptions options;
  add_ranking_options(app, options, true);
  const std::string script = bash_completion(command_table(app));
  EXPECT_THAT(script, HasSubstr("--ranker) words='tfidf knn sine "));
  EXPECT_THAT(script, HasSubstr("--first-stage) words='tfidf knn sine "));
  EXPECT_THAT(script, HasSubstr("--keep-roles) words='axiom hypothesis definition "));
  EXPECT_THAT(prover_names(), testing::IsSupersetOf({"e", "cvc5", "vampire"}));
  for (const std::string& name : prover_names()) check_prover_name(name);
}

}  // namespace
}  // namespace winnow
