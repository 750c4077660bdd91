// The user's own proofs as examples: read again by name, and only what is still as it was proved.
#include "app/experiment/own_proofs.h"

#include "app/experiment/result_lines.h"
#include "data/store_text.h"
#include "tests/app/program.h"
#include "winnow/error.h"
#include "winnow/library.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>

namespace winnow {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

class OwnProofs : public testing::Test {
 protected:
  OwnProofs() {
    a_ = scratch_.write("a.p",
                        "fof(far, axiom, r(b)).\nfof(near, axiom, ![X]: (p(X) => q(X))).\n"
                        "fof(base, axiom, p(a)).\nfof(goal_a, conjecture, q(a)).\n");
    b_ = scratch_.write("b.p", "fof(key, axiom, r(c)).\nfof(goal_b, conjecture, ?[X]: r(X)).\n");
  }

  // A line about a problem that was proved, as it is now.
  static Outcome proved(const std::string& problem, const std::vector<std::string>& axioms) {
    Outcome outcome;
    outcome.problem = problem;
    outcome.arm = "out";
    outcome.proved = true;
    outcome.status = "Theorem";
    outcome.fingerprint = fingerprint_of(problem);
    for (const std::string& name : axioms) outcome.axioms.push_back({name, problem, 1});
    return outcome;
  }
  static Outcome not_proved(const std::string& problem, const std::string& status) {
    Outcome outcome = proved(problem, {});
    outcome.proved = false;
    outcome.status = status;
    return outcome;
  }

  // A folder of results, as `winnow prove --out` leaves it.
  std::string results(const std::string& name, const std::vector<Outcome>& outcomes,
                      const RunInputs& inputs = {}, std::optional<Shard> shard = {}) const {
    RunPlan plan;
    plan.shard = shard;
    plan.arms = {"out"};
    plan.settings = {{"out", "time 10"}};
    plan.inputs = {{"out", inputs}};
    for (const Outcome& outcome : outcomes) plan.problems.push_back(outcome.problem);
    plan.all_problems = outcomes.size();
    ResultLines lines(scratch_.path(name), plan, true);
    for (const Outcome& outcome : outcomes) lines.add(outcome);
    return scratch_.path(name);
  }

  std::vector<std::byte> import(const std::vector<std::string>& folders) {
    TermBank bank;
    StoreWriter writer(bank);
    report_ = import_own_proofs(folders, {}, bank, writer);
    return writer.bytes();
  }
  // "a.p: q(a) <- near base", a line an example.
  std::string imported(const std::vector<std::string>& folders) {
    const Store store = Store::from_bytes(import(folders));
    std::string text;
    for (std::uint32_t i = 0; i < store.examples(); ++i) {
      const ExampleId example{i};
      EXPECT_EQ(store.name(store.split(example)), "train");
      std::string name(store.name(example));
      if (const std::size_t at = name.find(scratch_.path("")); at == 0)
        name.erase(0, scratch_.path("").size());
      text += fmt::format("{}: {} <-", name, formula_text(store, store.conjecture(example)));
      for (Premise premise : store.premises(example)) {
        EXPECT_TRUE(premise.useful());
        text += fmt::format(" {}", store.name(premise.formula()));
      }
      text += '\n';
    }
    return text;
  }
  std::string refusal(const std::vector<std::string>& folders) {
    try {
      import(folders);
      return "";
    } catch (const InputError& error) {
      return std::string(error.what()) + " (" + error.hint() + ")";
    }
  }

  Scratch scratch_;
  std::string a_, b_;
  OwnProofsReport report_;
};

TEST_F(OwnProofs, EachIsAnExampleOfItsConjectureAndItsAxioms) {
  const std::string folder =
      results("out", {proved(b_, {"key"}), proved(a_, {"near", "base"}),
                      not_proved(scratch_.path("gone.p"), "Timeout"),
                      not_proved(scratch_.path("wrong.p"), "CounterSatisfiable")});
  EXPECT_EQ(imported({folder}),
            "a.p: q(a) <- near base\n"
            "b.p: ? [X0] : r(X0) <- key\n");
  EXPECT_EQ(report_.proved, 2u);
  EXPECT_THAT(report_.warnings, IsEmpty());
}

TEST_F(OwnProofs, OfShardsComeTogether) {
  results("out", {proved(a_, {"near", "base"})}, {}, Shard{0, 2});
  const std::string folder = results("out", {proved(b_, {"key"})}, {}, Shard{1, 2});
  EXPECT_THAT(imported({folder}), AllOf(HasSubstr("a.p: "), HasSubstr("b.p: ")));
}

TEST_F(OwnProofs, OfAProblemThatWasChangedOrIsGoneAreLeftOutWithAWarning) {
  const std::string c = scratch_.write("c.p", "fof(key, axiom, s).\nfof(c, conjecture, s).\n");
  const std::string folder =
      results("out", {proved(a_, {"near", "base"}), proved(b_, {"key"}), proved(c, {"key"})});
  scratch_.write("b.p", "fof(key, axiom, r(d)).\nfof(goal_b, conjecture, ?[X]: r(X)).\n");
  std::filesystem::remove(c);
  EXPECT_EQ(imported({folder}), "a.p: q(a) <- near base\n");
  EXPECT_EQ(report_.proved, 3u);
  EXPECT_THAT(report_.warnings,
              ElementsAre(AllOf(HasSubstr("2 proofs are left out, the first since"),
                                HasSubstr("b.p was changed since, or is gone"))));
}

TEST_F(OwnProofs, WithAxiomsThatNobodyFindsAreLeftOutWithAWarning) {
  const std::string folder = results("out", {proved(a_, {"near", "bas"}), proved(b_, {"key"})});
  EXPECT_EQ(imported({folder}), "b.p: ? [X0] : r(X0) <- key\n");
  EXPECT_THAT(report_.warnings,
              ElementsAre(AllOf(HasSubstr("1 proof is left out"), HasSubstr("a.p used an axiom"),
                                HasSubstr(": bas"))));
}

// Results of older versions do not name axioms, and neither do some provers.
TEST_F(OwnProofs, WithoutAxiomsOrWithoutTheConjectureAreLeftOut) {
  const std::string c = scratch_.write("c.p", "fof(x, axiom, s).\nfof(y, axiom, ~s).\n");
  Outcome by_axioms = proved(a_, {"near"});
  by_axioms.status = "ContradictoryAxioms";
  const std::string folder = results("out", {by_axioms, proved(b_, {}), proved(c, {"x", "y"})});
  EXPECT_THAT(refusal({folder}), HasSubstr("no proof can be used"));
  const std::string more = results("more", {proved(b_, {"key"})});
  EXPECT_EQ(imported({folder, more}), "b.p: ? [X0] : r(X0) <- key\n");
  EXPECT_THAT(report_.warnings,
              ElementsAre(AllOf(HasSubstr("2 proofs"), HasSubstr("without its conjecture"))));
}

TEST_F(OwnProofs, OfSeveralTheOneWithTheFewestAxiomsCountsWhateverTheOrder) {
  const std::string one =
                        results("one", {proved(a_, {"far", "near", "base"}), proved(b_, {"key"})}),
                    two = results("two", {proved(a_, {"near", "base"})});
  EXPECT_EQ(imported({one, two}), "a.p: q(a) <- near base\nb.p: ? [X0] : r(X0) <- key\n");
  EXPECT_EQ(report_.proved, 2u);
  EXPECT_EQ(import({one, two}), import({two, one}));
  // If that one is of no use any more, the next one counts.
  const std::string three = results("three", {proved(a_, {"gone"})});
  EXPECT_THAT(imported({one, three}), HasSubstr("a.p: q(a) <- far near base\n"));
  EXPECT_THAT(report_.warnings, IsEmpty());
}

TEST_F(OwnProofs, AxiomsAreFoundInIncludesAndLibraries) {
  scratch_.run("mkdir inc");
  scratch_.write("inc/lib.ax", "fof(base, axiom, p(b)).\n");
  const std::string c = scratch_.write(
      "c.p", "include('lib.ax').\nfof(goal_c, conjecture, q(b)).\nfof(other, axiom, q(b)).\n");
  LibraryBuilder builder;
  builder.add(
      "fof(near, axiom, r(z)). fof(near, axiom, ![X]: (p(X) => q(X))). fof(near, axiom, r(y)). "
      "fof(base, axiom, p(z)).");
  builder.save(scratch_.path("lib.index"), {.model = "none"});
  Outcome outcome = proved(c, {});
  outcome.axioms = {
      {"base", scratch_.path("inc/lib.ax"), 1, text_fingerprint("fof(base, axiom, p(b)).")},
      {"near", "", 0, text_fingerprint("fof(near, axiom, ![X]: (p(X) => q(X))).")}};
  const std::string folder = results("out", {outcome},
                                     {.goal = "",
                                      .index = {scratch_.path("lib.index")},
                                      .include_folders = {scratch_.path("inc")}});
  const std::vector<std::byte> bytes = import({folder});
  const Store store = Store::from_bytes(bytes);
  const auto premises = store.premises(ExampleId{0});
  ASSERT_THAT(premises, SizeIs(2));
  EXPECT_EQ(formula_text(store, premises[0].formula()), "p(b)");  // not the library's
  EXPECT_EQ(store.name(premises[1].formula()), "near");
  EXPECT_EQ(formula_text(store, premises[1].formula()), "! [X0] : (p(X0) => q(X0))");
  // Without its library the axiom is unknown.
  std::filesystem::remove(scratch_.path("lib.index"));
  EXPECT_THAT(refusal({folder}), AllOf(HasSubstr("not found any more"), HasSubstr(": near")));
}

TEST_F(OwnProofs, OfAFormulaThatWasTheGoalHaveItsName) {
  const std::string folder =
      results("out", {proved(a_, {"near"})}, {.goal = "far", .index = {}, .include_folders = {}});
  EXPECT_EQ(imported({folder}), "a.p far: r(b) <- near\n");
}

TEST_F(OwnProofs, WhereNothingWasProvedIsAMistakeWithAHint) {
  const std::string folder = results("out", {not_proved(a_, "Timeout")});
  EXPECT_THAT(refusal({folder}),
              AllOf(HasSubstr("out: no problem was proved"), HasSubstr("winnow prove")));
  EXPECT_THAT(refusal({scratch_.path("nowhere")}), HasSubstr("has no results"));
}

TEST_F(OwnProofs, NamesOfAxiomsReadBackAndOlderLinesHaveNone) {
  Outcome outcome = proved(a_, {"near"}), read;
  outcome.axioms.push_back({"of the index", "", 0, "0123456789abcdef"});
  ASSERT_TRUE(from_json_line(to_json_line(outcome), read));
  EXPECT_EQ(to_json_line(read), to_json_line(outcome));
  ASSERT_THAT(read.axioms, SizeIs(2));
  EXPECT_EQ(read.axioms[0].file, a_);
  EXPECT_EQ(read.axioms[0].fingerprint, "");
  EXPECT_EQ(read.axioms[1].file, "");
  EXPECT_EQ(read.axioms[1].fingerprint, "0123456789abcdef");
  outcome.axioms.clear();
  EXPECT_THAT(to_json_line(outcome), Not(HasSubstr("axioms")));
  ASSERT_TRUE(from_json_line(to_json_line(outcome), read));
  EXPECT_THAT(read.axioms, IsEmpty());
}

// A run of a folder that an older version began goes on, and says then where its formulas are.
TEST_F(OwnProofs, FoldersOfOlderVersionsGoOn) {
  RunPlan plan;
  plan.arms = {"out"};
  plan.settings = {{"out", "time 10"}};
  plan.problems = {a_, b_};
  plan.all_problems = 2;
  scratch_.run("mkdir out");
  scratch_.write("out/results.jsonl", to_json_line(plan) + to_json_line(proved(a_, {})));
  EXPECT_THAT(to_json_line(plan), Not(HasSubstr("inputs")));
  const std::string folder = results("out", {proved(b_, {"key"})});
  EXPECT_EQ(imported({folder}), "b.p: ? [X0] : r(X0) <- key\n");
  EXPECT_THAT(report_.warnings, ElementsAre(HasSubstr("names no axioms")));
}

// The conjunction of two clauses is no clause: a store that called it one was refused as damaged.
TEST_F(OwnProofs, OfSeveralNegatedClausesCanBeShown) {
  scratch_.write("n.p",
                 "cnf(base, axiom, p(a)).\ncnf(one, negated_conjecture, ~ p(X) | q(X)).\n"
                 "cnf(two, negated_conjecture, ~ q(a)).\n");
  results("out", {proved(scratch_.path("n.p"), {"base"})});
  const std::string shows =
      "winnow data import proofs out -o own.store --quiet && "
      "winnow data show own.store $PWD/n.p";
  EXPECT_THAT(scratch_.run(shows).out, AllOf(HasSubstr("~ q(a)"), HasSubstr("base")));
  const Ran ran =
      scratch_.run(shows + " --json >n.jsonl && winnow data import jsonl n.jsonl -o n.store");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
}

TEST_F(OwnProofs, OfAProblemThatIsSpelledTwoWaysAreOneExample) {
  scratch_.run("ln -s . here");
  const std::string there = scratch_.path("here/a.p");
  const std::string one = results("one", {proved(a_, {"far", "near", "base"})}),
                    two = results("two", {proved(there, {"near", "base"})});
  EXPECT_EQ(imported({one, two}), "a.p: q(a) <- near base\n");
  EXPECT_EQ(report_.proved, 1u);
  EXPECT_EQ(import({one, two}), import({two, one}));
}

TEST_F(OwnProofs, WhatCannotBeUsedHasAHintThatHelps) {
  const auto refusal_of = [this](const Outcome& outcome) {
    std::filesystem::remove_all(scratch_.path("out"));
    return refusal({results("out", {outcome})});
  };
  const std::string again = "proved again by the same 'winnow prove PROBLEMS --out DIR'";
  Outcome outcome = proved(a_, {"near"});
  outcome.fingerprint = "0";
  EXPECT_THAT(refusal_of(outcome), AllOf(HasSubstr("was changed since"), HasSubstr(again)));
  EXPECT_THAT(refusal_of(proved(a_, {})), AllOf(HasSubstr("a prover that names its axioms"),
                                                HasSubstr("another --out"), Not(HasSubstr(again))));
  EXPECT_THAT(refusal_of(proved(a_, {"gone"})),
              AllOf(HasSubstr("not found any more"), HasSubstr("--index"), Not(HasSubstr(again))));
  outcome = proved(a_, {"near"});
  outcome.status = "ContradictoryAxioms";
  EXPECT_THAT(refusal_of(outcome), AllOf(HasSubstr("without its conjecture"),
                                         HasSubstr("nothing to learn"), Not(HasSubstr(again))));
  const std::string c = scratch_.write("c.p", "include('gone.ax').\nfof(c, conjecture, s).\n");
  EXPECT_THAT(refusal_of(proved(c, {"key"})), AllOf(HasSubstr("cannot be read any more"),
                                                    HasSubstr("--include"), Not(HasSubstr(again))));
}

// A prover that proves whatever has the axiom `key` in it, by that axiom.
constexpr const char* kProver =
    "#!/bin/sh\n"
    "if grep -q 'fof(key' \"$1\"; then\n"
    "  echo '% SZS status Theorem'; echo '% SZS output start Proof'\n"
    "  echo \"fof(c1, axiom, s(k), file('p', key)).\"\n"
    "  echo \"fof(c2, conjecture, s(k), file('p', goal)).\"\n"
    "  echo '% SZS output end Proof'\n"
    "else echo '% SZS status GaveUp'; fi\n";

TEST_F(OwnProofs, FromARunToTheNext) {
  scratch_.write("prover", kProver);
  scratch_.run("chmod +x prover; mkdir d");
  scratch_.write("d/one.p",
                 "fof(key, axiom, s(k)).\nfof(idle, axiom, s(i)).\nfof(goal, conjecture, s(k)).\n");
  scratch_.write("d/two.p", "fof(idle, axiom, s(i)).\nfof(goal, conjecture, s(j)).\n");
  const std::string prove = "winnow prove d --ranker tfidf --prover './prover {file}' --time 20 ";
  ASSERT_THAT(scratch_.run(prove + "--out res").out, HasSubstr("proved 1 of 2"));
  EXPECT_THAT(
      contents(scratch_.path("res/results.jsonl")),
      AllOf(HasSubstr(R"("axioms":[{"name":"key","file":"d/one.p","line":1,"fingerprint":")" +
                      text_fingerprint("fof(key, axiom, s(k)).") + R"("}])"),
            HasSubstr(R"("inputs":{"res":)")));
  Ran ran = scratch_.run("winnow data import proofs res -o own.store");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("read the proofs of 1 problem in 1 folder; left out 0"),
                             HasSubstr("train: 1 examples, 1 premises")));
  ran = scratch_.run("winnow data show own.store d/one.p --json");
  EXPECT_THAT(ran.out, AllOf(HasSubstr("s(k)"), HasSubstr(R"("key")"), Not(HasSubstr("idle"))));
  EXPECT_THAT(scratch_
                  .run("winnow prove d --ranker knn --proofs own.store --prover './prover {file}' "
                       "--time 20 --out more")
                  .out,
              HasSubstr("proved 1 of 2"));
  ASSERT_EQ(scratch_.run("winnow data import proofs res more -o both.store").exit_code, 0);
  EXPECT_EQ(contents(scratch_.path("own.store")), contents(scratch_.path("both.store")));
  scratch_.write("d/one.p", "fof(goal, conjecture, s(k)).\n");
  ran = scratch_.run("winnow data import proofs res -o none.store");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, HasSubstr("d/one.p was changed since, or is gone"));
  EXPECT_FALSE(std::filesystem::exists(scratch_.path("none.store")));
}

// Runs whose proofs use an axiom that is not in the problem's own file.
class OwnProofsFromElsewhere : public OwnProofs {
 protected:
  OwnProofsFromElsewhere() {
    scratch_.write("prover", kProver);
    scratch_.run("chmod +x prover; mkdir d");
    scratch_.write("d/one.p", "include('lib.ax').\nfof(goal, conjecture, s(k)).\n");
    scratch_.write("d/two.p", "fof(goal, conjecture, s(k)).\n");
    write_library("fof(key, axiom, s(k) & s(m)).\n");
  }
  void write_library(const std::string& text) {
    scratch_.write("d/lib.ax", text);
    scratch_.run("winnow index d/lib.ax -o lib.index --model none --quiet");
  }
  Ran prove(const std::string& problems) {
    return scratch_.run("winnow prove " + problems +
                        " --ranker tfidf --prover './prover {file}' --time 20 --out res");
  }
  Ran import_all() { return scratch_.run("winnow data import proofs res -o own.store --force"); }
};

TEST_F(OwnProofsFromElsewhere, AreLeftOutIfAnIncludedAxiomWasChangedSince) {
  ASSERT_THAT(prove("d").out, HasSubstr("proved 1 of 2"));
  write_library("% It moved.\nfof(idle, axiom, s(i)).\nfof(key, axiom, s(k) & s(m)).\n");
  EXPECT_THAT(import_all().out, HasSubstr("left out 0"));
  write_library("fof(key, axiom, s(k) | s(i)).\n");
  const Ran ran = import_all();
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("used an axiom that was changed since: key"),
                             HasSubstr("proved again by the same")));
}

TEST_F(OwnProofsFromElsewhere, AreLeftOutIfAnAxiomOfAnIndexWasChangedSince) {
  std::filesystem::remove(scratch_.path("d/one.p"));
  ASSERT_THAT(prove("d --index lib.index").out, HasSubstr("proved 1 of 1"));
  EXPECT_THAT(import_all().out, HasSubstr("left out 0"));
  write_library("fof(key, axiom, s(k) | s(i)).\n");
  EXPECT_THAT(import_all().err, HasSubstr("used an axiom that was changed since: key"));
}

TEST_F(OwnProofsFromElsewhere, AreLeftOutIfAnIncludedGoalWasChangedSince) {
  scratch_.write("d/goal.ax", "fof(goal, conjecture, s(k)).\n");
  scratch_.write("d/one.p", "fof(key, axiom, s(k)).\ninclude('goal.ax').\n");
  ASSERT_THAT(prove("d").out, HasSubstr("proved 1 of 2"));
  EXPECT_THAT(import_all().out, HasSubstr("left out 0"));
  scratch_.write("d/goal.ax", "fof(goal, conjecture, s(i)).\n");
  EXPECT_THAT(import_all().err, HasSubstr("was changed since, or is gone: d/goal.ax"));
}

// The problem's own axioms are as they were, or its file would be another.
TEST_F(OwnProofsFromElsewhere, AreLeftOutIfOlderResultsDoNotSayWhatTheAxiomWas) {
  ASSERT_THAT(prove("d").out, HasSubstr("proved 1 of 2"));
  scratch_.run(R"(sed -i 's/"line":1,"fingerprint":"[0-9a-f]*"/"line":1/' res/results.jsonl)");
  EXPECT_THAT(import_all().err,
              AllOf(HasSubstr("older results"), HasSubstr(": key"), HasSubstr("another --out")));
}

}  // namespace
}  // namespace winnow
