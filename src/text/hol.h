// text/hol.h - reads and prints HOL Light terms as HolStep writes them.
// in: "h1, h2 |- (!x. ((f x) = (g x)))" and which names are constants     out: a term in a bank
// No recursion anywhere: depth is limited by memory alone.
#pragma once

#include "term/term_bank.h"
#include "winnow/error.h"

#include <memory>
#include <string>
#include <string_view>

namespace winnow {

// Reads one term or sequent after another; keeps its memory between calls.
class HolParser {
 public:
  explicit HolParser(TermBank& bank);
  ~HolParser();

  // Which unbound names are constants in the texts that follow:
  void set_constants(std::string_view token_line);  // "c= cSUC f0": the data set's own T line
  void add_constant(std::string_view name);         // from a list or a vocabulary; stays

  TermId parse(std::string_view text, const Place& at = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// What the names of a term's variables begin with when it is printed: no constant has such a name.
struct HolPrefixes {
  std::string bound = "x", free = "v";
};
HolPrefixes hol_prefixes(const TermView& terms, TermId term);

// Reads back as the same term if its constants are given. Variables get fresh names.
std::string print_hol(const TermView& terms, TermId term);
// The token line ("c= cSUC f0") that goes with it.
std::string print_hol_tokens(const TermView& terms, TermId term);

}  // namespace winnow
