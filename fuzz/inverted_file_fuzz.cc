// fuzz/inverted_file_fuzz.cc - any bytes as the inverted file of an index, as they are and with
// checksums put right. In what is accepted, a search in all lists finds every formula once.
#include "checks.h"
#include "rank/inverted_file.h"
#include "toy.h"
#include "winnow/error.h"

#include <cmath>
#include <vector>

using namespace winnow;

namespace {

const LibraryIndex& index_of_all() {
  static const LibraryIndex index = fuzz::toy_index(fuzz::scratch_folder() + "/toy.index");
  return index;
}

void open(std::span<const std::byte> bytes) {
  try {
    const InvertedFile file = InvertedFile::from_bytes(bytes, index_of_all());
    std::vector<bool> is_found(index_of_all().size());
    const std::vector<float> question(file.width(), 1.f);
    const auto found = file.search(index_of_all(), question, file.lists());
    fuzz::check(found.size() == index_of_all().size(), "every formula is in a list");
    for (const InvertedFile::Scored& each : found) {
      fuzz::check(!is_found[each.row] && std::isfinite(each.score), "each once, with a score");
      is_found[each.row] = true;
    }
  } catch (const InputError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  open(bytes);
  std::vector<std::byte> sealed(bytes.begin(), bytes.end());
  seal_inverted_file(sealed);
  open(sealed);
  return 0;
}
