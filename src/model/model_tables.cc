#include "model/model_tables.h"

#include "data/json_text.h"
#include "model/model_json.h"
#include "winnow/error.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <set>

namespace winnow {

namespace {

using Json = nlohmann::ordered_json;
using Bytes = std::vector<std::uint8_t>;
using Numbers = std::vector<std::uint32_t>;
using Keys = std::vector<std::uint64_t>;

Keys keys_of(const FormulaTable& table) { return {table.keys().begin(), table.keys().end()}; }

void put(const std::string& name, const ExampleTable& examples, Columns& columns) {
  Numbers premises;
  premises.reserve(examples.premises.size());
  for (PremiseUse use : examples.premises) premises.push_back(use.code());
  columns[name + ".conjectures"] = examples.conjectures;
  columns[name + ".premise_ends"] = examples.ends;
  columns[name + ".premises"] = std::move(premises);
}

void put(const LabelTable& labels, Columns& columns) {
  Bytes names, kinds;
  Numbers ends;
  for (const LabelTable::Symbol& symbol : labels.symbols) {
    names.insert(names.end(), symbol.name.begin(), symbol.name.end());
    ends.push_back(static_cast<std::uint32_t>(names.size()));
    kinds.push_back(static_cast<std::uint8_t>(symbol.kind));
  }
  columns["labels.names"] = std::move(names);
  columns["labels.name_ends"] = std::move(ends);
  columns["labels.kinds"] = std::move(kinds);
}

// Columns by name; in the end it knows whether one was never asked for.
class ColumnReader {
 public:
  explicit ColumnReader(const Columns& columns) : columns_(columns) {}

  template <class List>
  const List& get(const std::string& name) {
    auto found = columns_.find(name);
    require(found != columns_.end(), "the table " + name + " is missing");
    const List* list = std::get_if<List>(&found->second);
    require(list != nullptr, "the table " + name + " has numbers of another size");
    read_.insert(name);
    return *list;
  }
  // Numbers below a bound.
  const Numbers& numbers(const std::string& name, std::size_t below) {
    const Numbers& list = get<Numbers>(name);
    require(std::ranges::all_of(list, [&](std::uint32_t each) { return each < below; }),
            "the table " + name + " names what the model does not have");
    return list;
  }
  // Where `count` parts of a list end that is `size` long.
  const Numbers& ends(const std::string& name, std::size_t count, std::size_t size) {
    const Numbers& list = get<Numbers>(name);
    require(list.size() == count && std::ranges::is_sorted(list) &&
                (list.empty() ? 0 : list.back()) == size,
            "the table " + name + " does not fit the list that it divides");
    return list;
  }
  FormulaTable keys(const std::string& name) {
    const Keys& list = get<Keys>(name);
    require(std::ranges::adjacent_find(list, std::greater_equal()) == list.end(),
            "the table " + name + " is out of order");
    return FormulaTable(list);
  }
  ExampleTable examples(const std::string& name, std::size_t formulas) {
    ExampleTable table;
    const Numbers& codes = numbers(name + ".premises", 2 * formulas);
    table.conjectures = numbers(name + ".conjectures", formulas);
    table.ends = ends(name + ".premise_ends", table.conjectures.size(), codes.size());
    table.premises.reserve(codes.size());
    for (std::uint32_t code : codes) table.premises.push_back(PremiseUse::from_code(code));
    return table;
  }
  void finish() const {
    for (const auto& [name, column] : columns_)
      require(read_.contains(name), "the table " + name + " is one too many");
  }

 private:
  const Columns& columns_;
  std::set<std::string> read_;
};

LabelTable read_labels(ColumnReader& columns, std::string_view label_names) {
  Json json = parse_json(label_names);
  std::vector<Kind> kinds;
  for (const Json& kind : json.at("kinds"))
    kinds.push_back(kind_of(kind.get_ref<const std::string&>()));
  LabelTable labels;
  labels.heads = heads_of(json.at("heads"));
  const Bytes& names = columns.get<Bytes>("labels.names");
  const Bytes& own_kinds = columns.get<Bytes>("labels.kinds");
  const Numbers& ends = columns.ends("labels.name_ends", own_kinds.size(), names.size());
  std::size_t begin = 0;
  for (std::size_t i = 0; i < ends.size(); begin = ends[i++]) {
    require(own_kinds[i] < kinds.size(),
            "the table labels.kinds names what the model does not have");
    labels.symbols.push_back(
        {std::string(names.begin() + static_cast<std::ptrdiff_t>(begin), names.begin() + ends[i]),
         kinds[own_kinds[i]]});
  }
  return labels;
}

}  // namespace

Columns table_columns(const ModelFile& model) {
  Columns columns;
  put(model.labels, columns);
  if (model.options.memory != 0) columns["memory.keys"] = keys_of(model.memory);
  if (model.options.retrieve != 0) {
    columns["retrieve.feature_keys"] = keys_of(model.features);
    columns["retrieve.used_keys"] = keys_of(model.used);
  }
  if (model.options.precedents) {
    const PrecedentTable& table = model.precedents;
    columns["precedents.symbol_keys"] = table.symbols;
    columns["precedents.formula_keys"] = table.formulas;
    columns["precedents.symbol_ends"] = table.symbol_ends;
    columns["precedents.symbols"] = table.example_symbols;
    put("precedents", table.examples, columns);
  }
  if (!model.nearest_examples.empty())
    put("nearest_examples", model.nearest_example_table, columns);
  return columns;
}

std::string label_names(const LabelTable& labels) {
  Json kinds = Json::array();
  for (int kind = 0; kind < kKinds; ++kind) kinds.push_back(to_string(static_cast<Kind>(kind)));
  return print_json({{"kinds", std::move(kinds)}, {"heads", json_of(labels.heads)}});
}

void put_tables(const Columns& all, std::string_view label_names, ModelFile& model) {
  ColumnReader columns(all);
  model.labels = read_labels(columns, label_names);
  model.labels.rarities = model.options.rarities;
  if (model.options.memory != 0) model.memory = columns.keys("memory.keys");
  if (model.options.retrieve != 0) {
    model.features = columns.keys("retrieve.feature_keys");
    model.used = columns.keys("retrieve.used_keys");
  }
  if (model.options.precedents) {
    PrecedentTable& table = model.precedents;
    table.symbols = columns.get<Keys>("precedents.symbol_keys");
    table.formulas = columns.get<Keys>("precedents.formula_keys");
    table.examples = columns.examples("precedents", table.formulas.size());
    table.example_symbols = columns.numbers("precedents.symbols", table.symbols.size());
    table.symbol_ends =
        columns.ends("precedents.symbol_ends", table.examples.size(), table.example_symbols.size());
  }
  if (!model.nearest_examples.empty())
    model.nearest_example_table = columns.examples(
        "nearest_examples", model.nearest_examples.tensor("nearest_examples.vectors").shape[0]);
  columns.finish();
}

}  // namespace winnow
