// app/cli/input.h - the formulas of a file, whichever language it is written in.
#pragma once

#include "text/input_file.h"  // input_name
#include "winnow/formula.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace winnow {

struct InputOptions {
  Syntax syntax = Syntax::tptp;
  bool keep_going = false;  // list what cannot be read instead of stopping there
  std::vector<std::string> include_folders;
};
void add_input_options(CLI::App& command, InputOptions& options);  // and --include

// TPTP with its includes; or with Syntax::hol a file of HOL terms: one a line, each with its
// token line ("T c= cSUC f0") after it if there is one. HolStep's own files are such files: their
// lines for names (N, D) and for terms (C, A, +, -) are understood. Says on stderr what was
// skipped.
Formulas read_formulas(const std::string& file, const InputOptions& options);

// The files that files and folders mean: of a folder, all problems (*.p) or axioms (*.ax) in it and
// below, by name. Throws InputError if it has none.
std::vector<std::string> problem_files(const std::vector<std::string>& names);
std::vector<std::string> axiom_files(const std::vector<std::string>& names);

// --include DIR, which may be given again.
void add_include_option(CLI::App& command, std::vector<std::string>& folders);

}  // namespace winnow
