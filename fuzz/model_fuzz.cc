// fuzz/model_fuzz.cc - any bytes as a model, as they are and with the checksum put right. Tensors
// that are accepted come back from a file the same; a model that is accepted ranks a small problem,
// and ranks it the same after it was written and read again.
#include "checks.h"
#include "model/model_file.h"
#include "model/safetensors.h"
#include "toy.h"
#include "winnow/error.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <string>

using namespace winnow;

namespace {

void check_tensors(const TensorFile& first, const TensorFile& second) {
  fuzz::check(first.metadata == second.metadata, "metadata come back");
  fuzz::check(first.tensors.size() == second.tensors.size(), "tensors come back");
  fuzz::check(first.columns == second.columns, "lists of numbers come back");
  for (const auto& [name, tensor] : first.tensors) {
    auto found = second.tensors.find(name);
    fuzz::check(found != second.tensors.end() && found->second.shape == tensor.shape &&
                    found->second.values == tensor.values,
                "a tensor comes back");
    fuzz::check(std::ranges::all_of(tensor.values, [](float x) { return std::isfinite(x); }),
                "weights are finite");
  }
}

Selection ranked(const std::string& model, const std::string& ranker, std::uint32_t rerank) {
  Selector selector = Selector::open({.model = model, .threads = 1});
  return fuzz::rank_checked(selector, fuzz::kToyProblem, {.ranker = ranker, .rerank = rerank});
}

void check_model(const std::string& path, const std::string& again) {
  std::optional<ModelFile> model;
  try {
    model = read_model(path);
  } catch (const InputError&) {
    return;
  }
  write_model(again, *model, Precision::f32);
  for (std::uint32_t rerank : {2u, 2048u}) {
    Selection first = ranked(path, "winnow", rerank), second = ranked(again, "winnow", rerank);
    for (std::size_t i = 0; i < first.candidates; ++i)
      fuzz::check(first.premises[i].name == second.premises[i].name,
                  "a model ranks the same again");
  }
  ranked(path, "guided", 2);
}

void open(std::span<const std::byte> bytes) {
  fuzz::MemoryFile file(bytes);
  const std::string again = fuzz::scratch_folder() + "/again.safetensors";
  try {
    TensorFile tensors = read_tensors(file.path());
    write_tensors(again, tensors.metadata, tensors.tensors, Precision::f32, tensors.columns);
    check_tensors(tensors, read_tensors(again));
  } catch (const InputError&) {
    return;  // then it is no model either
  }
  check_model(file.path(), again);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::open_tensors(std::as_bytes(std::span(data, size)), open);
  return 0;
}
