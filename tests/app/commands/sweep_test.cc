// Every command as somebody would use it who has never seen it: never a crash, never a mistake of
// winnow's own.
#include "tests/app/sweep.h"

#include "app/commands/commands.h"
#include "app/experiment/result_lines.h"
#include "model/model_file.h"
#include "tests/rank/toy_model.h"
#include "text/tptp.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace winnow {
namespace {

constexpr const char* kProver = "sh -c 'echo \"% SZS status Theorem\"'";

const std::map<std::string, CommandBase>& bases() {
  static const std::map<std::string, CommandBase> all = {
      {"doctor", {}},
      {"provers", {}},
      {"help", {}},
      {"graph", {{"FILE", "p.p"}}},
      {"stats", {{"FILE", "p.p"}}},
      {"data import jsonl", {{"FILE", "e.jsonl"}, {"--output", "o{n}.store"}}},
      {"data import mizar", {{"DIR", "mizar"}, {"--output", "o{n}.store"}}},
      {"data import holstep", {{"DIR", "holstep"}, {"--output", "o{n}.store"}}},
      {"data import proofs", {{"DIR", "proved"}, {"--output", "o{n}.store"}}},
      {"data info", {{"STORE", "e.store"}}},
      {"data show", {{"STORE", "e.store"}, {"EXAMPLE", "e1"}}},
      {"score",
       {{"--model", "m.safetensors"},
        {"--data", "e.store"},
        {"--split", "train"},
        {"--predictions", "o{n}.tsv"}}},
      {"eval", {{"--model", "m.safetensors"}, {"--data", "e.store"}, {"--split", "train"}}},
      {"report", {{"DIR", "run"}, {"--output", "o{n}.html"}}},
      {"model info", {{"FILE", "m.safetensors"}}},
      {"model pack", {{"FILE", "m.safetensors"}, {"--output", "o{n}.safetensors"}}},
      {"model join",
       {{"RERANKER", "second.safetensors"},
        {"RETRIEVER", "first.safetensors"},
        {"--output", "o{n}.safetensors"}}},
      {"model average", {{"FILES", "m.safetensors"}, {"--output", "o{n}.safetensors"}}},
      {"rank", {{"PROBLEM", "p.p"}, {"--model", "m.safetensors"}}},
      {"index", {{"LIBRARY", "p.p"}, {"--output", "o{n}.index"}, {"--model", "m.safetensors"}}},
      {"prove",
       {{"PROBLEM", "p.p"},
        {"--model", "m.safetensors"},
        {"--prover", kProver},
        {"--time", "20s"}}},
      {"experiment recall", {{"--data", "e.store"}, {"--split", "train"}, {"--problems", "1"}}},
      {"experiment report", {{"DIR", "results"}}},
      {"experiment schedule",
       {{"PROBLEM", "p.p"},
        {"--model", "m.safetensors"},
        {"--strategies", "e:auto"},
        {"--k", "2"},
        {"--time", "1s"},
        {"--out", "s{n}"}}},
      {"experiment prove",
       {{"--data", "e.store"},
        {"--split", "train"},
        {"--problems", "1"},
        {"--arms", "known"},
        {"--time", "1s"},
        {"--out", "o{n}"}}},
      {"experiment features",
       {{"--data", "e.store"},
        {"--split", "train"},
        {"--problems", "1"},
        {"--model", "m.safetensors"},
        {"--output", "o{n}.rows"}}},
      {"experiment lists",
       {{"--data", "e.store"},
        {"--problems", "2"},
        {"--dev-problems", "1"},
        {"--model", "none"},
        {"--ranker", "tfidf"},
        {"--output", "o{n}.store"}}},
      {"experiment fit", {{"ROWS", "e.rows"}, {"--output", "o{n}.json"}, {"--epochs", "1"}}},
      // A recipe runs the program that it is called from, which is a test here: none is begun.
      {"reproduce", {{"--list", "anything"}}},
  };
  return all;
}

class SweepTest : public testing::Test {
 protected:
  void SetUp() override {
    setenv("WINNOW_MODELS", scratch_.path("models").c_str(), 1);
    std::string axioms = "fof(a1, axiom, ![X]: p(X)).\nfof(a2, axiom, r(b)).\n";
    scratch_.write("p.p", axioms + "fof(goal, conjecture, p(a)).\n");
    scratch_.write(
        "e.jsonl",
        R"j({"name": "e0", "conjecture": "q(b)", "premises": [{"name": "a2", "formula": "r(b)", "label": 1}]})j"
        "\n"
        R"j({"name": "e1", "conjecture": "p(a)", "premises": [{"name": "a1", "formula": "![X]: p(X)", "label": 1}, {"name": "e0", "formula": "q(b)", "label": 0}]})j"
        "\n");
    scratch_.write("binary", std::string("\x7f"
                                         "ELF\0\xff\xfe\n\0\1\2",
                                         12));
    scratch_.write("order", "a2\na1\ne0\ne1\n");
    for (const char* folder : {"models", "mizar", "holstep", "run", "results", "proved"})
      std::filesystem::create_directory(scratch_.path(folder));
    scratch_.write("results/results.jsonl", "");
    Outcome proved;
    proved.problem = "p.p";
    proved.arm = "proved";
    proved.proved = true;
    proved.fingerprint = fingerprint_of(scratch_.path("p.p"));
    proved.axioms = {{"a1", "p.p", 1}};
    scratch_.write("proved/results.jsonl", to_json_line(proved));
    scratch_.write("mizar/e1", "C fof(c, axiom, p).\n+ fof(d, axiom, p).\n");
    scratch_.write("holstep/e1", "N c\nC |- (a = a)\nT c= ca ca\n+ |- (a = a)\nT c= ca ca\n");
    TermBank bank;
    Problem problem = parse_tptp(axioms, bank);
    std::vector<TermId> terms;
    for (const Formula& formula : problem.formulas) terms.push_back(formula.term);
    ModelFile model = toy_model({.pooling = "dag", .mode = "pair"}, bank.view(), terms);
    write_model(scratch_.path("m.safetensors"), model, Precision::f32);
    write_model(scratch_.path("run/best.safetensors"), model, Precision::f32);
    ModelOptions second, first;
    second.rerank = 8;
    first.classify = false;
    first.retrieve = 4;
    first.retrieve_from = "features";
    write_model(scratch_.path("second.safetensors"), toy_model(second, bank.view(), terms),
                Precision::f32);
    write_model(scratch_.path("first.safetensors"), toy_model(first, bank.view(), terms),
                Precision::f32);
    for (const char* command : {"data import jsonl e.jsonl --order order -o e.store --quiet",
                                "experiment features --data e.store --split train --problems 2 "
                                "--model none -o e.rows --quiet"})
      ASSERT_EQ(Sweep(scratch_, add_commands).run(split_words(command)).exit_code, 0) << command;
  }
  void TearDown() override { unsetenv("WINNOW_MODELS"); }
  Scratch scratch_;
};

TEST_F(SweepTest, EveryCommandHasABaseThatWorks) {
  CLI::App app("winnow");
  add_commands(app);
  Sweep sweep(scratch_, add_commands);
  int n = 0;
  for (const auto& [name, command] : leaf_commands(app)) {
    if (name == "train" || name == "ablate" || name == "attach-examples")
      continue;  // tests/learn sweeps them
    ASSERT_TRUE(bases().contains(name)) << "tell here how '" << name << "' is used";
    std::vector<std::string> words = split_words(name);
    for (const auto& [option, value] : bases().at(name)) {
      if (option.starts_with('-')) words.push_back(option);
      std::string text = value;
      if (std::size_t at = text.find("{n}"); at != std::string::npos)
        text.replace(at, 3, "base" + std::to_string(++n));
      words.push_back(text);
    }
    Ran ran = sweep.run(words);
    EXPECT_EQ(ran.exit_code, 0) << name << '\n' << ran.err;
  }
}

TEST_F(SweepTest, NoValueOfAnyOptionIsMoreThanAMistake) {
  CLI::App app("winnow");
  add_commands(app);
  Sweep sweep(scratch_, add_commands);
  for (const auto& [name, command] : leaf_commands(app)) {
    if (!bases().contains(name)) continue;
    std::vector<int> codes = {0, 1, 2};
    if (name == "prove") codes = {0, 1, 2, 8, 9, 10};
    sweep.each(*command, split_words(name), bases().at(name), absurd_values(),
               [&](const Swept& swept) {
                 EXPECT_EQ(fault_of(swept, codes), "") << swept.line() << "\n"
                                                       << swept.ran.err.substr(0, 1000);
               });
  }
  EXPECT_GT(sweep.runs(), 1000);
}

}  // namespace
}  // namespace winnow
