// fuzz/prover_command_fuzz.cc - any bytes as a prover command: an InputError, or words that, each
// in quotes, are read as the same words; and a job with as many arguments and no placeholder left.
#include "checks.h"
#include "prover/prover.h"
#include "winnow/error.h"

using namespace winnow;

namespace {

std::string quoted(std::string_view word) {
  std::string text = "\"";
  for (char c : word) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + "\"";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  ProverCommand command;
  try {
    command = parse_prover_command(text);
  } catch (const InputError&) {
    return 0;
  }
  std::string printed;
  for (const std::string& word : command.words) printed += quoted(word) + " ";
  ProverCommand again = parse_prover_command(printed);
  fuzz::check(again.words == command.words && again.reads_file == command.reads_file,
              "a command in quotes is the same command");
  ProcessJob job = make_prover_job(command, "fof(a, axiom, p).\n", {.time_s = 7});
  fuzz::check(job.arguments.size() == command.words.size(), "each word is one argument");
  fuzz::check(command.reads_file == job.input.empty(), "the problem goes one way, not two");
  fuzz::check(command.reads_file == !job.scratch.file.empty(), "the problem goes one way");
  std::string filled;
  for (const std::string& argument : job.arguments) filled += argument;
  if (command.reads_file)
    fuzz::check(filled.find(job.scratch.file) != std::string::npos, "the file is named");
  return 0;
}
