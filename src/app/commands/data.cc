// app/commands/data.cc - winnow data: import a data set into a store, say what a store holds, show
// an example.
#include "app/cli/input.h"
#include "app/cli/json.h"
#include "app/cli/next_step.h"
#include "app/cli/option_value.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "app/commands/commands.h"
#include "app/commands/show_example.h"
#include "app/experiment/own_proofs.h"
#include "data/import.h"
#include "data/table_text.h"
#include "term/seconds.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace winnow {

namespace {

using Import = ImportReport (*)(const std::filesystem::path&, const ImportOptions&, TermBank&,
                                StoreWriter&);

struct ImportCommand {
  Import import = nullptr;
  std::filesystem::path source;
  OutputChoice output;
  std::vector<std::string> splits;  // "train=LIST"
  ImportOptions options;
  bool quiet = false;
};

std::string megabytes(std::uint64_t bytes) {
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

std::uint64_t peak_memory_bytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

SplitList split_list(const std::string& text) {
  std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos || equals + 1 == text.size())
    throw InputError(
        fmt::format("--split {}: expected NAME=LIST", text),
        "for example --split train=train.txt; LIST holds the name of an example a line");
  return {text.substr(0, equals), text.substr(equals + 1)};
}

struct SplitSummary {
  std::string_view name;
  std::uint64_t examples = 0, premises = 0, useful = 0;
};

struct Summary {
  std::vector<SplitSummary> splits;
  std::uint64_t examples = 0, premises = 0, useful = 0, dependencies = 0;
  std::uint64_t distinct_terms = 0;  // of formulas
};

Summary summarize(const Store& store) {
  Summary summary;
  for (std::uint32_t i = 0; i < store.splits(); ++i) {
    SplitSummary split{.name = store.name(SplitId{i})};
    for (ExampleId example : store.examples(SplitId{i})) {
      ++split.examples;
      split.premises += store.premises(example).size();
      for (Premise premise : store.premises(example)) split.useful += premise.useful();
      summary.dependencies += store.dependencies(example).size();
    }
    summary.examples += split.examples;
    summary.premises += split.premises;
    summary.useful += split.useful;
    summary.splits.push_back(split);
  }
  std::vector<bool> seen(store.terms().size);
  for (std::uint32_t i = 0; i < store.formulas(); ++i) {
    std::uint32_t term = index(store.term(FormulaId{i}));
    summary.distinct_terms += !seen[term];
    seen[term] = true;
  }
  return summary;
}

void print_summary(const Store& store, const std::string& name) {
  Summary summary = summarize(store);
  auto row = [](std::string_view what, std::uint64_t number, const std::string& more = "") {
    fmt::print("  {:<14}{:>12}{}{}\n", what, with_commas(number), more.empty() ? "" : "  ", more);
  };
  fmt::print("{}: {}\n", name, megabytes(store.bytes()));
  row("examples", summary.examples);
  row("premises", summary.premises, fmt::format("{} useful", with_commas(summary.useful)));
  for (const SplitSummary& split : summary.splits)
    fmt::print("    {}: {} examples, {} premises\n", escaped(split.name),
               with_commas(split.examples), with_commas(split.premises));
  if (summary.dependencies != 0) row("dependencies", summary.dependencies);
  row("formulas", store.formulas(),
      fmt::format("{} different terms", with_commas(summary.distinct_terms)));
  if (!store.chronology().empty()) row("in order", store.chronology().size());
  row("terms", store.terms().size);
  row("symbols", store.terms().symbols.size - kReservedSymbols);
}

nlohmann::ordered_json summary_json(const Store& store) {
  Summary summary = summarize(store);
  nlohmann::ordered_json json = {{"bytes", store.bytes()},
                                 {"examples", summary.examples},
                                 {"premises", summary.premises},
                                 {"useful", summary.useful},
                                 {"dependencies", summary.dependencies},
                                 {"formulas", store.formulas()},
                                 {"distinct_terms", summary.distinct_terms},
                                 {"in_order", store.chronology().size()},
                                 {"terms", store.terms().size},
                                 {"symbols", store.terms().symbols.size - kReservedSymbols},
                                 {"splits", nlohmann::ordered_json::array()}};
  for (const SplitSummary& split : summary.splits)
    json["splits"].push_back({{"name", split.name},
                              {"examples", split.examples},
                              {"premises", split.premises},
                              {"useful", split.useful}});
  return json;
}

// Writes what `fill` puts into a store, and says what that is. `fill` returns a line about what it
// read.
template <class Fill>  // (bank, writer, a function of what is done and of how much there is)
void make_store(const OutputChoice& choice, const std::vector<std::string>& inputs,
                std::string_view unit, bool quiet, Fill&& fill) {
  auto started = std::chrono::steady_clock::now();
  check_output(choice, FileKind::store, inputs);
  AtomicFile output(choice.path);  // now, so that a wrong path is noticed before the work
  Progress progress("importing", std::string(unit), quiet);
  TermBank bank;
  StoreWriter writer(bank);
  const std::string read = fill(
      bank, writer, [&](std::uint64_t done, std::uint64_t total) { progress.update(done, total); });
  progress.finish();
  writer.write(output);
  if (quiet) return;
  if (std::filesystem::is_regular_file(choice.path))  // a pipe is gone
    print_summary(Store::open(choice.path), choice.path);
  fmt::print("{}\ntook {:.1f} s and at most {} of memory\n", read, seconds_since(started),
             megabytes(peak_memory_bytes()));
}

void run_import(ImportCommand& command) {
  for (const std::string& split : command.splits)
    command.options.splits.push_back(split_list(split));
  std::vector<std::string> inputs = {command.source.string(), command.options.order.string()};
  for (const SplitList& split : command.options.splits) inputs.push_back(split.names.string());
  ImportReport report;
  make_store(command.output, inputs, "examples", command.quiet,
             [&](TermBank& bank, StoreWriter& writer, auto progress) {
               command.options.progress = progress;
               report = command.import(command.source, command.options, bank, writer);
               return fmt::format("read {} in {} formulas, parsed {} of them; skipped {}",
                                  megabytes(report.bytes), with_commas(report.texts),
                                  with_commas(report.parsed), with_commas(report.skipped.size()));
             });
  for (const Skipped& skipped : report.skipped)
    fmt::print(stderr, "skipped: {}\n", skipped.message);
  if (!command.quiet)
    say_next(fmt::format("winnow rank PROBLEM --proofs {0}, or winnow train --data {0} --out DIR",
                         command.output.path));
}

struct ProofsCommand {
  std::vector<std::string> folders;
  OutputChoice output;
  OwnProofsOptions options;
  bool quiet = false;
};

void run_import_proofs(ProofsCommand& command) {
  OwnProofsReport report;
  make_store(command.output, command.folders, "problems", command.quiet,
             [&](TermBank& bank, StoreWriter& writer, auto progress) {
               command.options.progress = progress;
               report = import_own_proofs(command.folders, command.options, bank, writer);
               return fmt::format("read the proofs of {} problem{} in {} folder{}; left out {}",
                                  with_commas(report.proved), report.proved == 1 ? "" : "s",
                                  command.folders.size(), command.folders.size() == 1 ? "" : "s",
                                  with_commas(report.proved - writer.examples()));
             });
  for (const std::string& warning : report.warnings) fmt::print(stderr, "winnow: {}\n", warning);
  if (!command.quiet)
    say_next(fmt::format("winnow prove PROBLEMS --proofs {} --out DIR", command.output.path));
}

void add_import(CLI::App& parent, const std::string& name, const std::string& help,
                const std::string& source, const std::string& footer, Import import) {
  CLI::App* app = parent.add_subcommand(name, help);
  auto command = std::make_shared<ImportCommand>();
  command->import = import;
  app->footer(footer);
  if (source == "FILE")
    add_input(*app, source, command->source, "where the data is; -: standard input")->required();
  else
    app->add_option(source, command->source, "where the data is")->required();
  add_output_options(*app, command->output, "the store to write")->required();
  if (source == "DIR")
    check_with(
        app->add_option("--split", command->splits,
                        "NAME=LIST: the examples that LIST names, one a line, are the split NAME "
                        "(without: all files are one split, 'all')")
            ->take_all(),
        [](const std::string& text) { split_list(text); });
  add_input(*app, "--order", command->options.order,
            "names of statements, the oldest first, one a line (plain or .zst): what came "
            "before a conjecture may be used to prove it");
  app->add_flag("--keep-going", command->options.keep_going,
                "skip and list what cannot be read instead of stopping there");
  app->add_flag("--quiet", command->quiet, "no progress, no summary");
  app->callback([command] { run_import(*command); });
}

void add_import_proofs(CLI::App& parent) {
  CLI::App* app = parent.add_subcommand("proofs", "your own proofs, found by 'winnow prove --out'");
  auto command = std::make_shared<ProofsCommand>();
  app->footer(
      "Each problem that was proved is an example: its conjecture, and the axioms of\n"
      "its proof. Problems, includes and libraries are read again where 'winnow prove'\n"
      "found them. What was changed since is left out: a problem by its file, an axiom\n"
      "of an include or a library by its text.\n"
      "Examples:\n"
      "  winnow prove problems/ --time 10s --out results\n"
      "  winnow data import proofs results -o own.store\n"
      "  winnow prove problems/ --time 10s --out more --proofs own.store\n"
      "  winnow data import proofs results more -o own.store");
  app->add_option("DIR", command->folders, "folders of results")->required();
  add_include_option(*app, command->options.include_folders);
  add_output_options(*app, command->output, "the store to write")->required();
  app->add_flag("--quiet", command->quiet, "no progress, no summary");
  app->callback([command] { run_import_proofs(*command); });
}

void add_info(CLI::App& parent) {
  struct Options {
    std::filesystem::path store;
    bool json = false;
  };
  CLI::App* app = parent.add_subcommand("info", "say what a store holds");
  auto options = std::make_shared<Options>();
  add_input(*app, "STORE", options->store, "a file that 'winnow data import' wrote")->required();
  app->add_flag("--json", options->json, "as a JSON object");
  app->callback([options] {
    Store store = Store::open(options->store);
    if (options->json)
      fmt::print("{}\n", print_json(summary_json(store)));
    else
      print_summary(store, options->store.string());
  });
}

void add_show(CLI::App& parent) {
  struct Options {
    std::filesystem::path store;
    std::string example;
    bool json = false;
  };
  CLI::App* app = parent.add_subcommand("show", "print one example: conjecture, premises, labels");
  auto options = std::make_shared<Options>();
  add_input(*app, "STORE", options->store, "a file that 'winnow data import' wrote")->required();
  app->add_option("EXAMPLE", options->example, "the name of an example")->required();
  app->add_flag("--json", options->json, "as a line that 'winnow data import jsonl' reads");
  app->callback([options] {
    Store store = Store::open(options->store);
    auto example = store.find_example(options->example);
    if (!example)
      throw InputError(Place{options->store.string()},
                       fmt::format("has no example called '{}'", options->example),
                       store.examples() == 0
                           ? "the store is empty"
                           : fmt::format("its first one is '{}'", store.name(ExampleId{0})));
    fmt::print(
        "{}", options->json ? example_json(store, *example) + "\n" : example_text(store, *example));
  });
}

}  // namespace

void add_data_command(CLI::App& app) {
  CLI::App* data = app.add_subcommand("data", "turn data sets into stores, and look into them");
  data->require_subcommand(1);
  data->footer(
      "Examples:\n"
      "  winnow data import mizar nndata --split train=train.txt --split dev=dev.txt \\\n"
      "      --order order.txt -o mizar.store\n"
      "  winnow data import jsonl mine.jsonl -o mine.store\n"
      "  winnow data import proofs results -o own.store\n"
      "  winnow data info mizar.store\n"
      "  winnow data show mizar.store l100_finseq_1");
  CLI::App* import = data->add_subcommand("import", "read a data set and write it as a store");
  import->require_subcommand(1);
  add_import(
      *import, "mizar", "a folder of Mizar40 examples (deepmath's nndata)", "DIR",
      "A file for each example: a line 'C fof(...).', then '+ fof(...).' and '- fof(...).'.\n"
      "Example:\n  winnow data import mizar nndata --split train=train.txt --split dev=dev.txt "
      "\\\n      --order order.txt -o mizar.store",
      import_mizar);
  add_import(*import, "holstep", "a folder of HolStep conjectures with their steps", "DIR",
             "A file for each conjecture, with lines N C T, D A T, + T and - T.\n"
             "Example:\n  winnow data import holstep train --split train=train.txt --split "
             "dev=dev.txt -o holstep.store",
             import_holstep);
  add_import(*import, "jsonl", "examples of your own, a JSON object a line", "FILE",
             "A line (written here as two):\n"
             "  {\"name\": \"e1\", \"split\": \"train\", \"language\": \"fof\", \"conjecture\": "
             "\"p(a)\",\n"
             "   \"premises\": [{\"name\": \"a1\", \"formula\": \"![X]: p(X)\", \"label\": 1}]}\n"
             "Example:\n  winnow data import jsonl mine.jsonl -o mine.store",
             import_jsonl);
  add_import_proofs(*import);
  add_info(*data);
  add_show(*data);
}

}  // namespace winnow
