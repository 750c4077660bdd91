#include "prover/prover.h"

#include "process/find_program.h"
#include "prover/profile.h"
#include "prover/used_axioms.h"

#include "tests/process/fake_program.h"
#include "winnow/error.h"

#include <gmock/gmock.h>

namespace winnow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string message_of(std::string_view command) {
  try {
    parse_prover_command(command);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(ProverCommand, SplitsWordsAsAShellDoes) {
  EXPECT_THAT(parse_prover_command("sh  -c 'a \"b\" \\' \"c d\\\"\" e\\ f '' x'y'\"z\"").words,
              ElementsAre("sh", "-c", "a \"b\" \\", "c d\"", "e f", "", "xyz"));
}

TEST(ProverCommand, KnowsItsPlaceholders) {
  EXPECT_TRUE(parse_prover_command("sh --t={time} {file}").reads_file);
  EXPECT_FALSE(parse_prover_command("sh {memory} {{file}}").reads_file);
  EXPECT_EQ(message_of("sh {fil}"), "prover command:1:4: unknown placeholder '{fil}'");
  EXPECT_EQ(message_of("sh {file"), "prover command:1:4: '{file' has no closing brace");
}

TEST(ProverCommand, RejectsWhatCannotRun) {
  EXPECT_EQ(message_of("sh 'a b"), "prover command:1:4: ' is not closed");
  EXPECT_EQ(message_of("sh \\"), "prover command:1:4: nothing follows the last '\\'");
  EXPECT_EQ(message_of(" "), "the prover command is empty");
  EXPECT_EQ(message_of("no-such-prover {file}"), "there is no program 'no-such-prover' in PATH");
}

TEST(ProverCommand, FillsInFileTimeAndMemory) {
  const ProverCommand command = parse_prover_command("sh {{{time}}} -m{memory} {file}");
  const ProcessJob job =
      make_prover_job(command, "p", {.time_s = 2.5, .memory_bytes = std::uint64_t{1} << 30});
  EXPECT_THAT(job.arguments, ElementsAre("sh", "{3}", "-m1024", job.scratch.file));
  EXPECT_EQ(job.scratch.text, "p");
  EXPECT_EQ(job.limits.wall_s, 2.5);
}

ProverResult run_prover(const ProverCommand& command, std::string problem,
                        const ProverLimits& limits) {
  return read_prover_result(command,
                            run_process(make_prover_job(command, std::move(problem), limits)));
}

class Prover : public FakeProgram {
 protected:
  ProverResult prove(const std::string& text, ProverLimits limits = {.time_s = 0.3}) {
    return run_prover(parse_prover_command(script(text) + " {file}"), "fof(a, axiom, p).", limits);
  }
};

TEST_F(Prover, GetsTheProblemAsAFileOrOnStandardInput) {
  const std::string path = script("[ \"$(cat $1)\" = problem ] && echo '% SZS status Theorem'");
  EXPECT_EQ(run_prover(parse_prover_command(path), "problem", {}).verdict, Verdict::proved);
  EXPECT_EQ(run_prover(parse_prover_command(path + " {file}"), "problem", {}).verdict,
            Verdict::proved);
}

TEST_F(Prover, ThatHangsIsOutOfTime) {
  EXPECT_EQ(prove("sleep 100").verdict, Verdict::out_of_time);
}

TEST_F(Prover, ThatHangsAfterItsProofHasProved) {
  const ProverResult result = prove("echo '% SZS status Theorem'; sleep 100");
  EXPECT_EQ(result.verdict, Verdict::proved);
  EXPECT_EQ(result.ending, Ending::wall_limit);
}

TEST_F(Prover, ThatFailsSaysWhyInOneLine) {
  EXPECT_THAT(prove("kill -SEGV $$").message, HasSubstr("died by signal 11"));
  EXPECT_EQ(prove("echo 'cannot\033[1m\nopen' >&2; exit 5").message,
            "exited with code 5 and no SZS status: cannot?[1m");
  EXPECT_EQ(prove("echo '% SZS status SyntaxError' ; echo 'line 7' >&2").message,
            "says SyntaxError: line 7");
  EXPECT_EQ(prove("head -c 100000 /dev/urandom").verdict, Verdict::failed);
}

// SPASS skips negated conjectures of FOF, says so on stderr, and completes what is left.
TEST_F(Prover, ThatSkipsAFormulaRefutesNothing) {
  EXPECT_EQ(
      prove(
          "echo \"Formula role 'negated_conjecture' in FOF format - formula skipped near line 2.\" "
          ">&2; echo 'SPASS beiseite: Completion found.'")
          .verdict,
      Verdict::gave_up);
}

TEST_F(Prover, ThatUsesUpItsCpuTimeIsOutOfTime) {
  const ProverResult result = prove("while :; do :; done", {.time_s = 0.1, .cpu_time = true});
  EXPECT_EQ(result.verdict, Verdict::out_of_time);
  EXPECT_EQ(result.ending, Ending::cpu_limit);
}

class E : public FakeProgram {
 protected:
  void SetUp() override {
    try {
      find_program("eprover");
    } catch (const InputError&) {
      GTEST_SKIP() << "E is not installed";
    }
  }
};

constexpr const char* kAxioms =
    "fof(all, axiom, ![X]: (p(X) => q(X))).\n"
    "fof('it\\'s', axiom, p(a)).\n"
    "fof(unused, axiom, r(b)).\n";

TEST_F(E, ProvesATheoremFromTheAxiomsItNeeds) {
  const ProverProfile& e = *find_profile("e");
  const std::string commands[] = {command_template("eprover", e, e.strategies[0]),
                                  command_template("eprover", e, e.strategies[1]),
                                  command_template("eprover", e, e.strategies[2]) + " {file}"};
  for (const std::string& command : commands) {
    const ProverResult result = run_prover(parse_prover_command(command),
                                           kAxioms + std::string("fof(g, conjecture, q(a))."), {});
    EXPECT_EQ(result.verdict, Verdict::proved);
    EXPECT_EQ(result.status, "Theorem");
    EXPECT_THAT(used_axioms(result.proof), testing::UnorderedElementsAre("all", "it's"));
    EXPECT_GT(result.wall_s, 0);
  }
}

// A flag that a prover does not know ends a run before it begins, and a schedule goes on without a
// word. ("models" looks for models, and may give up on a theorem.)
TEST(Strategies, AreAllAcceptedByProversThatAreThere) {
  for (const ProverProfile& profile : prover_profiles())
    for (const std::string_view program : profile.programs) {
      try {
        find_program(std::string(program));
      } catch (const InputError&) {
        continue;
      }
      for (const Strategy& strategy : profile.strategies) {
        const ProverResult result =
            run_prover(parse_prover_command(command_template(program, profile, strategy)),
                       kAxioms + std::string("fof(g, conjecture, q(a))."), {});
        EXPECT_NE(result.verdict, Verdict::failed)
            << program << ':' << strategy.name << ' ' << result.message;
        if (strategy.name != "models") {
          EXPECT_EQ(result.verdict, Verdict::proved) << program << ':' << strategy.name;
        }
      }
    }
}

TEST_F(E, RefutesWhatDoesNotFollow) {
  const ProverResult result = run_prover(parse_prover_command("eprover --satauto -s"),
                                         kAxioms + std::string("fof(g, conjecture, q(c))."), {});
  EXPECT_EQ(result.verdict, Verdict::refuted);
  EXPECT_EQ(result.status, "CounterSatisfiable");
  EXPECT_EQ(result.proof, "");
}

TEST_F(E, RejectsWhatIsNotTptp) {
  const ProverResult result = run_prover(parse_prover_command("eprover --auto -s"), "fof(a", {});
  EXPECT_EQ(result.verdict, Verdict::failed);
  EXPECT_NE(result.message, "");
}

TEST_F(E, IsEndedInTheMiddleOfASearch) {
  // axioms with no end to their consequences
  const ProverResult result =
      run_prover(parse_prover_command("eprover --auto -s"),
                 "fof(a, axiom, ![X,Y,Z]: f(f(X,Y),Z) = f(X,f(Z,g(Y)))).\n"
                 "fof(b, axiom, ![X,Y]: (p(f(X,Y)) <=> (p(X) | p(g(Y))))).\n"
                 "fof(g, conjecture, ?[X]: (p(f(X,g(X))) & ~p(f(g(X),X)))).\n",
                 {.time_s = 0.4});
  EXPECT_EQ(result.verdict, Verdict::out_of_time);
  EXPECT_EQ(result.ending, Ending::wall_limit);
  EXPECT_LT(result.wall_s, 0.8);
  EXPECT_GT(result.cpu_s, 0);
}

}  // namespace
}  // namespace winnow
