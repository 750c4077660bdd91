#include "app/cli/error_hint.h"

#include "app/experiment/problem_list.h"
#include "data/import.h"
#include "data/store.h"
#include "data/store_writer.h"
#include "model/predictions.h"
#include "process/graphviz.h"
#include "tests/app/program.h"
#include "tests/rank/toy_model.h"
#include "text/tptp.h"
#include "winnow/library.h"
#include "winnow/model.h"
#include "winnow/options.h"
#include "winnow/prove.h"
#include "winnow/score.h"
#include "winnow/selector.h"
#include "winnow/store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <stdexcept>

namespace winnow {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

// A store of two examples, one for each split.
void write_store(const std::string& file) {
  TermBank bank;
  StoreWriter writer(bank);
  import_jsonl_text(
      R"j({"name": "t", "split": "train", "conjecture": "p(c)", "premises": [{"formula": "p(f(c))", "label": 1}]})j"
      "\n"
      R"j({"name": "d", "split": "dev", "conjecture": "p(f(c))", "premises": [{"formula": "p(c)", "label": 0}]})j"
      "\n",
      file, {}, bank, writer);
  writer.write(file);
}

// What the library says about a goal that it refuses.
template <class Check>
void refused(std::string_view problem, const RankOptions& options, Check check) {
  Selector selector = Selector::open({.model = "none"});
  try {
    selector.rank(Formulas::parse(problem), options);
    FAIL() << "it was ranked";
  } catch (const CodedError& error) {
    EXPECT_THAT(error.what(), Not(HasSubstr("--")));
    EXPECT_THAT(error.hint(), Not(HasSubstr("--")));
    check(error);
  }
}

TEST(ErrorHint, AddsTheOptionForAGoal) {
  refused("fof(a, axiom, p). fof(b, axiom, q).", {}, [](const CodedError& error) {
    EXPECT_EQ(error.code(), ErrorCode::no_goal);
    EXPECT_EQ(hint_of(error), "any formula of the problem can be the goal (--goal NAME)");
  });
  refused("fof(first, axiom, p). fof(b, axiom, q).", {.goal = "frist"},
          [](const CodedError& error) {
            EXPECT_EQ(error.code(), ErrorCode::unknown_goal);
            EXPECT_THAT(error.names(), ElementsAre("frist"));
            EXPECT_EQ(hint_of(error),
                      "did you mean 'first'? the goal is a formula of the problem (--goal NAME)");
          });
  refused("fof(a, conjecture, p). fof(b, negated_conjecture, q).", {}, [](const CodedError& error) {
    EXPECT_EQ(error.code(), ErrorCode::several_goals);
    EXPECT_THAT(error.names(), ElementsAre("a", "b"));
  });
}

TEST(ErrorHint, AddsTheOptionForARequiredAxiom) {
  refused("fof(a, axiom, p). fof(g, conjecture, p).", {.required = {"aa"}},
          [](const CodedError& error) {
            EXPECT_EQ(error.code(), ErrorCode::unknown_axiom);
            EXPECT_THAT(hint_of(error), HasSubstr("--require"));
          });
}

TEST(ErrorHint, AddsTheOptionsForWhatARankerNeeds) {
  for (auto [ranker, code, options] :
       {std::tuple{"knn", ErrorCode::no_proofs, "--proofs"},
        std::tuple{"winnow", ErrorCode::no_model, "--model mizar-pair"},
        std::tuple{"retrieve", ErrorCode::no_retrieval, "--model mizar-rank"},
        std::tuple{"retrieve", ErrorCode::no_retrieval, "--task retrieve"}})
    refused("fof(a, axiom, p). fof(g, conjecture, p).", {.ranker = ranker},
            [&](const CodedError& error) {
              EXPECT_EQ(error.code(), code) << ranker;
              EXPECT_THAT(hint_of(error), HasSubstr(options));
            });
}

// The default model ranks and judges nobody: whoever asks for a classifier must be told of one.
TEST(ErrorHint, NamesModelsThatAreThere) {
  for (const auto& [ranker, model] :
       {std::pair{"winnow", "mizar-pair"}, {"retrieve", "mizar-rank"}}) {
    EXPECT_NO_THROW({
      const Selector selector = Selector::open({.model = model});
      selector.rank(Formulas::parse("fof(a, axiom, p). fof(g, conjecture, p)."),
                    {.ranker = ranker});
    });
  }
}

TEST(ErrorHint, SaysWhichOptionAWrongRankerIsOf) {
  try {
    check(RankOptions{.first_stage = "vctors"});
    FAIL() << "vctors rank nothing";
  } catch (const CodedError& error) {
    EXPECT_THAT(error.names(), ElementsAre("first-stage", "vctors"));
    EXPECT_STREQ(error.what(), "first-stage 'vctors': no ranker is called 'vctors'");
  }
}

// What the library says about provers that it cannot run.
void refused_prover(const std::string& prover, std::string_view name) {
  try {
    check(ProveOptions{.provers = {prover}});
    FAIL() << prover << " was taken";
  } catch (const CodedError& error) {
    EXPECT_EQ(error.code(), ErrorCode::no_prover);
    EXPECT_THAT(error.names(), ElementsAre(name));
    EXPECT_THAT(error.hint(), Not(HasSubstr("--")));
    EXPECT_THAT(hint_of(error), HasSubstr("(--prover, winnow provers)"));
  }
}

TEST(ErrorHint, AddsTheOptionForAProverThatIsNotThere) {
  refused_prover("eprove", "eprove");
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  refused_prover("vampire:casc", "vampire");
  setenv("PATH", path.c_str(), 1);
}

TEST(ErrorHint, AddsWhatNeedsNoGraphviz) {
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  try {
    run_graphviz("digraph { a }", "svg", "a graph");
    ADD_FAILURE() << "there was a dot";
  } catch (const CodedError& error) {
    EXPECT_EQ(error.code(), ErrorCode::no_graphviz);
    EXPECT_THAT(error.hint(), Not(HasSubstr("--")));
    EXPECT_THAT(hint_of(error), HasSubstr("--format json"));
  }
  setenv("PATH", path.c_str(), 1);
  EXPECT_THAT(run_graphviz("digraph { a }", "svg", "a graph"), HasSubstr("<svg"));
  try {
    run_graphviz("this is no graph", "svg", "a text");
    ADD_FAILURE() << "dot draws anything";
  } catch (const CodedError& error) {
    EXPECT_EQ(error.code(), ErrorCode::no_layout);
    EXPECT_THAT(error.names(), ElementsAre("a text"));
  }
}

TEST(ErrorHint, AddsTheCommandThatMakesAStore) {
  try {
    Store::open(std::filesystem::path("/dev/null"));
    FAIL() << "an empty file is a store";
  } catch (const CodedError& error) {
    EXPECT_EQ(error.code(), ErrorCode::not_a_store);
    EXPECT_EQ(hint_of(error), "import the data first (winnow data import)");
  }
}

// What `act` is refused with.
CodedError refusal_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const CodedError& error) {
    return error;
  }
  throw std::logic_error("nothing was refused");
}

TEST(ErrorHint, AddsTheCommandThatListsModels) {
  const CodedError unknown = refusal_of([] { Selector::open({.model = "mizzar"}); });
  EXPECT_EQ(unknown.code(), ErrorCode::unknown_model);
  EXPECT_THAT(unknown.names(), ElementsAre("mizzar"));
  EXPECT_STREQ(unknown.what(), "no model is called 'mizzar'");
  EXPECT_THAT(unknown.hint(), Not(HasSubstr("winnow ")));
  EXPECT_THAT(hint_of(unknown), EndsWith(" (winnow doctor)"));
}

TEST(ErrorHint, SuggestsTheNearestModel) {
  EXPECT_THAT(refusal_of([] { Selector::open({.model = "mizar-pari"}); }).hint(),
              testing::StartsWith("did you mean 'mizar-pair'?"));
}

TEST(ErrorHint, AddsTheCommandThatListsTensors) {
  const CodedError error =
      refusal_of([] { ModelTensors::open("mizar-pair").tensor("classifier.out.weigth"); });
  EXPECT_EQ(error.code(), ErrorCode::unknown_tensor);
  EXPECT_THAT(error.names(), ElementsAre("classifier.out.weigth"));
  EXPECT_THAT(error.hint(), AllOf(HasSubstr("classifier.out.weight"), Not(HasSubstr("winnow "))));
  EXPECT_THAT(hint_of(error), EndsWith(" (winnow model info)"));
}

TEST(ErrorHint, AddsTheCommandThatListsSplits) {
  Scratch scratch;
  write_store(scratch.path("x.store"));
  const CodedError error =
      refusal_of([&] { DataStore::open(scratch.path("x.store")).split("test"); });
  EXPECT_EQ(error.code(), ErrorCode::unknown_split);
  EXPECT_THAT(error.names(), ElementsAre("test"));
  EXPECT_EQ(error.place().file, scratch.path("x.store"));
  EXPECT_EQ(error.hint(), "it is one of: train, dev");
  EXPECT_EQ(hint_of(error), "it is one of: train, dev (winnow data info)");
  const Store store = Store::open(scratch.path("x.store"));
  for (const std::function<void()>& act :
       std::vector<std::function<void()>>{[&] { split_examples(store, "x.store", "test"); },
                                          [&] { choose_problems(store, "test", "1", 1); }}) {
    const CodedError same = refusal_of(act);
    EXPECT_EQ(same.code(), ErrorCode::unknown_split);
    EXPECT_THAT(same.names(), ElementsAre("test"));
  }
}

TEST(ErrorHint, AddsWhatMeasuresAModelThatJudgesNone) {
  Scratch scratch;
  write_store(scratch.path("x.store"));
  TermBank bank;
  const std::vector<TermId> formulas = {
      parse_tptp("fof(a, axiom, p(f(c))).", bank).formulas.front().term};
  ModelOptions options;
  options.classify = false;
  options.retrieve = 4;
  options.retrieve_from = "features";
  write_model(scratch.path("first.safetensors"), toy_model(options, bank.view(), formulas),
              Precision::f32);
  const DataStore store = DataStore::open(scratch.path("x.store"));
  const CodedError error =
      refusal_of([&] { score(scratch.path("first.safetensors"), store, "dev"); });
  EXPECT_EQ(error.code(), ErrorCode::no_classifier);
  EXPECT_TRUE(error.names().empty());
  EXPECT_EQ(hint_of(error), "what it finds can be measured (winnow experiment recall)");
}

TEST(ErrorHint, AddsTheCommandThatMakesAnIndex) {
  Scratch scratch;
  const std::string file = scratch.write("library.p", "fof(a, axiom, p).");
  const CodedError error = refusal_of([&] { Selector::open({.model = "none", .index = file}); });
  EXPECT_EQ(error.code(), ErrorCode::not_an_index);
  EXPECT_THAT(error.names(), ElementsAre(file));
  EXPECT_THAT(error.what(), EndsWith(": is not a winnow index"));
  EXPECT_THAT(error.hint(), Not(HasSubstr("winnow ")));
  EXPECT_EQ(hint_of(error), "make it again from its formulas (winnow index)");
}

TEST(ErrorHint, AddsTheOptionThatMakesAnInvertedFile) {
  Scratch scratch;
  const std::string index = scratch.path("l.index");
  LibraryBuilder builder;
  builder.add("fof(a, axiom, p).");
  builder.save(index, {.threads = 1});
  const CodedError error =
      refusal_of([&] { Selector::open({.index = index, .approximate = true, .threads = 1}); });
  EXPECT_EQ(error.code(), ErrorCode::no_inverted_file);
  EXPECT_THAT(error.names(), ElementsAre(index + ".ivf"));
  EXPECT_EQ(hint_of(error),
            "make it from its index, or search exactly (winnow index --approximate)");
}

TEST(ErrorHint, WritesAnOptionAsItIsTyped) {
  ModelOptions options;
  options.width = 0;
  try {
    check_options(options);
    FAIL() << "a width of 0";
  } catch (const CodedError& error) {
    EXPECT_THAT(error.names(), ElementsAre("width", "0"));
    EXPECT_STREQ(error.what(), "width cannot be 0");
    EXPECT_EQ(message_of(error), "--width cannot be 0");
    EXPECT_EQ(hint_of(error), "it goes from 1 to 4096");
  }
}

TEST(ErrorHint, LeavesOtherErrorsAsTheyAre) {
  InputError error(Place{"x.p", 1, 2}, "expected ')'", "close it");
  EXPECT_EQ(code_of(error), ErrorCode::other);
  EXPECT_EQ(message_of(error), "x.p:1:2: expected ')'");
  EXPECT_EQ(hint_of(error), "close it");
}

}  // namespace
}  // namespace winnow
