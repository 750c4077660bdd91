// fuzz/store_fuzz.cc - any bytes as a store, as they are and with checksums put right. What is
// accepted is read in full and ranked (store_checks.h), and votes for the premises of a small
// problem.
#include "checks.h"
#include "data/store.h"
#include "data/store_format.h"
#include "store_checks.h"
#include "winnow/error.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace {

using namespace winnow;

void open(std::span<const std::byte> bytes) {
  try {
    fuzz::check_store(Store::from_bytes(bytes), false);
  } catch (const InputError&) {
    return;
  }
  fuzz::MemoryFile file(bytes);
  Selector selector = Selector::open({.model = "none", .proofs = file.path()});
  fuzz::rank_checked(
      selector, "fof(a, axiom, p(a)).\nfof(b, axiom, ! [X] : q(X)).\nfof(g, conjecture, p(b)).",
      {.ranker = "5*knn+sine"});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  auto bytes = std::as_bytes(std::span(data, size));
  open(bytes);
  std::vector<std::byte> sealed(bytes.begin(), bytes.end());
  store_format::seal(sealed);
  open(sealed);
  return 0;
}
