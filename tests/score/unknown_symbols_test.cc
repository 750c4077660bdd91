// score() with every symbol unknown, and about unseen premises.
#include "dag/features.h"
#include "data/import.h"
#include "data/store_writer.h"
#include "model/model_file.h"
#include "term/term_keys.h"
#include "tests/app/program.h"
#include "winnow/score.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

namespace winnow {
namespace {

using ::testing::ElementsAre;
using ::testing::FloatNear;
using ::testing::Pointwise;

constexpr const char* kLines =
    R"j({"name": "t", "split": "train", "conjecture": "p(f(a)) | q(b)", "premises": [{"formula": "![X]: p(X)", "label": 1}, {"formula": "q(f(b))", "label": 0}]})j"
    "\n"
    R"j({"name": "d", "split": "dev", "conjecture": "p(f(b)) | q(a)", "premises": [{"formula": "![X]: p(X)", "label": 1}, {"formula": "q(f(f(b)))", "label": 0}]})j"
    "\n"
    R"j({"name": "e", "split": "dev", "conjecture": "q(f(b))", "premises": [{"formula": "q(f(a))", "label": 1}]})j"
    "\n";

class UnknownSymbols : public testing::Test {
 protected:
  std::string import(const std::string& name, const std::string& lines) {
    TermBank bank;
    StoreWriter writer(bank);
    import_jsonl_text(lines, name, {}, bank, writer);
    writer.write(scratch_.path(name));
    return scratch_.path(name);
  }

  // A model that knows the store's symbols and, with precedents, its training examples.
  std::string model(const Store& store, bool by_heart) {
    ModelFile file;
    file.options.embedder = "daglstm";
    file.options.pooling = "attdag";
    file.options.width = 6;
    if (by_heart) {
      file.options.memory = 1;
      file.options.precedents = true;
    }
    LabelCounter counter;
    DagBuilder builder(VariableLabels::generic);
    PrecedentCollector collector;
    FeatureReader reader(store.terms());
    std::vector<std::uint64_t> keys = term_keys(store.terms(), symbol_keys(store.terms().symbols)),
                               premises;
    for (std::uint32_t i = 0; i < store.formulas(); ++i) {
      TermId term = store.term(FormulaId{i});
      counter.add(builder.build(store.terms(), std::span(&term, 1)), store.terms().symbols);
      premises.push_back(keys[index(term)]);
    }
    file.labels = counter.table();
    if (by_heart) {
      file.memory = FormulaTable(premises);
      ExampleId first{0};
      std::vector<PrecedentCollector::Formula> known;
      for (Premise premise : store.premises(first))
        known.push_back({reader.hash(store.term(premise.formula())), premise.useful()});
      collector.add(reader.hash(store.term(store.conjecture(first))), std::vector<std::uint64_t>{},
                    known);
      file.precedents = collector.take();
    }
    file.weights = random_weights(
        parameter_specs(make_config(file.options),
                        {file.labels.rows(), file.labels.edge_labels(), file.memory.rows()}),
        7);
    write_model(scratch_.path("m.safetensors"), file, Precision::f32);
    return scratch_.path("m.safetensors");
  }

  Scratch scratch_;
};

// Every name in the text replaced: what --unknown-symbols stands for.
std::string renamed(const std::string& lines) {
  return std::regex_replace(lines, std::regex(R"(\b([pqfab])(?=[(),]))"), "new_$1");
}

TEST_F(UnknownSymbols, AreAsIfTheDataHadOtherNames) {
  std::string file = import("x.store", kLines), other = import("y.store", renamed(kLines));
  for (bool by_heart : {false, true}) {
    std::string model = this->model(Store::open(file), by_heart);
    DataStore known = DataStore::open(file), unknown = DataStore::open(other);
    SplitScores plain = score(model, known, "dev");
    SplitScores masked = score(model, known, "dev", {.unknown_symbols = true});
    SplitScores foreign = score(model, unknown, "dev");
    EXPECT_THAT(masked.logits, Pointwise(FloatNear(1e-6f), foreign.logits)) << by_heart;
    EXPECT_THAT(plain.logits, testing::Not(Pointwise(FloatNear(1e-4f), foreign.logits)))
        << by_heart;
  }
}

TEST_F(UnknownSymbols, DoNotChangeWhichPremisesAreUnseen) {
  std::string file = import("x.store", kLines);
  std::string model = this->model(Store::open(file), false);
  DataStore store = DataStore::open(file);
  SplitScores scores = score(model, store, "dev");
  EXPECT_THAT(scores.unseen, ElementsAre(false, true, true));
  EXPECT_THAT(score(model, store, "dev", {.unknown_symbols = true}).unseen,
              ElementsAre(false, true, true));
  SplitScores only = only_unseen(scores);
  EXPECT_THAT(only.logits, ElementsAre(scores.logits[1], scores.logits[2]));
  EXPECT_THAT(only.useful, ElementsAre(false, true));
  EXPECT_THAT(only.item_ends, ElementsAre(1u, 2u));
}

TEST_F(UnknownSymbols, TheFirstExamplesAloneHaveTheSameScores) {
  std::string file = import("x.store", kLines);
  std::string model = this->model(Store::open(file), false);
  DataStore store = DataStore::open(file);
  SplitScores all = score(model, store, "dev"),
              first = score(model, store, "dev", {.most_examples = 1});
  EXPECT_THAT(first.logits,
              ElementsAre(FloatNear(all.logits[0], 1e-6f), FloatNear(all.logits[1], 1e-6f)));
  EXPECT_THAT(first.item_ends, ElementsAre(2u));
  std::string table = predictions_table(store, "dev", first.logits);
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 3);  // and a head
}

}  // namespace
}  // namespace winnow
