// learn/run_folder.h - what a run may find in its --out folder, and what it leaves there.
#pragma once

#include "learn/trainer.h"

#include <filesystem>

namespace winnow {

struct RunFolder {
  std::filesystem::path best, checkpoint, metrics;
  explicit RunFolder(const std::filesystem::path& folder)
      : best(folder / "best.safetensors"),
        checkpoint(folder / "checkpoint.safetensors"),
        metrics(folder / "metrics.jsonl") {}
};

// Throws InputError where a run would write over something else: a new run over any run, a resumed
// one over files of other kinds, and both over what they read. A resumed run needs a checkpoint.
void check_run_folder(const TrainRequest& request);

}  // namespace winnow
