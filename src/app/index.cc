// app/index.cc - `winnow index`: a library, prepared for ranking.
// in: TPTP files     out: an index; an older one under the same name is used for what it has
#include "app/commands.h"
#include "app/progress.h"
#include "app/ranking.h"
#include "app/terminal.h"
#include "rank/index.h"
#include "text/tptp.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <filesystem>

namespace winnow {

namespace {

constexpr const char* kExamples =
    "Examples:\n"
    "  winnow index library/*.ax -o library.index\n"
    "  winnow rank goal.p --index library.index";

struct Options {
  std::vector<std::string> files;
  std::string output;
  ModelChoice model;
  bool quiet = false;
};

// An older index, if there is one that can be used.
std::optional<Index> old_index(const std::string& path) {
  if (!std::filesystem::exists(path)) return std::nullopt;
  try {
    return Index::open(path);
  } catch (const InputError& error) {
    fmt::print(stderr, "winnow: {}; making a new one\n", error.what());
    return std::nullopt;
  }
}

void run(const Options& options) {
  TermBank bank;
  std::vector<Problem> problems;
  for (const std::string& file : options.files) problems.push_back(read_tptp(file, bank));
  std::vector<const Formula*> library;
  for (const Problem& problem : problems)
    for (const Formula& formula : problem.formulas) library.push_back(&formula);
  auto model = load_model(options.model);
  if (model == nullptr)
    fmt::print(stderr, "winnow: no trained model found, so the index is for tfidf, sine and knn\n");
  std::optional<Index> old = old_index(options.output);
  Progress progress("indexing", "formulas", options.quiet || model == nullptr);
  IndexCounts counts = write_index(
      options.output, bank.view(), library, model ? &model->network : nullptr, old ? &*old : nullptr,
      [&](std::size_t done) { progress.update(done, library.size()); });
  progress.finish();
  write_out(fmt::format("{}: {} formulas", options.output, counts.formulas));
  if (model != nullptr) write_out(fmt::format(", {} of them computed now", counts.encoded));
  if (counts.repeated > 0) write_out(fmt::format("; {} repeated ones left out", counts.repeated));
  write_out("\n");
}

}  // namespace

void add_index_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("index", "prepare a library for ranking");
  command->add_option("LIBRARY", options->files, "TPTP files")->required();
  command->add_option("-o,--output", options->output, "the index to write or to bring up to date")
      ->required();
  command->add_option("--model", options->model.model, "a model file; the shipped one if not given");
  command->add_option("--threads", options->model.threads, "threads")->capture_default_str()
      ->check(CLI::Range(1, 1024));
  command->add_flag("--quiet", options->quiet, "no progress");
  command->footer(kExamples);
  command->callback([options] { run(*options); });
}

}  // namespace winnow
