// text/hol_file.h - files of HOL terms, one in a line, as HolStep writes them.
// in: lines "C |- p" (conjecture), "A ..." (axiom), "+ ...", "- ...", or terms without a letter; a
// line "N name" or "D name" names what follows, a line "T tokens" says what is a constant before it
// out: terms in a bank, names and roles
#pragma once

#include "text/formula.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace winnow {

// Throws InputError with file, line and column; with `keep_going`, wrong lines are listed instead.
Problem read_hol(const std::filesystem::path& file, TermBank& bank, bool keep_going = false);
// The same for text in memory, which the formulas' `text` points into.
Problem parse_hol(std::string_view text, TermBank& bank, bool keep_going = false,
                  const std::string& name = "<text>");

}  // namespace winnow
