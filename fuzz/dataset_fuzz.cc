// fuzz/dataset_fuzz.cc - any bytes as a file of a data set in Mizar's or HolStep's layout (the
// first byte says which): an InputError, or a store in which every formula prints and reads back.
#include "checks.h"
#include "data/import.h"
#include "store_checks.h"

#include <fstream>

using namespace winnow;

namespace {

void import_and_check(const std::string& folder, bool hol, bool keep_going) {
  TermBank bank;
  StoreWriter writer(bank);
  ImportOptions options;
  options.keep_going = keep_going;
  (hol ? import_holstep : import_mizar)(folder, options, bank, writer);
  fuzz::check_store(Store::from_bytes(writer.bytes()), true);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string folder = fuzz::scratch_folder();
  std::ofstream(folder + "/example", std::ios::binary)
      .write(reinterpret_cast<const char*>(data + 1), static_cast<std::streamsize>(size - 1));
  for (bool keep_going : {true, false}) {
    try {
      import_and_check(folder, data[0] % 2 != 0, keep_going);
    } catch (const InputError&) {
    }
  }
  return 0;
}
