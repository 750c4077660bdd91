// tools/grow_library.cc - makes a large problem of a small one, so that choosing axioms matters.
// in: a TPTP file with its includes, a number of axioms, a seed     out: a TPTP file of that size
// The additions are true wherever the originals are. A copy of a formula has some of its symbols
// replaced ("union" by "stable_union"): read every replacement as what it stands for, and a model
// of the originals is a model of all copies, also of those that mix old and new symbols. A special
// case has a variable replaced by a term. So nothing that was consistent stops being so.
#include "text/tptp.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <iostream>
#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace winnow;
using Random = std::mt19937_64;
using Renaming = std::map<std::string, std::string, std::less<>>;

struct Options {
  std::string file;
  std::string output;
  std::uint64_t axioms = 5000;
  std::uint64_t seed = 1;
};

struct Statement {
  std::string name;
  std::string role;
  std::string body;
};

constexpr std::array<std::string_view, 24> kAdjectives = {
    "stable", "local",  "dense",  "sharp",  "regular", "weak",   "strict",  "mild",
    "simple", "normed", "convex", "smooth", "ample",   "radial", "coarse",  "tame",
    "rigid",  "pure",   "free",   "graded", "cyclic",  "polar",  "bounded", "hollow"};

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

// The text with every word replaced by visit(word). Quoted text is no word.
template <class Visit>
std::string rewrite_words(std::string_view text, Visit&& visit) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    if (text[at] == '\'' || text[at] == '"') {
      while (end < text.size() && text[end] != text[at]) end += text[end] == '\\' ? 2 : 1;
      end = std::min(end + 1, text.size());
      result += text.substr(at, end - at);
    } else if (is_word(text[at])) {
      while (end < text.size() && is_word(text[end])) ++end;
      result += visit(text.substr(at, end - at));
    } else {
      result += text[at];
    }
    at = end;
  }
  return result;
}

// The body of "fof(name, role, body).", as it stands in the file.
std::string body_of(const Formula& formula) {
  std::string_view text = formula.text;
  std::size_t begin = text.find(',', text.find('(') + formula.name.size());
  begin = text.find(',', begin + 1) + 1;
  begin = text.find_first_not_of(" \t\r\n", begin);
  return std::string(text.substr(begin, text.rfind(')') - begin));
}

// Whether a name needs no quotes: only such names are made longer.
bool is_plain(std::string_view name) {
  return std::islower(static_cast<unsigned char>(name.front())) != 0 &&
         std::ranges::all_of(name, is_word);
}

std::string print(const Statement& statement) {
  return fmt::format("fof({}, {},\n    {}).\n", statement.name, statement.role, statement.body);
}

// The functions of all formulas, with their numbers of arguments, in order of appearance.
struct Function {
  std::string name;
  std::size_t arity;
};

std::vector<Function> functions_of(const TermBank& bank) {
  std::vector<Function> functions;
  std::set<std::string, std::less<>> seen;
  TermView terms = bank.view();
  for (std::uint32_t i = 0; i < terms.size; ++i) {
    TermId term{i};
    if (terms.kind(term) != Kind::function || terms.args(term).empty()) continue;
    if (is_plain(terms.name(term)) && seen.emplace(terms.name(term)).second)
      functions.push_back({std::string(terms.name(term)), terms.args(term).size()});
  }
  return functions;
}

std::vector<std::string> symbols_of(const TermBank& bank) {
  std::vector<std::string> symbols;
  std::set<std::string, std::less<>> seen;
  TermView terms = bank.view();
  for (std::uint32_t i = 0; i < terms.size; ++i) {
    TermId term{i};
    if (terms.kind(term) != Kind::function && terms.kind(term) != Kind::predicate) continue;
    if (is_plain(terms.name(term)) && seen.emplace(terms.name(term)).second)
      symbols.emplace_back(terms.name(term));
  }
  return symbols;
}

// One vocabulary: most symbols get an adjective, the others stay and tie it to the originals.
Renaming make_renaming(const std::vector<std::string>& symbols, std::string_view adjective,
                       Random& random) {
  Renaming renaming;
  for (const std::string& symbol : symbols)
    if (random() % 10 < 7) renaming.emplace(symbol, fmt::format("{}_{}", adjective, symbol));
  return renaming;
}

std::string rename(std::string_view body, const Renaming& renaming) {
  return rewrite_words(body, [&](std::string_view word) {
    auto found = renaming.find(word);
    return found == renaming.end() ? std::string(word) : found->second;
  });
}

// The variables of the leading "! [X,Y] :" that no other quantifier of the body binds again.
std::vector<std::string> open_variables(std::string_view body) {
  std::vector<std::string> variables;
  std::map<std::string, int, std::less<>> bound;
  if (body.substr(0, 3) != "! [") return {};
  for (std::size_t at = 0; (at = body.find('[', at)) != std::string_view::npos;) {
    std::size_t end = body.find(']', at);
    rewrite_words(body.substr(at, end - at), [&](std::string_view variable) {
      if (at == 2) variables.emplace_back(variable);
      ++bound[std::string(variable)];
      return std::string();
    });
    at = end;
  }
  std::erase_if(variables, [&](const std::string& variable) { return bound[variable] > 1; });
  return variables;
}

// The body with one variable replaced by a term over the leading variables; empty if it has none.
std::string special_case(const std::string& body, const Function& function, Random& random) {
  std::vector<std::string> variables = open_variables(body);
  if (variables.empty()) return {};
  const std::string& replaced = variables[random() % variables.size()];
  std::string term = function.name + "(" + replaced;
  for (std::size_t i = 1; i < function.arity; ++i)
    term += "," + variables[random() % variables.size()];
  term += ")";
  std::size_t head = body.find(']');
  return body.substr(0, head) + rewrite_words(body.substr(head), [&](std::string_view word) {
           return word == replaced ? term : std::string(word);
         });
}

// A shuffle that is the same with every standard library.
void shuffle(std::vector<Statement>& statements, Random& random) {
  for (std::size_t i = statements.size(); i > 1; --i)
    std::swap(statements[i - 1], statements[random() % i]);
}

std::string grow(const Options& options) {
  TermBank bank;
  Problem problem = read_tptp(options.file, bank);
  std::vector<Statement> axioms, goals;
  for (const Formula& formula : problem.formulas) {
    if (formula.language != Language::fof)
      throw InputError(formula.name + ": only FOF can be grown");
    std::vector<Statement>& statements = formula.role == "conjecture" ? goals : axioms;
    if (!is_plain(formula.name)) throw InputError(formula.name + ": a quoted name cannot be grown");
    statements.push_back({formula.name, formula.role, body_of(formula)});
  }
  if (axioms.empty()) throw InputError(options.file + ": no axioms to grow from");

  Random random(options.seed);
  const std::vector<Function> functions = functions_of(bank);
  const std::vector<std::string> symbols = symbols_of(bank);
  const std::vector<Statement> originals = axioms;
  std::set<std::string> bodies;
  for (const Statement& original : originals) bodies.insert(original.body);

  for (std::size_t copy = 0; axioms.size() < options.axioms; ++copy) {
    std::string adjective(kAdjectives[copy % kAdjectives.size()]);
    if (copy >= kAdjectives.size()) adjective += std::to_string(copy / kAdjectives.size() + 1);
    const Renaming renaming = make_renaming(symbols, adjective, random);
    for (const Statement& original : originals) {
      if (axioms.size() >= options.axioms) break;
      Statement added{adjective + "_" + original.name, original.role,
                      rename(original.body, renaming)};
      if (bodies.insert(added.body).second) axioms.push_back(added);
      if (functions.empty() || random() % 4 != 0 || axioms.size() >= options.axioms) continue;
      const Function& function = functions[random() % functions.size()];
      std::string special = special_case(added.body, function, random);
      if (special.empty() || !bodies.insert(special).second) continue;
      axioms.push_back({fmt::format("{}_of_{}", added.name, function.name), "lemma", special});
    }
  }
  shuffle(axioms, random);

  std::string text =
      fmt::format("% grow-library {} --axioms {} --seed {}: {} axioms, {} of them given\n\n",
                  options.file, options.axioms, options.seed, axioms.size(), originals.size());
  for (const Statement& axiom : axioms) text += print(axiom);
  for (const Statement& goal : goals) text += print(goal);
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app(
      "Adds plausible axioms to a TPTP problem: copies over new symbols and special cases.",
      "grow-library");
  app.add_option("FILE", options.file, "a problem or a library in FOF, with its includes")
      ->required();
  app.add_option("-o,--output", options.output, "where to write (default: standard output)");
  app.add_option("--axioms", options.axioms, "how many axioms to end with")->capture_default_str();
  app.add_option("--seed", options.seed, "same file, size and seed: same bytes")
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  try {
    std::string text = grow(options);
    if (options.output.empty()) {
      std::cout << text << std::flush;
    } else {
      std::ofstream(options.output, std::ios::binary) << text << std::flush;
      if (!std::ifstream(options.output)) throw InputError(options.output + ": cannot be written");
    }
  } catch (const InputError& error) {
    fmt::print(stderr, "grow-library: {}\n", error.what());
    if (!error.hint().empty()) fmt::print(stderr, "  hint: {}\n", error.hint());
    return 1;
  }
}
