// One idea beyond reading: nothing a user wrote is dropped silently, so an unknown field or a
// wrong type is an error with the line that has it.
#include "data/ahead.h"
#include "data/import_folder.h"
#include "data/store_check.h"
#include "text/hol.h"
#include "text/input_file.h"
#include "text/json_fields.h"
#include "text/tptp.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

namespace winnow {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kLinesAhead = 256;
constexpr std::string_view kFields =
    "an example has: name, split, language, constants, conjecture, premises";
constexpr std::string_view kPremiseFields = "a premise has: name, formula, label";

struct JsonPremise {
  std::string name, formula;
  bool useful = false;
};

struct JsonExample {
  std::string name, conjecture;
  std::string split = "train";
  Language language = Language::fof;
  std::string tokens;  // the constants as a token line
  std::vector<JsonPremise> premises;
};

[[noreturn]] void refuse(const Place& at, std::string_view what, std::string_view hint = kFields) {
  throw InputError(at, what, hint);
}

std::string text_of(const Json& value, std::string_view field, const Place& at) {
  if (!value.is_string()) refuse(at, fmt::format("'{}' is not a string", field));
  return value.get<std::string>();
}

Language language_of(std::string_view name, const Place& at) {
  std::string known;
  for (Language language : kLanguages) {
    if (to_string(language) == name) return language;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", to_string(language));
  }
  refuse(at, fmt::format("no language is called '{}'", name), "it is one of " + known);
}

JsonPremise premise_of(const Json& json, const Place& at) {
  JsonPremise premise;
  if (!json.is_object()) refuse(at, "a premise is not an object", kPremiseFields);
  std::optional<bool> label;
  for (const auto& [field, value] : json.items()) {
    if (field == "name") {
      premise.name = text_of(value, field, at);
    } else if (field == "formula") {
      premise.formula = text_of(value, field, at);
    } else if (field == "label") {
      if (value == 0 || value == 1 || value.is_boolean()) label = value == 1 || value == true;
      if (!label) refuse(at, "a label is neither 0 nor 1", "1: the proof uses it, 0: it does not");
    } else {
      refuse(at, fmt::format("a premise has an unknown field '{}'", field), kPremiseFields);
    }
  }
  if (premise.formula.empty()) refuse(at, "a premise has no formula", kPremiseFields);
  if (!label) refuse(at, "a premise has no label", kPremiseFields);
  premise.useful = *label;
  return premise;
}

JsonExample example_of(std::string_view line, const Place& at) {
  Json json;
  try {
    json = Json::parse(line);
  } catch (const Json::parse_error& error) {
    Place exact{at.file, at.line, std::max<std::uint64_t>(error.byte, 1)};
    refuse(exact, "this is not JSON", "one object a line, without line breaks inside");
  } catch (const Json::out_of_range&) {  // what the parser says of 1e999
    refuse(at, "a number of this line is larger than any that a computer holds");
  }
  if (!json.is_object()) refuse(at, "this line is not a JSON object");
  refuse_repeated_fields(line, at);
  JsonExample example;
  example.name = fmt::format("line{}", at.line);
  for (const auto& [field, value] : json.items()) {
    if (field == "name") {
      example.name = text_of(value, field, at);
    } else if (field == "split") {
      example.split = text_of(value, field, at);
    } else if (field == "language") {
      example.language = language_of(text_of(value, field, at), at);
    } else if (field == "conjecture") {
      example.conjecture = text_of(value, field, at);
    } else if (field == "constants") {
      if (!value.is_array()) refuse(at, "'constants' is not an array of strings");
      for (const Json& constant : value)
        example.tokens += fmt::format("c{} ", text_of(constant, field, at));
    } else if (field == "premises") {
      if (!value.is_array()) refuse(at, "'premises' is not an array of objects");
      for (const Json& premise : value) example.premises.push_back(premise_of(premise, at));
    } else {
      refuse(at, fmt::format("an example has an unknown field '{}'", field));
    }
  }
  if (example.conjecture.empty()) refuse(at, "an example has no conjecture");
  if (example.name.empty() || example.split.empty())
    refuse(at, "'name' and 'split' may not be empty");
  return example;
}

// Reads bare formulas: TPTP's parser wants them as annotated ones.
class FormulaReader {
 public:
  explicit FormulaReader(TermBank& bank) : bank_(bank), tptp_(bank), hol_(bank) {}

  TermId read(const std::string& text, const JsonExample& example, const std::string& what,
              const Place& at) {
    const Syntax syntax = syntax_of(example.language);
    try {
      switch (syntax) {
        case Syntax::tptp:
          return read_annotated(text, example.language, what);
        case Syntax::hol:
          hol_.set_constants(example.tokens);
          return hol_.parse(text, Place{what, 1, 1});
      }
      throw ContractError("a syntax without a reader", std::source_location::current());
    } catch (const InputError& error) {
      // Columns of the JSON line would be off by its escapes: the place in the text is better.
      std::string message = error.what();
      Place inside = error.place();
      std::string prefix = to_string(inside) + ": ";
      if (message.starts_with(prefix)) message.erase(0, prefix.size());
      if (syntax == Syntax::tptp && inside.line > 1) --inside.line;
      throw InputError(at, fmt::format("{}: {}", to_string(inside), message), error.hint());
    }
  }

 private:
  // On lines of its own: columns are those of the text, and a comment in it ends.
  TermId read_annotated(const std::string& text, Language language, const std::string& what) {
    std::string annotated = fmt::format("{}(x,axiom,(\n{}\n)).", to_string(language), text);
    TermId term = tptp_.parse(annotated, Place{what, 1, 1}).term;
    if (!is_formula(bank_.view(), term)) throw InputError(Place{what}, "a type is not a formula");
    return term;
  }

  TermBank& bank_;
  TptpParser tptp_;
  HolParser hol_;
};

}  // namespace

ImportReport import_jsonl(const std::filesystem::path& file, const ImportOptions& options,
                          TermBank& bank, StoreWriter& writer) {
  return import_jsonl_text(read_text_file(file), input_name(file), options, bank, writer);
}

ImportReport import_jsonl_text(std::string_view text, const std::string& name,
                               const ImportOptions& options, TermBank& bank, StoreWriter& writer) {
  ImportReport report;
  std::string order = read_order(options);
  report.bytes = text.size();
  std::vector<TextLine> lines = lines_of(text);
  FormulaReader reader(bank);
  std::vector<Premise> premises;

  auto place = [&](std::size_t i) { return Place{name, lines[i].number}; };
  Ahead<JsonExample> examples(lines.size(), kLinesAhead,
                              [&](std::size_t i) { return example_of(lines[i].text, place(i)); });
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (options.progress) options.progress(i, lines.size());
    read_or_skip(options, report, [&] {
      JsonExample example = *examples.next();
      if (writer.has_example(example.name))
        throw InputError(place(i), fmt::format("a second example called '{}'", example.name));
      auto read = [&](const std::string& formula, const std::string& what,
                      std::string_view formula_name) {
        ++report.texts;
        ++report.parsed;
        TermId term = reader.read(formula, example, what, place(i));
        return writer.add_formula(term, example.language, formula_name);
      };
      FormulaId conjecture = read(example.conjecture, "the conjecture", example.name);
      premises.clear();
      for (std::size_t p = 0; p < example.premises.size(); ++p)
        read_or_skip(options, report, [&] {
          const JsonPremise& premise = example.premises[p];
          premises.push_back({read(premise.formula, fmt::format("premise {}", p + 1), premise.name),
                              premise.useful});
        });
      writer.add_example({example.name, writer.add_split(example.split), conjecture, premises, {}});
    });
  }
  if (options.progress) options.progress(lines.size(), lines.size());
  refuse_if_empty(writer, report, name);
  set_chronology(order, writer);
  return report;
}

}  // namespace winnow
