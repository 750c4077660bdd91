// app/learn_train.cc - `winnow train`: trains a model on a store.
#include "app/learn_commands.h"
#include "app/options.h"
#include "app/progress.h"
#include "app/terminal.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <atomic>
#include <csignal>
#include <filesystem>

namespace winnow {

namespace {

constexpr const char* kExamples =
    "Examples:\n"
    "  winnow train --preset mizar --data mizar.store --out runs/first\n"
    "  winnow train --preset mizar --data mizar.store --out runs/first --resume   go on after a stop\n"
    "  winnow train --preset holstep --data holstep.store --width 128 --out runs/holstep\n"
    "  winnow train --preset mizar --mode pair --data mizar.store --epochs 4 --out runs/pair \\\n"
    "    --begin-with runs/first/best.safetensors    from a joint model to a pair model\n\n";

std::atomic<bool> interrupted = false;  // a signal handler can reach nothing else

// "90", "90s", "15m", "2h"
double seconds_of(const std::string& text) {
  std::size_t used = 0;
  double value = 0;
  try {
    value = std::stod(text, &used);
  } catch (const std::exception&) {
    used = 0;
  }
  std::string unit = text.substr(used);
  double factor = unit.empty() || unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : 0;
  if (used == 0 || factor == 0 || !(value >= 0))
    throw InputError(fmt::format("'{}' is not a time", text), "write 90s, 15m or 2h");
  return value * factor;
}

std::string_view to_string(TrainEnd end) {
  switch (end) {
    case TrainEnd::finished: return "finished";
    case TrainEnd::out_of_patience: return "stopped: dev accuracy no longer rises";
    case TrainEnd::out_of_time: return "stopped: the time is up; go on with --resume";
    case TrainEnd::stopped: return "stopped; go on with --resume";
  }
  return "";
}

}  // namespace

void add_train_options(CLI::App& command, TrainSettings& settings) {
  TrainRequest& request = settings.request;
  command.add_option("--data", settings.data, "a store with the splits train and dev")->required();
  command.add_option("--preset", settings.preset, "settings for a data set: " + preset_names());
  command.add_option("--time-limit", settings.time_limit, "stop cleanly after 90s, 15m, 2h; 0: never")
      ->capture_default_str();
  command.add_option("--checkpoint-every", settings.checkpoint_every, "time between checkpoints")
      ->capture_default_str();
  command.add_option("--dev-every", settings.dev_every,
                     "time between looks at dev within an epoch, for metrics.jsonl; 0: none")
      ->capture_default_str();
  command.add_option("--examples", request.most_examples, "train on the first N examples only");
  command.add_option("--dev-examples", request.most_dev_examples, "evaluate on the first N only");
  command.add_flag("--quiet", settings.quiet, "no progress");
  add_options(command, request.model, "Model");
  add_options(command, request.train, "Training");
}

void finish_settings(CLI::App& command, TrainSettings& settings, bool extended) {
  if (!settings.preset.empty()) apply_preset(command, settings.preset, extended);
  TrainRequest& request = settings.request;
  request.store_name = std::filesystem::path(settings.data).filename().string();
  request.folder = settings.out;
  request.time_limit_s = seconds_of(settings.time_limit);
  request.checkpoint_every_s = seconds_of(settings.checkpoint_every);
  request.dev_every_s = seconds_of(settings.dev_every);
}

TrainOutcome train_and_show(const Store& store, TrainRequest request, bool quiet) {
  std::signal(SIGINT, [](int) { interrupted = true; });
  std::signal(SIGTERM, [](int) { interrupted = true; });
  request.should_stop = [] { return interrupted.load(); };
  auto bar = std::make_unique<Progress>("training", "examples", quiet);
  request.on_step = [&](const TrainProgress& p) {
    if (bar->due())
      bar->note(fmt::format("epoch {}/{} loss {:.4f} acc {:.4f} {:.0f} premises/s", p.epoch, p.epochs,
                            p.loss, p.accuracy, p.items_per_s));
    bar->update(p.examples, p.of_examples);
  };
  request.on_epoch = [&](const EpochMetrics& m) {
    bar.reset();
    std::string epoch = m.part == 0 ? fmt::format("{:>3}", m.epoch) : fmt::format("{:.2f}", m.epoch + m.part);
    write_out(fmt::format("epoch {}  train loss {:.4f} acc {:.4f}   dev loss {:.4f} acc {:.4f}   {:.1f} min\n",
                          epoch, m.train_loss, m.train_accuracy, m.dev_loss, m.dev_accuracy, m.minutes));
    flush_out();
    bar = std::make_unique<Progress>("training", "examples", quiet);
  };
  TrainOutcome outcome = train(store, request);
  bar.reset();
  write_out(outcome.best.epoch == 0
                ? fmt::format("{}\n", to_string(outcome.end))
                : fmt::format("{}; best dev accuracy {:.4f} in epoch {}\n", to_string(outcome.end),
                              outcome.best.dev_accuracy, outcome.best.epoch));
  flush_out();
  return outcome;
}

void add_train_command(CLI::App& app, const std::string& command_line) {
  auto settings = std::make_shared<TrainSettings>();
  settings->request.command = command_line;
  CLI::App* command = app.add_subcommand("train", "train a model on a store");
  command->add_option("--out", settings->out, "folder for models, checkpoints and metrics")->required();
  command->add_flag("--resume", settings->request.resume, "go on where the folder's checkpoint stands");
  command->add_option("--begin-with", settings->request.begin_with,
                      "a model whose weights are the first ones, wherever both have the same");
  command->add_option("--teacher", settings->request.teachers,
                      "a table by 'winnow score' about training examples, to be learned beside their labels;"
                      " may be given again")
      ->allow_extra_args(false);
  add_train_options(*command, *settings);
  command->footer(kExamples + preset_help());
  command->callback([command, settings] {
    finish_settings(*command, *settings);
    train_and_show(Store::open(settings->data), settings->request, settings->quiet);
  });
}

}  // namespace winnow
