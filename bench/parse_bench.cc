// bench/parse_bench.cc - how fast TPTP text becomes terms, and terms become graphs, on one core.
// in: a TPTP file, or nothing     out: MB of text per second, formulas, terms and graph nodes
// Without a file it makes text in the manner of Mizar: some thousand symbols, shallow terms,
// nested quantifiers with guards. Each line is the best of five runs on a fresh bank, by the
// processor's time: other programs on the machine do not count.
#include "dag/dag.h"
#include "text/source.h"
#include "text/tptp.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace winnow;

std::string make_text(std::size_t bytes) {
  std::mt19937_64 random(1);
  auto below = [&random](std::uint64_t n) { return random() % n; };
  auto term = [&](auto variable) {
    return below(3) == 0
               ? fmt::format("k{}_xboole_{}({}, k1_numbers)", below(9), below(400), variable)
               : std::string(1, variable);
  };
  std::string text;
  for (std::size_t n = 0; text.size() < bytes; ++n) {
    text += fmt::format("fof(t{}_made_{}, axiom,  (", n % 100, n / 100);
    char last = 'A';
    std::size_t depth = 1 + below(4);
    for (std::size_t i = 0; i < depth; ++i, ++last)
      text += fmt::format("! [{}] :  (v{}_ordinal{}({}) =>  (", last, below(9), below(300), last);
    --last;
    text += fmt::format("r{}_hidden{}({}, {}) <=>  ({} = {} & ~ m1_subset_1({}, {}))", below(9),
                        below(300), term('A'), term(last), term(last), term('A'), term('A'),
                        term(last));
    for (std::size_t i = 0; i < depth; ++i) text += " ) )";
    text += ") ).\n";
  }
  return text;
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    std::size_t end = std::min(text.find('\n'), text.size());
    if (end != 0) lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

struct Result {
  std::size_t formulas = 0, terms = 0, nodes = 0;
};

template <class Work>
void measure(std::string_view what, std::size_t bytes, Work&& work) {
  double best = 1e9;
  Result result;
  for (int run = 0; run < 5; ++run) {
    std::clock_t start = std::clock();
    result = work();
    best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  fmt::print("{:<16} {:7.1f} MB/s   {} formulas, {} terms, {} graph nodes\n", what,
             static_cast<double>(bytes) / 1e6 / best, result.formulas, result.terms, result.nodes);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    std::string made;
    Source source;
    if (argc > 1) {
      source = open_source(argv[1]);
    } else {
      made = make_text(20'000'000);
      source.text = made;
    }
    std::string_view text = source.text;
    fmt::print("{:.1f} MB of TPTP from {}\n", static_cast<double>(text.size()) / 1e6,
               argc > 1 ? argv[1] : "the generator");

    measure("file to terms", text.size(), [&] {
      TermBank bank;
      Problem problem = parse_tptp(text, bank);
      return Result{problem.formulas.size(), bank.size(), 0};
    });
    auto lines = split_lines(text);
    measure("lines to graphs", text.size(), [&] {
      TermBank bank;
      TptpParser parser(bank);
      DagBuilder builder;
      Dag dag;
      Result result;
      for (std::string_view line : lines) {
        Formula formula = parser.parse(line);
        builder.build(bank.view(), std::span(&formula.term, 1), dag);
        result.nodes += dag.size();
        ++result.formulas;
      }
      result.terms = bank.size();
      return result;
    });
  } catch (const winnow::InputError& error) {
    fmt::print(stderr, "parse_bench: {}\n  hint: {}\n", error.what(), error.hint());
    return 1;
  }
  return 0;
}
