// app/learn/train.cc - `winnow train`: trains a model on a store.
#include "app/learn/commands.h"

#include "app/cli/exit_code.h"
#include "app/cli/next_step.h"
#include "app/cli/options.h"
#include "app/cli/program.h"
#include "app/cli/progress.h"
#include "app/cli/signals.h"
#include "app/cli/terminal.h"
#include "app/learn/run_settings.h"
#include "learn/peers.h"
#include "learn/retrieval_trainer.h"
#include "winnow/error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <filesystem>
#include <utility>

namespace winnow {

namespace {

constexpr const char* kTrainExamples =
    "Examples:\n"
    "  winnow train --preset mizar --data mizar.store --out runs/first\n"
    "  winnow train --resume --out runs/first     go on after a stop\n"
    "  winnow train --preset holstep --data holstep.store --width 128 --out runs/holstep\n"
    "  winnow train --preset mizar-retrieve --data mizar.store --out runs/find    learns to find "
    "premises\n"
    "  winnow train --preset mizar --mode pair --data mizar.store --epochs 4 --out runs/pair \\\n"
    "    --begin-with runs/first/best.safetensors    from a joint model to a pair model\n"
    "  srun -n 8 winnow train --preset mizar --data mizar.store --out runs/first --micro-batches 8 "
    "\\\n"
    "    --threads 1    on eight processes; also under mpirun and torchrun --no_python\n\n";

std::string_view to_string(TrainEnd end) {
  switch (end) {
    case TrainEnd::finished:
      return "finished";
    case TrainEnd::out_of_patience:
      return "stopped: dev accuracy no longer rises";
    case TrainEnd::out_of_time:
      return "stopped: the time is up; go on with --resume";
    case TrainEnd::stopped:
      return "stopped; go on with --resume";
  }
  return "";
}

// A process of the run is gone. Threads may wait for it, so nothing is unwound; what is on the disk
// is whole.
[[noreturn]] void end_without(std::uint32_t own_rank, const LostProcess& lost) {
  ExitCode code = ExitCode::try_again;
  fail(code, fmt::format("rank {}: rank {} {}", own_rank, lost.rank, lost.why),
       "start all processes again, with --resume where there is a checkpoint");
  std::_Exit(static_cast<int>(code));
}

std::string to_string(const TrainProgress& p) {
  std::string text = fmt::format("epoch {}/{} loss {:.4f} acc {:.4f} {:.0f} premises/s", p.epoch,
                                 p.epochs, p.loss, p.accuracy, p.items_per_s);
  if (p.processes > 1)
    text += fmt::format(" {} processes: {:.0f} % communication, {:.0f} % waiting", p.processes,
                        100 * p.communication, 100 * p.waiting);
  return text;
}

// On one process, or on all that a launcher started.
ShownTraining train_on_all(const TrainSettings& settings) {
  Launch launch = read_launch(process_environment());
  Peers peers(launch, [launch](const LostProcess& lost) { end_without(launch.rank, lost); });
  TrainRequest request = settings.request;
  request.peers = &peers;
  try {
    ShownTraining training = train_and_show(Store::open(settings.data), request, settings.quiet,
                                            [&] { write_run_settings(settings); });
    peers.finish();
    return training;
  } catch (const std::exception& error) {
    peers.fail(error.what());
    throw;
  }
}

}  // namespace

void refuse_several_processes(std::string_view command) {
  if (read_launch(process_environment()).size > 1)
    throw InputError(
        fmt::format("'winnow {}' is one process, and a launcher started several", command),
        "'winnow train' divides its work among processes");
}

void add_train_options(CLI::App& command, TrainSettings& settings) {
  TrainRequest& request = settings.request;
  add_input(command, "--data", settings.data, "a store with the splits train and dev")->required();
  add_preset_option(command, settings.preset);
  add_input(command, "--teacher", request.teachers,
            "a table by 'winnow score' about training examples, to be learned beside their labels;"
            " may be given again")
      ->allow_extra_args(false);
  add_seconds(command, "--time-limit", request.time_limit_s,
              "stop cleanly after 90s, 15m, 2h; 0: never", kTimeOrNever_s, "0");
  add_seconds(command, "--checkpoint-every", request.checkpoint_every_s, "time between checkpoints",
              kTimeOrNever_s, "5m");
  add_seconds(command, "--dev-every", request.dev_every_s,
              "time between evaluations on dev within an epoch, for metrics.jsonl; 0: none",
              kTimeOrNever_s, "0");
  add_value(command, "--examples", request.most_examples, "train on the first N examples only",
            at_least(1))
      ->default_str("");
  add_value(command, "--dev-examples", request.most_dev_examples, "evaluate on the first N only",
            at_least(1))
      ->default_str("");
  command.add_flag("--quiet", settings.quiet, "no progress");
  add_options(command, request.model, "Model");
  add_options(command, request.train, "Training");
}

void finish_settings(CLI::App& command, TrainSettings& settings, bool extended) {
  TrainRequest& request = settings.request;
  if (!settings.preset.empty())
    apply_preset(command, settings.preset, request.model, request.train, extended);
  request.store_name = std::filesystem::path(settings.data).filename().string();
  request.folder = settings.out;
}

ShownTraining train_and_show(const Store& store, TrainRequest request, bool quiet,
                             std::function<void()> on_begin) {
  Cancellation interrupt;
  SignalInterrupt signals(interrupt);
  request.should_stop = [&] { return interrupt.requested(); };
  const bool is_first = request.peers == nullptr || request.peers->is_first();
  quiet = quiet || !is_first;
  auto bar = std::make_unique<Progress>("training", "examples", quiet);
  request.on_step = [&](const TrainProgress& p) {
    if (on_begin) std::exchange(on_begin, nullptr)();
    if (bar->due()) bar->note(to_string(p));
    bar->update(p.examples, p.of_examples);
  };
  request.on_epoch = [&](const EpochMetrics& m) {
    bar.reset();
    std::string epoch = m.epoch_share == 0 ? fmt::format("{:>3}", m.epoch)
                                           : fmt::format("{:.2f}", m.epoch + m.epoch_share);
    write_out(fmt::format(
        "epoch {}  train loss {:.4f} acc {:.4f}   dev loss {:.4f} acc {:.4f}{}   {:.1f} min\n",
        epoch, m.train_loss, m.train_accuracy, m.dev_loss, m.dev_accuracy,
        m.dev_unseen_accuracy ? fmt::format(" unseen {:.4f}", *m.dev_unseen_accuracy) : "",
        m.minutes));
    if (!m.dev_recall.empty())
      write_out(fmt::format("           dev recall at 16, 64, 256, 1024: {:.3f}\n",
                            fmt::join(m.dev_recall, " ")));
    flush_out();
    bar = std::make_unique<Progress>("training", "examples", quiet);
  };
  TrainOutcome outcome =
      request.train.task == "retrieve" ? train_to_retrieve(store, request) : train(store, request);
  bar.reset();
  ShownTraining shown{outcome, signals.signal(), is_first};
  if (!is_first) return shown;
  write_out(outcome.best.epoch == 0
                ? fmt::format("{}\n", to_string(outcome.end))
                : fmt::format("{}; best dev accuracy {:.4f} in epoch {}\n", to_string(outcome.end),
                              outcome.best.dev_accuracy, outcome.best.epoch));
  flush_out();
  return shown;
}

void leave_if_interrupted(const ShownTraining& training) {
  if (training.outcome.end == TrainEnd::stopped && training.signal != 0)
    leave_by_signal(training.signal);
}

void add_train_command(CLI::App& app) {
  auto settings = std::make_shared<TrainSettings>();
  CLI::App* command = app.add_subcommand("train", "train a model on a store");
  command->add_option("--out", settings->out, "folder for models, checkpoints and metrics")
      ->required();
  command->add_flag("--resume", settings->request.resume,
                    "go on where the folder's checkpoint stands, with the options and the data "
                    "that it began with");
  add_input(*command, "--begin-with", settings->request.begin_with,
            "a model whose weights are the first ones, wherever both have the same");
  add_train_options(*command, *settings);
  command->footer(kTrainExamples + preset_help());
  command->get_option("--data")->required(false);  // a run that is resumed knows it
  command->callback([command, settings] {
    if (settings->request.resume) restore_run_settings(*command, *settings);
    if (settings->data.empty()) throw CLI::RequiredError("--data");
    finish_settings(*command, *settings);
    const ShownTraining training = train_on_all(*settings);
    leave_if_interrupted(training);
    if (!training.is_first) return;
    say_next(training.outcome.end == TrainEnd::out_of_time
                 ? fmt::format("winnow train --resume --out {}", settings->out)
             : settings->request.train.task == "retrieve"
                 ? fmt::format("winnow rank PROBLEM --ranker retrieve --model {}/best.safetensors",
                               settings->out)
                 : fmt::format("winnow eval --model {0}/best.safetensors --data {1}, or winnow "
                               "report {0} --data {1} -o report.html",
                               settings->out, settings->data));
  });
}

}  // namespace winnow
