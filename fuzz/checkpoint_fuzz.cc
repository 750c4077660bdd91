// fuzz/checkpoint_fuzz.cc - any bytes as a checkpoint, as they are and with the checksum put right:
// an InputError, or a place in a run that makes sense, and that is the same after it was written
// and read again.
#include "checks.h"
#include "model/checkpoint_file.h"
#include "winnow/error.h"

#include <cmath>
#include <span>
#include <string>

using namespace winnow;

namespace {

void check_position(const TrainPosition& position) {
  fuzz::check(std::isfinite(position.loss_sum), "a loss is finite");
  fuzz::check(std::isfinite(position.seconds) && position.seconds >= 0, "time goes on");
  fuzz::check(position.correct <= position.items, "at most all are correct");
  fuzz::check(position.best.epoch <= position.epoch, "the best epoch is over");
}

void open(std::span<const std::byte> bytes) {
  CheckpointFile file;
  try {
    file = checkpoint_of(tensors_from_bytes(bytes, "fuzz"), "fuzz");
  } catch (const InputError&) {
    return;
  }
  check_position(file.position);
  const std::string again = fuzz::scratch_folder() + "/again.safetensors";
  write_checkpoint_file(again, file);
  CheckpointFile second = read_checkpoint_file(again);
  fuzz::check(second.settings == file.settings, "settings come back");
  fuzz::check(second.position == file.position, "the position comes back");
  fuzz::check(second.steps == file.steps, "steps come back");
  fuzz::check(second.tensors.size() == file.tensors.size(), "tensors come back");
  for (const auto& [name, tensor] : file.tensors)
    fuzz::check(second.tensors.at(name).values == tensor.values &&
                    second.tensors.at(name).shape == tensor.shape,
                "a tensor comes back");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::open_tensors(std::as_bytes(std::span(data, size)), open);
  return 0;
}
