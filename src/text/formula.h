// text/formula.h - what a reader of formula text gives back, whatever the syntax was.
// in: a file or a text (text/tptp.h, text/hol_file.h)     out: formulas with terms and places
#pragma once

#include "term/term_bank.h"
#include "winnow/error.h"
#include "winnow/formula.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

enum class Language : std::uint8_t { fof, cnf, tff, thf, hol };
inline constexpr std::array kLanguages = {Language::fof, Language::cnf, Language::tff,
                                          Language::thf, Language::hol};
// Stores keep languages as numbers: none is larger.
inline constexpr Language kLastLanguage = kLanguages.back();
std::string_view to_string(Language language);
// Who reads and prints it. To ask this in a `switch` lets the compiler name each place that a new
// syntax has to change.
Syntax syntax_of(Language language);

struct Formula {
  std::string name;
  std::string role;  // "axiom", "conjecture", ...; "type" declares and has no graph
  Language language = Language::fof;
  TermId term{};
  std::string_view text;   // the whole annotated formula, as it stands in the file
  std::uint32_t file = 0;  // which of Problem::files it came from
  std::uint64_t line = 0;  // where it begins there
};

struct Skipped {        // a formula that could not be read
  std::string message;  // "mizar.p:12:7: expected ')'"
  std::string hint;
};

// All formulas of a file and of what it includes, in the order in which a prover reads them.
struct Problem {
  std::vector<Formula> formulas;
  std::vector<Skipped> skipped;
  std::vector<std::string> files;                    // file names, the main one first
  std::vector<std::shared_ptr<const void>> buffers;  // what the `text` views point into
};

}  // namespace winnow
