#include "model/predictions.h"

#include "data/store_writer.h"
#include "term/draft.h"
#include "tests/app/program.h"
#include "winnow/error.h"

#include <gmock/gmock.h>

namespace winnow {
namespace {

using testing::HasSubstr;

TEST(Predictions, NamesWithTabsAndNewlinesComeBack) {
  TermBank bank;
  Draft draft;
  draft.push(bank.symbols().intern("p", Kind::predicate), 0);
  TermId p = draft.commit(bank);
  StoreWriter writer(bank);
  const Premise premises[] = {{writer.add_formula(p, Language::fof, "a\tb"), true}};
  for (const char* name : {"one\ttwo", "three\nfour"})
    writer.add_example({.name = name,
                        .split = writer.add_split("dev"),
                        .conjecture = writer.add_formula(p, Language::fof, "c"),
                        .premises = premises});
  Store store = Store::from_bytes(writer.bytes());
  const ExampleId examples[] = {ExampleId{0}, ExampleId{1}};
  const float logits[] = {1, -2};
  Scratch scratch;
  Predictions read =
      read_predictions(scratch.write("p.tsv", predictions_table(store, examples, logits)));
  EXPECT_EQ(read.examples, (std::vector<std::string>{"one\ttwo", "three\nfour"}));
  EXPECT_EQ(read.logits, (std::vector<float>{1, -2}));
}

TEST(Predictions, NameTheLineThatIsWrong) {
  Scratch scratch;
  for (const char* line : {"e\tp\t2\t0.5\n", "e\tp\t1\n", "e\tp\t1\tnan\n", "e\tp\t1\t0.5x\n"}) {
    std::string file =
        scratch.write("p.tsv", std::string("example\tpremise\tlabel\tlogit\n") + line);
    try {
      read_predictions(file);
      FAIL() << line;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr("p.tsv:2: ")) << line;
    }
  }
}

}  // namespace
}  // namespace winnow
