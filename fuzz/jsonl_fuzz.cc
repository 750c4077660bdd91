// Any bytes as JSON lines: an InputError or a store that can be opened; and with keep_going always
// a store.
#include "data/import.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace {

using namespace winnow;

void import_and_open(std::string_view text, bool keep_going) {
  TermBank bank;
  StoreWriter writer(bank);
  ImportOptions options;
  options.keep_going = keep_going;
  import_jsonl_text(text, "fuzz.jsonl", options, bank, writer);
  Store::from_bytes(writer.bytes());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  import_and_open(text, true);
  try {
    import_and_open(text, false);
  } catch (const InputError&) {
  }
  return 0;
}
