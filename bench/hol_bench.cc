// Reads HolStep files: terms with their token lines, one core, CPU time.
//   hol_bench DIR [FILES]     prints what was read and how fast
#include "text/hol.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

struct TextLine {
  std::string_view term, tokens;
};

// The lines that are terms, each with the T line after it.
std::vector<TextLine> lines_of(std::string_view text) {
  std::vector<TextLine> lines;
  while (!text.empty()) {
    std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.size() < 2) continue;
    if (line[0] == 'T' && !lines.empty()) lines.back().tokens = line.substr(2);
    if (line[0] == 'C' || line[0] == 'A' || line[0] == '+' || line[0] == '-')
      lines.push_back({line.substr(2), {}});
  }
  return lines;
}

// Of this process, so that other work on the machine does not count.
double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "hol_bench DIR [FILES]: DIR holds HolStep files\n");
    return 2;
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(argv[1])) files.push_back(entry);
  std::ranges::sort(files);
  // Evenly spread, so that a few files already look like all of them.
  std::size_t wanted = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : files.size();
  std::size_t step = std::max<std::size_t>(1, files.size() / std::max<std::size_t>(1, wanted));

  winnow::TermBank bank;
  winnow::HolParser parser(bank);
  std::size_t read = 0, terms = 0, term_bytes = 0, token_bytes = 0, failed = 0;
  double term_s = 0, token_s = 0;
  for (std::size_t i = 0; i < files.size(); i += step) {
    std::ifstream file(files[i], std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(file)), {});
    const winnow::Place place{.file = files[i].string()};
    std::vector<TextLine> lines = lines_of(text);
    double start = cpu_seconds();
    for (const TextLine& line : lines) parser.set_constants(line.tokens);
    double middle = cpu_seconds();
    for (const TextLine& line : lines) {
      parser.set_constants(line.tokens);
      try {
        parser.parse(line.term, place);
      } catch (const winnow::InputError& error) {
        if (failed++ < 10) fmt::print(stderr, "{}\n", error.what());
      }
      term_bytes += line.term.size();
      token_bytes += line.tokens.size();
    }
    token_s += middle - start;
    term_s += cpu_seconds() - middle - (middle - start);
    terms += lines.size();
    ++read;
  }
  double term_mb = static_cast<double>(term_bytes) / 1e6;
  double token_mb = static_cast<double>(token_bytes) / 1e6;
  fmt::print("{} files, {} terms ({} failed), {} distinct subterms, {} symbols\n", read, terms,
             failed, bank.size(), bank.symbols().size());
  fmt::print("terms:  {:8.1f} MB in {:6.2f} s = {:6.1f} MB/s\n", term_mb, term_s, term_mb / term_s);
  fmt::print("tokens: {:8.1f} MB in {:6.2f} s = {:6.1f} MB/s\n", token_mb, token_s,
             token_mb / token_s);
  return failed == 0 ? 0 : 1;
}
