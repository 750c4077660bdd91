// fuzz/index_fuzz.cc - any bytes as an index, as they are and with checksums put right. What is
// accepted is read in full and ranked beside a small problem, without and with a model.
#include "checks.h"
#include "rank/index.h"
#include "toy.h"
#include "winnow/error.h"

#include <string>
#include <vector>

using namespace winnow;

namespace {

std::string toy_model_path() {
  static const std::string path = [] {  // the same for every input
    std::string made = fuzz::scratch_folder() + "/toy.safetensors";
    write_model(made, fuzz::toy_file(fuzz::kToyOptions), Precision::f32);
    return made;
  }();
  return path;
}

void read_all(const LibraryIndex& index, std::size_t bytes) {
  std::size_t size = 0;
  for (std::uint32_t i = 0; i < index.size(); ++i) {
    size += index.name(i).size() + index.text(i).size();
    for (FeatureId id : index.symbols(i))
      fuzz::check(winnow::index(id) < index.feature_hashes().size(), "features are in range");
  }
  fuzz::check(size <= bytes, "an index shows nothing but its bytes");
}

void open(std::span<const std::byte> bytes) {
  fuzz::MemoryFile file(bytes);
  try {
    LibraryIndex index = LibraryIndex::open(file.path());
    read_all(index, bytes.size());
    if (!index.shard().is_whole()) return;  // nobody ranks with a part of a library
  } catch (const InputError&) {
    return;
  }
  Selector plain = Selector::open({.model = "none", .index = file.path()});
  for (const char* ranker : {"tfidf", "sine", "tfidf+0.5*sine"})
    fuzz::rank_checked(plain, fuzz::kToyProblem, {.ranker = ranker});
  try {
    Selector learned =
        Selector::open({.model = toy_model_path(), .index = file.path(), .threads = 1});
    fuzz::rank_checked(learned, fuzz::kToyProblem, {.ranker = "winnow"});
  } catch (const InputError&) {
    // Texts are parsed when they are needed, and a forged one may be anything.
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  auto bytes = std::as_bytes(std::span(data, size));
  open(bytes);
  std::vector<std::byte> sealed(bytes.begin(), bytes.end());
  seal_index(sealed);
  open(sealed);
  return 0;
}
