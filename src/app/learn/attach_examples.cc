// app/learn/attach_examples.cc - `winnow attach-examples`: gives a trained model its training
// examples as nearest examples.
#include "learn/attach_examples.h"
#include "app/cli/next_step.h"
#include "app/cli/option_value.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "app/cli/terminal.h"
#include "app/learn/commands.h"
#include "winnow/options.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace winnow {

namespace {

constexpr const char* kAttachExamples =
    "Example:\n"
    "  winnow attach-examples --model runs/pair/best.safetensors --data mizar.store -o "
    "with-examples.safetensors\n\n"
    "The model then also asks the training examples nearest to what it judges: in eval, in score, "
    "and where\ncandidates are reranked. How far it\n"
    "believes them is fitted on a split that it was not trained on; 'halves' is the accuracy there "
    "when the other\n"
    "half of its examples was fitted on, so it flatters nobody.";

struct Options {
  std::string model, data;
  OutputChoice output;
  NearestExampleOptions examples;
  bool quiet = false;
};

nlohmann::ordered_json json_of(const Options& options, const AttachedExamples& result) {
  return {{"data", std::filesystem::path(options.data).filename().string()},
          {"split", options.examples.split},
          {"width", options.examples.width},
          {"alone", result.alone},
          {"halves", result.halves},
          {"fitted", result.fitted}};
}

void run(const Options& options) {
  check_output(options.output, FileKind::model, {options.model, options.data});
  ModelFile model = read_model(options.model);
  Store store = Store::open(options.data);
  Progress bar("placing", "formulas", options.quiet);
  AttachedExamples result =
      attach_examples(model, store, options.examples,
                      [&](std::size_t done, std::size_t all) { bar.update(done, all); });
  bar.finish();
  result.model.history["attach-examples"] = json_of(options, result);
  write_model(options.output.path, result.model, Precision::f32);
  write_out(
      fmt::format("{}: {} formulas of {} examples; accuracy on {}: alone {:.4f}, halves {:.4f}, "
                  "fitted {:.4f}\n",
                  options.output.path, with_commas(result.formulas()),
                  with_commas(result.model.nearest_example_table.size()), options.examples.split,
                  result.alone, result.halves, result.fitted));
  say_next(fmt::format("winnow model pack {} --bytes -o SMALLER", options.output.path));
}

}  // namespace

void add_attach_examples_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "attach-examples", "let a model look at training examples near what it judges");
  add_input(*command, "--model", options->model, "a model file")->required();
  add_input(*command, "--data", options->data, "the store that it was trained on")->required();
  add_output_options(*command, options->output)->required();
  command
      ->add_option("--split", options->examples.split, "to fit on; not the one it was trained on")
      ->capture_default_str();
  add_value(*command, "--width", options->examples.width, "of the vector that each formula gets",
            kNearestExampleWidth);
  add_value(*command, "--threads", options->examples.threads, "threads", kThreads);
  command->add_flag("--quiet", options->quiet, "no progress");
  command->footer(kAttachExamples);
  command->callback([options] { run(*options); });
}

}  // namespace winnow
