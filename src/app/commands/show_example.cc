#include "app/commands/show_example.h"

#include "app/cli/progress.h"
#include "data/json_text.h"
#include "data/store_text.h"
#include "data/table_text.h"
#include "text/hol.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace winnow {

namespace {

void add_hol_constants(const Store& store, FormulaId id, std::set<std::string>& constants) {
  std::string tokens = print_hol_tokens(store.terms(), store.term(id));
  for (std::size_t at = 0; at < tokens.size();) {
    std::size_t end = std::min(tokens.find(' ', at), tokens.size());
    if (tokens[at] == 'c') constants.insert(tokens.substr(at + 1, end - at - 1));
    at = end + 1;
  }
}

// Which names are constants, where the text does not say it.
void add_constants(const Store& store, FormulaId id, std::set<std::string>& constants) {
  switch (syntax_of(store.language(id))) {
    case Syntax::tptp:
      return;
    case Syntax::hol:
      return add_hol_constants(store, id, constants);
  }
}

std::string entry(const Store& store, std::string_view mark, FormulaId id) {
  std::string_view name = store.name(id);
  if (name.empty()) return fmt::format("  {} {}\n", mark, formula_text(store, id));
  return fmt::format("  {} {}\n      {}\n", mark, escaped(name), formula_text(store, id));
}

}  // namespace

std::string example_text(const Store& store, ExampleId example) {
  FormulaId conjecture = store.conjecture(example);
  auto premises = store.premises(example);
  auto dependencies = store.dependencies(example);
  std::string text = fmt::format("example {} of split {}\n", escaped(store.name(example)),
                                 escaped(store.name(store.split(example))));
  if (store.position(conjecture))
    text += fmt::format("  {} formulas of this store are older\n",
                        with_commas(store.older_than(conjecture).size()));
  text += fmt::format("conjecture\n{}", entry(store, "?", conjecture));
  if (!dependencies.empty()) text += fmt::format("dependencies: {}\n", dependencies.size());
  for (FormulaId id : dependencies) text += entry(store, "*", id);
  text += fmt::format("premises: {}, of which {} useful (+)\n", premises.size(),
                      std::ranges::count_if(premises, &Premise::useful));
  for (Premise premise : premises)
    text += entry(store, premise.useful() ? "+" : "-", premise.formula());
  return text;
}

std::string example_json(const Store& store, ExampleId example) {
  FormulaId conjecture = store.conjecture(example);
  std::set<std::string> constants;
  add_constants(store, conjecture, constants);
  auto premises = nlohmann::ordered_json::array();
  for (Premise premise : store.premises(example)) {
    FormulaId id = premise.formula();
    add_constants(store, id, constants);
    nlohmann::ordered_json json;
    if (!store.name(id).empty()) json["name"] = store.name(id);
    json["formula"] = formula_text(store, id);
    json["label"] = premise.useful() ? 1 : 0;
    premises.push_back(std::move(json));
  }
  nlohmann::ordered_json json = {{"name", store.name(example)},
                                 {"split", store.name(store.split(example))},
                                 {"language", to_string(store.language(conjecture))}};
  if (!constants.empty()) json["constants"] = constants;
  json["conjecture"] = formula_text(store, conjecture);
  json["premises"] = std::move(premises);
  // Names of any bytes can be in a store; JSON is UTF-8.
  return print_json(json);
}

}  // namespace winnow
