// app/learn_main.cc - the program `winnow-learn`: the learning commands of `winnow`.
#include "app/options.h"
#include "app/program.h"
#include "app/progress.h"
#include "app/terminal.h"
#include "learn/trainer.h"
#include "winnow/error.h"

#include <fmt/format.h>
#include <torch/torch.h>

#include <malloc.h>

#include <atomic>
#include <csignal>

namespace winnow {

namespace {

constexpr const char* kExamples =
    "Examples:\n"
    "  winnow train --data mizar.store --out runs/first\n"
    "  winnow train --data mizar.store --out runs/first --resume      go on after a stop\n"
    "  winnow train --data holstep.store --embedder daglstm --pooling dag --mode pair \\\n"
    "               --variables indexed --width 256 --epochs 5 --batch 8 --out runs/holstep";

std::atomic<bool> interrupted = false;

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

struct Options {
  TrainRequest request;
  std::string data, out, time_limit = "0", checkpoint_every = "5m";
  bool quiet = false;
};

std::string_view to_string(TrainEnd end) {
  switch (end) {
    case TrainEnd::finished: return "finished";
    case TrainEnd::out_of_patience: return "stopped: dev accuracy no longer rises";
    case TrainEnd::out_of_time: return "stopped: the time is up; go on with --resume";
    case TrainEnd::stopped: return "stopped; go on with --resume";
  }
  return "";
}

void run(Options& options) {
  TrainRequest& request = options.request;
  Store store = Store::open(options.data);
  request.store_name = std::filesystem::path(options.data).filename().string();
  request.folder = options.out;
  request.time_limit_s = seconds_of(options.time_limit);
  request.checkpoint_every_s = seconds_of(options.checkpoint_every);
  std::signal(SIGINT, [](int) { interrupted = true; });
  std::signal(SIGTERM, [](int) { interrupted = true; });
  request.should_stop = [] { return interrupted.load(); };
  auto bar = std::make_unique<Progress>("training", "examples", options.quiet);
  request.on_step = [&](const TrainProgress& p) {
    if (bar->due())
      bar->note(fmt::format("epoch {}/{} loss {:.4f} acc {:.4f} {:.0f} premises/s", p.epoch, p.epochs,
                            p.loss, p.accuracy, p.items_per_s));
    bar->update(p.examples, p.of_examples);
  };
  request.on_epoch = [&](const EpochMetrics& m) {
    bar.reset();
    write_out(fmt::format("epoch {:>3}  train loss {:.4f} acc {:.4f}   dev loss {:.4f} acc {:.4f}   {:.1f} min\n",
                          m.epoch, m.train_loss, m.train_accuracy, m.dev_loss, m.dev_accuracy, m.minutes));
    flush_out();
    bar = std::make_unique<Progress>("training", "examples", options.quiet);
  };
  TrainOutcome outcome = train(store, request);
  bar.reset();
  write_out(fmt::format("{}; best dev accuracy {:.4f} in epoch {}\n", to_string(outcome.end),
                        outcome.best.dev_accuracy, outcome.best.epoch));
}

void add_train_command(CLI::App& app, const std::string& command_line) {
  auto options = std::make_shared<Options>();
  TrainRequest& request = options->request;
  request.command = command_line;
  CLI::App* command = app.add_subcommand("train", "train a model on a store");
  command->add_option("--data", options->data, "a store with the splits train and dev")->required();
  command->add_option("--out", options->out, "folder for models, checkpoints and metrics")->required();
  command->add_flag("--resume", request.resume, "go on where the folder's checkpoint stands");
  command->add_option("--time-limit", options->time_limit, "stop cleanly after 90s, 15m, 2h; 0: never")
      ->capture_default_str();
  command->add_option("--checkpoint-every", options->checkpoint_every, "time between checkpoints")
      ->capture_default_str();
  command->add_option("--examples", request.most_examples, "train on the first N examples only");
  command->add_option("--dev-examples", request.most_dev_examples, "evaluate on the first N only");
  command->add_flag("--quiet", options->quiet, "no progress");
  add_options(*command, request.model, "Model");
  add_options(*command, request.train, "Training");
  command->footer(kExamples);
  command->callback([options] { run(*options); });
}

}  // namespace
}  // namespace winnow

int main(int argc, char** argv) {
  // Work is spread over micro-batches; a second pool of threads would only get in the way.
  at::set_num_threads(1);
  // Tensors of one step are as large as those of the next: keep their memory.
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 2047 << 20);
  std::string command_line = "winnow";
  for (int i = 1; i < argc; ++i) command_line += std::string(" ") + argv[i];
  return winnow::run_program(argc, argv, [&](CLI::App& app) {
    winnow::add_train_command(app, command_line);
  });
}
