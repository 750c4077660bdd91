// fuzz/predictions_fuzz.cc - any bytes as a table of predictions: an InputError, or as many logits
// as labels, all of them finite, in examples that cover them.
#include "checks.h"
#include "model/predictions.h"
#include "winnow/error.h"

#include <algorithm>
#include <cmath>

using namespace winnow;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::MemoryFile file(std::as_bytes(std::span(data, size)));
  Predictions read;
  try {
    read = read_predictions(file.path());
  } catch (const InputError&) {
    return 0;
  }
  fuzz::check(read.logits.size() == read.answers.useful.size(), "a label for each logit");
  fuzz::check(std::ranges::all_of(read.logits, [](float x) { return std::isfinite(x); }),
              "logits are finite");
  const auto& ends = read.answers.item_ends;
  fuzz::check(read.examples.size() == ends.size(), "each example has a name");
  fuzz::check(
      std::ranges::is_sorted(ends) && (ends.empty() ? 0 : ends.back()) == read.logits.size(),
      "examples cover the logits");
  return 0;
}
