#include "model/model_file.h"
#include "data/json_text.h"

#include "model/model.h"
#include "model/model_json.h"
#include "model/model_tables.h"
#include "winnow/error.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <span>

namespace winnow {
namespace {

ModelFile small_model() {
  ModelFile model;
  model.options.width = 8;
  model.options.embedder = "gcn";
  model.options.pooling = "max";
  model.labels.symbols = {{"p", Kind::predicate}, {"f\xff", Kind::function}};
  model.labels.heads = {{"predicate", 2}, {"other", 2}};
  model.history = {{"seed", 1}};
  model.weights = random_weights(parameter_specs(make_config(model.options),
                                                 {model.labels.rows(), model.labels.edge_labels()}),
                                 3);
  return model;
}

class ModelFileTest : public testing::Test {
 protected:
  std::filesystem::path file_ = std::filesystem::temp_directory_path() /
                                ("winnow-model-" + std::to_string(getpid()) + ".safetensors");
  void TearDown() override { std::filesystem::remove(file_); }

  std::string bytes() const {
    std::ifstream in(file_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void write(const std::string& text) const { std::ofstream(file_, std::ios::binary) << text; }
  // As a file of another program might say it.
  void write_with_history(const std::string& history) const {
    const ModelFile model = small_model();
    write_tensors(file_,
                  {{"format", "winnow-model-3"},
                   {"options", print_json(json_of(model.options))},
                   {"labels", label_names(model.labels)},
                   {"history", history}},
                  model.weights.tensors(), Precision::f32, table_columns(model));
  }
};

TEST_F(ModelFileTest, ComesBackAsItWasWritten) {
  ModelFile model = small_model();
  write_model(file_, model, Precision::f32);
  ModelFile back = read_model(file_);
  EXPECT_EQ(json_of(back.options), json_of(model.options));
  EXPECT_EQ(back.history, model.history);
  EXPECT_TRUE(back.labels == model.labels);  // also a name that is no UTF-8
  for (const auto& [name, tensor] : model.weights.tensors())
    EXPECT_EQ(back.weights.tensor(name).values, tensor.values) << name;
}

ModelFile model_with_tables() {
  ModelFile model = small_model();
  model.options.memory = 2;
  model.options.precedents = true;
  model.options.retrieve = 4;
  model.memory = FormulaTable({7, 5});
  model.features = FormulaTable({1, ~std::uint64_t{0}});
  model.used = FormulaTable({9});
  PrecedentCollector collector;
  std::vector<PrecedentCollector::Formula> premises = {{5, true}, {7, false}, {11, true}};
  collector.add(20, std::vector<std::uint64_t>{2, 3}, premises);
  collector.add(5, std::vector<std::uint64_t>{3}, std::span(premises).first(1));
  collector.add(6, {}, {});
  model.precedents = collector.take();
  model.weights =
      random_weights(parameter_specs(make_config(model.options), table_sizes(model)), 3);
  return model;
}

TEST_F(ModelFileTest, TablesComeBackAsTheyWere) {
  ModelFile model = model_with_tables();
  for (Precision precision : {Precision::f32, Precision::f16, Precision::bytes}) {
    write_model(file_, model, precision);
    ModelFile back = read_model(file_);
    EXPECT_TRUE(back.labels == model.labels);
    EXPECT_TRUE(back.memory == model.memory);
    EXPECT_TRUE(back.features == model.features);
    EXPECT_TRUE(back.used == model.used);
    EXPECT_TRUE(back.precedents == model.precedents);
    EXPECT_EQ(back.precedents.examples.size(), 3u);
  }
}

TEST_F(ModelFileTest, TheSameModelIsTheSameBytes) {
  write_model(file_, model_with_tables(), Precision::f32);
  std::string first = bytes();
  write_model(file_, read_model(file_), Precision::f32);
  EXPECT_EQ(bytes(), first);
}

// Every list that is used as an index is looked at: a forged file must not lead out of its arrays.
TEST_F(ModelFileTest, TablesThatDoNotFitEachOtherAreRefused) {
  const ModelFile model = model_with_tables();
  const std::string names = label_names(model.labels);
  auto refused = [&](const std::string& name, const Column& column) {
    Columns columns = table_columns(model);
    columns[name] = column;
    ModelFile made = model;
    EXPECT_THROW(put_tables(columns, names, made), ContractError) << name;
  };
  using Numbers = std::vector<std::uint32_t>;
  using Keys = std::vector<std::uint64_t>;
  ModelFile made = model;
  EXPECT_NO_THROW(put_tables(table_columns(model), names, made));
  refused("labels.kinds", std::vector<std::uint8_t>{3});
  refused("labels.kinds", std::vector<std::uint8_t>{3, 200});
  refused("labels.name_ends", Numbers{2, 1});
  refused("labels.name_ends", Numbers{1, 4});
  refused("memory.keys", Keys{7, 5});
  refused("memory.keys", Keys{5, 5});
  refused("memory.keys", Numbers{5, 7});
  refused("precedents.premises", Numbers{0, 1, 2, 1000});
  refused("precedents.premise_ends", Numbers{3, 4});
  refused("precedents.premise_ends", Numbers{3, 2, 4});
  refused("precedents.premise_ends", Numbers{3, 4, 5});
  refused("precedents.conjectures", Numbers{0, 1, 77});
  refused("precedents.symbols", Numbers{0, 1, 2});
  refused("precedents.symbol_ends", Numbers{2, 3});
  refused("more.keys", Keys{});
  Columns fewer = table_columns(model);
  fewer.erase("retrieve.used_keys");
  EXPECT_THROW(put_tables(fewer, names, made), ContractError);
}

TEST_F(ModelFileTest, KeepsTheMemoryOfFormulas) {
  ModelFile model = small_model();
  model.options.memory = 2;
  model.memory = FormulaTable({7, 5});
  model.weights = random_weights(
      parameter_specs(make_config(model.options),
                      {model.labels.rows(), model.labels.edge_labels(), model.memory.rows()}),
      3);
  write_model(file_, model, Precision::f16);
  ModelFile back = read_model(file_);
  EXPECT_EQ(back.memory.row(7), 2u);
  EXPECT_EQ(back.memory.row(6), 0u);
  model.memory = FormulaTable({5});  // one row less than the table has
  write_model(file_, model, Precision::f16);
  EXPECT_THROW(read_model(file_), InputError);
}

TEST_F(ModelFileTest, HalvesAreCloseAndHalfTheSize) {
  ModelFile model = small_model();
  write_model(file_, model, Precision::f32);
  auto full = std::filesystem::file_size(file_);
  write_model(file_, model, Precision::f16);
  EXPECT_LT(std::filesystem::file_size(file_), full * 2 / 3);
  ModelFile back = read_model(file_);
  for (const auto& [name, tensor] : model.weights.tensors())
    for (std::size_t i = 0; i < tensor.values.size(); ++i)
      EXPECT_NEAR(back.weights.tensor(name).values[i], tensor.values[i],
                  1e-3 * std::abs(tensor.values[i]) + 1e-6);
}

TEST_F(ModelFileTest, TheSameModelGivesTheSameBytes) {
  write_model(file_, small_model(), Precision::f16);
  std::string first = bytes();
  write_model(file_, small_model(), Precision::f16);
  EXPECT_EQ(bytes(), first);
}

TEST_F(ModelFileTest, ACutFileIsAClearError) {
  write_model(file_, small_model(), Precision::f32);
  std::string all = bytes();
  for (std::size_t keep :
       {std::size_t{0}, std::size_t{5}, std::size_t{100}, all.size() / 2, all.size() - 1}) {
    write(all.substr(0, keep));
    EXPECT_THROW(read_model(file_), InputError) << keep << " bytes";
  }
}

TEST_F(ModelFileTest, ATensorOfAnotherShapeIsRefused) {
  ModelFile model = small_model();
  model.weights.set("classifier.out.bias", {{2}, {0, 0}});
  write_model(file_, model, Precision::f32);
  EXPECT_THROW(read_model(file_), InputError);
}

TEST_F(ModelFileTest, AnyFlippedBitIsRefused) {
  write_model(file_, small_model(), Precision::bytes);
  std::string good = bytes();
  EXPECT_TRUE(read_model(file_).has_checksum);
  for (std::size_t i = 0; i < 8 * 600 + 2000; ++i) {
    // Every bit of the beginning, where the checksum is, then places all over the file.
    std::size_t at = i < 8 * 600 ? i / 8 : i * 2654435761u % good.size();
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ (1 << i % 8));
    EXPECT_THROW(model_from_bytes(std::as_bytes(std::span(bad)), "x"), InputError) << "byte " << at;
  }
}

// As the shipped ones were written.
TEST_F(ModelFileTest, AModelOfTheFirstFormatNeedsNoChecksum) {
  ModelFile model = small_model();
  std::map<std::string, std::string> metadata = {{"format", "winnow-model-1"},
                                                 {"options", print_json(json_of(model.options))},
                                                 {"labels", print_json(json_of(model.labels))},
                                                 {"history", "{}"}};
  write_tensors(file_, metadata, model.weights.tensors(), Precision::f32);
  std::string text = bytes();
  std::size_t at = text.find("\"checksum\":");
  std::size_t size = std::string_view("\"checksum\":\"0123456789abcdef\",").size();
  text.replace(at, size, size, ' ');
  write(text);
  EXPECT_FALSE(read_model(file_).has_checksum);
}

TEST_F(ModelFileTest, WritesItsHistoryInTheOrderAndWithTheNumbersItWasReadWith) {
  write_with_history(R"({"seed":1,"accuracy":0.7312345678901234,"average_of":[{"b":1e-07},{}]})");
  const std::string first = bytes();
  write_model(file_, read_model(file_), Precision::f32);
  EXPECT_EQ(bytes(), first);
}

TEST_F(ModelFileTest, AHistoryNestedWithoutEndIsRefused) {
  for (const std::string& history :
       {"{\"a\":" + std::string(200'000, '[') + std::string(200'000, ']') + "}", std::string("[]"),
        std::string("no JSON"), std::string()}) {
    write_with_history(history);
    EXPECT_THROW(read_model(file_), InputError) << history.substr(0, 10);
  }
}

TEST_F(ModelFileTest, AFieldThatItsMetadataHasTwiceIsRefused) {
  write_with_history(R"({"a":1,"b":{"a":2}})");
  EXPECT_NO_THROW(read_model(file_));
  write_with_history(R"({"a":1,"a":2})");
  EXPECT_THROW(read_model(file_), InputError);
  EXPECT_ANY_THROW(options_of(parse_json(R"({"width":64,"width":32})")));
}

TEST_F(ModelFileTest, AnOptionThatIsNoCountIsRefused) {
  EXPECT_EQ(options_of(parse_json(R"({"width":64})")).width, 64u);
  for (const char* width : {"-1", "1e30", "8.5", "4294967296", "\"8\"", "null", "[]"})
    EXPECT_ANY_THROW(options_of(parse_json(fmt::format("{{\"width\":{}}}", width)))) << width;
}

TEST(ModelOptions, AWrongValueNamesTheChoices) {
  ModelOptions options;
  options.pooling = "mean";
  try {
    make_config(options);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "pooling cannot be 'mean'");
    EXPECT_EQ(error.hint(), "choose one of: max, dag, attdag");
  }
}

}  // namespace
}  // namespace winnow
