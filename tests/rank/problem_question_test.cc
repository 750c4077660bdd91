#include "rank/problem_question.h"

#include "tests/rank/formulas.h"
#include "tests/rank/toy_model.h"
#include "text/tptp.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <unistd.h>

#include <array>
#include <cmath>
#include <filesystem>

namespace winnow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const Pool kNothing;

class Asked {
 public:
  explicit Asked(std::string_view text, const QuestionOptions& options = {},
                 const Pool& pool = kNothing)
      : problem_(parse_tptp(text, bank_)), question_(bank_, problem_, options, pool) {}
  const ProblemQuestion* operator->() const { return &question_; }
  std::vector<std::string> axioms() const {
    std::vector<std::string> names;
    for (const Candidate& each : question_.candidates()) names.emplace_back(each.name);
    return names;
  }

 private:
  TermBank bank_;
  Problem problem_;
  ProblemQuestion question_;
};

std::string refusal(std::string_view text, const QuestionOptions& options = {}) {
  try {
    Asked asked(text, options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// An index of a library, in a file that is gone afterwards.
class Library {
 public:
  explicit Library(std::string_view text)
      : path_(std::filesystem::temp_directory_path() /
              ("winnow-question-" + std::to_string(getpid()) + ".index")) {
    TermBank bank;
    Problem problem = parse_tptp(text, bank);
    IndexDraft draft;
    draft.add(bank.view(), problem.formulas);
    write_index(path_, draft, nullptr, nullptr);
    pool_.use(IndexSet::open(std::array{path_.string()}));
  }
  ~Library() { std::filesystem::remove(path_); }
  const Pool& pool() const { return pool_; }

 private:
  std::filesystem::path path_;
  Pool pool_;
};

TEST(ProblemQuestion, AQuestionIsNoAxiom) {
  constexpr std::string_view kText =
      "fof(a, axiom, p). fof(q, question, ? [X] : r(X)). fof(c, conjecture, s).";
  EXPECT_THAT(Asked(kText).axioms(), ElementsAre("a"));
  EXPECT_THAT(Asked(kText, {.goal = "a"}).axioms(), IsEmpty());
}

TEST(ProblemQuestion, AQuestionInAnIndexIsNoAxiom) {
  Library library("fof(q, question, r). fof(u, unknown, r(a)). fof(l, lemma, r(b)).");
  EXPECT_THAT(Asked("fof(c, conjecture, s).", {}, library.pool()).axioms(), ElementsAre("l"));
}

TEST(ProblemQuestion, AQuestionAloneIsAConjecture) {
  Asked asked("fof(a, axiom, p(a)). fof(q, question, ? [X] : p(X)).");
  EXPECT_EQ(asked->goal_text(), "fof(q, conjecture, ? [X0] : p(X0)).");
}

TEST(ProblemQuestion, RolesThatAreNoneAreLeftOutAndTold) {
  Asked asked("fof(a, axim, p). fof(c, conjecture, p).");
  EXPECT_THAT(asked.axioms(), IsEmpty());
  EXPECT_FALSE(asked->complete());
  EXPECT_THAT(asked->notes(), ElementsAre(HasSubstr("'a' has the role 'axim'")));
}

TEST(ProblemQuestion, SeveralConjecturesAreOneConjunction) {
  Asked asked("fof(a, axiom, p). fof(c, conjecture, p). fof(d, conjecture, q | r).");
  EXPECT_EQ(asked->goal_text(), "fof(c, conjecture, p & (q | r)).");
  EXPECT_EQ(asked->goal_name(), "c, d");
  EXPECT_EQ(Asked("fof(c, conjecture, p). fof(d, conjecture, q).", {.goal = "d"})->goal_text(),
            "fof(d, conjecture, q).");
}

TEST(ProblemQuestion, ConjecturesInSeveralLanguagesAreRefused) {
  EXPECT_THAT(refusal("fof(c, conjecture, p). tff(d, conjecture, q)."),
              HasSubstr("different languages"));
}

TEST(ProblemQuestion, AConjectureBesideANegatedOneIsRefused) {
  constexpr std::string_view kText = "fof(c, conjecture, p). cnf(n, negated_conjecture, ~ q).";
  EXPECT_THAT(refusal(kText), HasSubstr("which is the goal?"));
  EXPECT_EQ(refusal(kText, {.goal = "c"}), "");
}

TEST(ProblemQuestion, ClausesOfANegatedConjectureStayTogether) {
  Asked asked(
      "cnf(a, axiom, p). cnf(n, negated_conjecture, ~ p | q). "
      "cnf(m, negated_conjecture, ~ q).");
  EXPECT_EQ(asked->goal_kind(), RoleKind::negated_conjecture);
  EXPECT_EQ(asked->goal_text(),
            "cnf(n, negated_conjecture, ~ p | q).\ncnf(m, negated_conjecture, ~ q).");
  EXPECT_TRUE(asked->complete());
}

TEST(ProblemQuestion, OneClauseOfANegatedConjectureIsNotTheWholeProblem) {
  Asked asked("cnf(n, negated_conjecture, p). cnf(m, negated_conjecture, ~ p).", {.goal = "n"});
  EXPECT_FALSE(asked->complete());
}

TEST(ProblemQuestion, AGoalIsNotTheFirstOfSeveralOfItsName) {
  TermBank bank;
  const Problem problem = parse_tptp("fof(a, axiom, p).\nfof(a, axiom, q).\n", bank);
  Pool pool;
  try {
    ProblemQuestion(bank, problem, {.goal = "a"}, pool);
    FAIL() << "which of them?";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(":2: another formula is called 'a', too"));
  }
}

TEST(ProblemQuestion, AClauseAsAGoalIsClosed) {
  Asked asked("cnf(a, axiom, p(X) | q(X,Y)).", {.goal = "a"});
  EXPECT_EQ(asked->goal_text(), "fof(a, conjecture, ! [X0,X1] : (p(X0) | q(X0,X1))).");
}

TEST(ProblemQuestion, AGoalThatTheIndexHasIsLeftOutAndTold) {
  Library library("fof(l, lemma, r(b)). fof(same, axiom, s).");
  Asked asked("fof(c, conjecture, s).", {}, library.pool());
  EXPECT_THAT(asked.axioms(), ElementsAre("l"));
  EXPECT_FALSE(asked->complete());
  EXPECT_THAT(asked->notes(), ElementsAre(HasSubstr("'same' of the index is the goal itself")));
}

TEST(ProblemQuestion, AxiomsAloneAreAQuestionWhereNoGoalIsNeeded) {
  EXPECT_THAT(refusal("fof(a, axiom, p)."), HasSubstr("no conjecture"));
  Asked asked("fof(a, axiom, p).", {.goal_needed = false});
  EXPECT_EQ(asked->goal_kind(), RoleKind::other);
  EXPECT_EQ(asked->goal_text(), "");
  EXPECT_THAT(asked.axioms(), ElementsAre("a"));
}

// fof(name, role, ...) of the index come first, and give way to the same formula of the problem.
TEST(ProblemQuestion, CandidatesAreThoseOfTheIndexAndThenOfTheProblem) {
  Library library("fof(l, axiom, r(a)). fof(both, axiom, r(b)).");
  Asked asked("fof(a, axiom, p(a)). fof(both, axiom, r(b)). fof(c, conjecture, s).", {},
              library.pool());
  EXPECT_THAT(asked.axioms(), ElementsAre("l", "a", "both"));
  EXPECT_EQ(asked->candidates()[0].text, "fof(l, axiom, r(a)).");
  EXPECT_EQ(asked->candidates()[1].text, "fof(a, axiom, p(a)).");
  EXPECT_TRUE(asked->complete());
}

TEST(ProblemQuestion, HypothesesAndWhatIsAskedForStay) {
  Asked asked(
      "fof(a, axiom, p). fof(h, hypothesis, q). fof(d, definition, r). fof(c, conjecture, s).",
      {.required = {"a"}});
  std::vector<std::string> required;
  for (const Candidate& each : asked->candidates())
    if (each.required) required.emplace_back(each.name);
  EXPECT_THAT(required, ElementsAre("a", "h"));
  EXPECT_THAT(refusal("fof(a, axiom, p). fof(c, conjecture, s).", {.required = {"b"}}),
              HasSubstr("'b'"));
}

TEST(ProblemQuestion, DeclarationsOfTypesAreNoCandidates) {
  Asked asked("tff(t, type, c: $i). tff(a, axiom, p(c)). tff(g, conjecture, ? [X: $i] : p(X)).");
  EXPECT_THAT(asked.axioms(), ElementsAre("a"));
  EXPECT_THAT(asked->declarations(), ElementsAre("tff(t, type, c: $i)."));
  EXPECT_EQ(asked->goal_name(), "g");
  EXPECT_EQ(asked->goal_kind(), RoleKind::conjecture);
}

TEST(ProblemQuestion, ItsEvidenceIsAboutItsCandidates) {
  TermBank bank;
  Problem problem = parse_tptp(
      "fof(far, axiom, r(b)). fof(near, axiom, p(a)). fof(g, conjecture, p(a) & q).", bank);
  ProblemQuestion question(bank, problem, {}, kNothing);
  Evidence evidence = question.evidence(nullptr);
  Ranking ranking = rank(evidence, {.ranker = parse_ranker("tfidf")});
  ASSERT_EQ(ranking.size(), 2u);
  EXPECT_EQ(question.candidates()[ranking[0].candidate].name, "near");
  EXPECT_GT(ranking[0].score, ranking[1].score);
}

// The model knows neither q nor r. What it says of a premise with q depends on how many formulas of
// the library have q, also of those that it is not asked about.
TEST(ProblemQuestion, ASecondStageSeesHowRareSymbolsAreInTheLibrary) {
  Featured known({"p(a)"});
  ModelOptions options;
  options.rerank = 8;
  options.rarities = 4;
  const Model toy(toy_model(options, known.bank.view(), known.terms));
  const Network network(toy, {});
  const auto logit = [&](const char* predicate) {
    std::string text = "fof(asked, axiom, q(b)). fof(g, conjecture, q(c)).";
    for (int i = 0; i < 40; ++i) text += fmt::format("fof(n{}, axiom, {}(d{})).", i, predicate, i);
    TermBank bank;
    Problem problem = parse_tptp(text, bank);
    ProblemQuestion question(bank, problem, {}, kNothing);
    PoolEncodings encodings(kNothing, network);
    Evidence evidence = question.evidence(&encodings);
    const TfIdf symbols(evidence.symbols, evidence.documents, evidence.features);
    const std::array<std::uint32_t, 1> first = {0};
    EXPECT_EQ(question.candidate(0).name, "asked");
    return evidence.rerank(first, [&]() -> const TfIdf& { return symbols; })[0];
  };
  EXPECT_GT(std::abs(logit("q") - logit("r")), 1e-5);
  EXPECT_EQ(logit("r"), logit("s"));
}

}  // namespace
}  // namespace winnow
