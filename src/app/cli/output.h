// app/cli/output.h - where a command writes: an option, a check, a stream of text.
// "-" is standard output, for commands that write text.
#pragma once

#include "data/atomic_file.h"
#include "data/output_file.h"

#include <CLI/CLI.hpp>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

struct OutputChoice {
  std::string path;
  bool force = false;
};

// Adds the option `names` ("-o,--output") and --force.
CLI::Option* add_output_options(CLI::App& command, OutputChoice& choice,
                                const std::string& help = "the file to write",
                                const std::string& names = "-o,--output");

// Before the work, for what is not text: check_output, and no "-".
void check_output(const OutputChoice& choice, FileKind kind,
                  const std::vector<std::string>& inputs);

// The same for text; open from now on, so that a wrong path is noticed before the work.
class TextOutput {
 public:
  TextOutput(const OutputChoice& choice, FileKind kind, const std::vector<std::string>& inputs);
  void write(std::string_view text) { file_.write(text); }
  void commit() { file_.commit(); }

 private:
  AtomicFile file_;
};

}  // namespace winnow
