// app/input.h - the formulae of a file, whichever language it is written in.
#pragma once

#include "text/formula.h"

#include <string>

namespace winnow {

struct InputOptions {
  bool hol = false;         // HOL terms, one a line, instead of TPTP
  bool keep_going = false;  // list what cannot be read instead of stopping there
};

// TPTP with its includes; or with `hol` a file of HOL terms: one a line, each with its token line
// ("T c= cSUC f0") after it if there is one. HolStep's own files are such files: their lines for
// names (N, D) and for terms (C, A, +, -) are understood.
Problem read_formulas(const std::string& file, TermBank& bank, const InputOptions& options);

// Says on stderr what was skipped, one line each.
void report_skipped(const Problem& problem);

}  // namespace winnow
