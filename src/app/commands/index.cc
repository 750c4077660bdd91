// app/commands/index.cc - `winnow index`: a library, prepared for ranking.
// in: TPTP files     out: an index; an older one under the same name is used for what it has
#include "app/cli/input.h"
#include "app/cli/next_step.h"
#include "app/cli/option_value.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "app/cli/shard_option.h"
#include "app/cli/terminal.h"
#include "app/commands/commands.h"
#include "winnow/library.h"
#include "winnow/options.h"

#include <fmt/format.h>

#include <memory>

namespace winnow {

namespace {

constexpr const char* kIndexExamples =
    "Examples:\n"
    "  winnow index library/*.ax -o library.index\n"
    "  winnow rank goal.p --index library.index\n"
    "  winnow index standard/ -o standard.index                     all *.ax in it and below\n"
    "  winnow rank goal.p --index standard.index library.index      both as one library\n"
    "  winnow index library/*.ax --shard 3/16 -o library.3.index    on one of 16 machines\n"
    "  winnow rank goal.p --index library.*.index                   all of them together";

struct IndexCommand {
  std::vector<std::string> files;
  std::vector<std::string> include_folders;
  OutputChoice output;
  SaveOptions save;
  std::optional<Shard> shard;
  bool approximate = false;
  bool quiet = false;
};

// The index is read again: what it was made of is forgotten by now.
void write_lists(const IndexCommand& options) {
  Progress progress("dividing", "formulas", options.quiet);
  const InvertedFileReport report = write_inverted_file(
      options.output.path,
      {.model = options.save.model,
       .threads = options.save.threads,
       .progress = [&](std::size_t done, std::size_t total) { progress.update(done, total); }});
  progress.finish();
  write_out(fmt::format("{}: {} lists\n", report.file, report.lists));
}

void write_index(const IndexCommand& options) {
  const std::vector<std::string> files = axiom_files(options.files);
  check_output(options.output, FileKind::index, files);
  if (options.approximate) {
    check_inverted_files();
    check_output({inverted_file_of(options.output.path), options.output.force},
                 FileKind::inverted_file, files);
  }
  LibraryBuilder builder(options.shard.value_or(Shard{}));
  builder.reuse(options.output.path);
  for (const std::string& file : files)
    builder.read(file, {.include_folders = options.include_folders});
  check_output(options.output, FileKind::index, builder.files());  // what they include, too
  Progress progress("indexing", "formulas", options.quiet);
  SaveOptions save = options.save;
  save.progress = [&](std::size_t done, std::size_t total) { progress.update(done, total); };
  SaveReport report = builder.save(options.output.path, save);
  if (!report.model.empty()) progress.finish();
  if (!report.note.empty()) fmt::print(stderr, "winnow: {}; made a new one\n", report.note);
  if (report.model.empty())
    fmt::print(stderr, "winnow: no trained model found, so the index is for tfidf, sine and knn\n");
  write_out(fmt::format("{}: {} formulas", options.output.path, report.formulas));
  if (options.shard) write_out(" of shard " + to_string(*options.shard));
  if (!report.model.empty()) write_out(fmt::format(", {} of them computed now", report.encoded));
  if (report.repeated > 0) write_out(fmt::format("; {} repeated ones left out", report.repeated));
  write_out("\n");
}

void run(const IndexCommand& options) {
  write_index(options);
  if (options.approximate) write_lists(options);
  say_next(fmt::format("winnow rank PROBLEM --index {}{}", options.output.path,
                       options.approximate ? " --approximate" : ""));
}

}  // namespace

void add_index_command(CLI::App& app) {
  auto options = std::make_shared<IndexCommand>();
  CLI::App* command = app.add_subcommand("index", "prepare a library for ranking");
  add_input(*command, "LIBRARY", options->files,
            "TPTP files, or folders of them (*.ax); -: standard input")
      ->required();
  add_include_option(*command, options->include_folders);
  add_output_options(*command, options->output, "the index to write or to bring up to date")
      ->required();
  add_input(*command, "--model", options->save.model, "a model file; the shipped one if not given");
  add_shard_option(*command, options->shard, "index every N-th formula only, from the I-th on");
  add_value(*command, "--threads", options->save.threads, "threads", kThreads);
  command->add_flag("--approximate", options->approximate,
                    "also write FILE.ivf, for rank and prove --approximate");
  command->add_flag("--quiet", options->quiet, "no progress");
  command->footer(kIndexExamples);
  command->callback([options] { run(*options); });
}

}  // namespace winnow
