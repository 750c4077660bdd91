// fuzz/jsonl_fuzz.cc - any bytes as JSON lines: an InputError or a store in which every formula
// prints and reads back; the same bytes each time, and nothing is skipped without a mistake.
#include "checks.h"
#include "data/import.h"
#include "store_checks.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace {

using namespace winnow;

std::vector<std::byte> imported(std::string_view text, bool keep_going) {
  TermBank bank;
  StoreWriter writer(bank);
  ImportOptions options;
  options.keep_going = keep_going;
  import_jsonl_text(text, "fuzz.jsonl", options, bank, writer);
  return writer.bytes();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  std::optional<std::vector<std::byte>> strict, lenient;
  try {
    lenient = imported(text, true);
  } catch (const InputError&) {  // nothing is left
  }
  try {
    strict = imported(text, false);
  } catch (const InputError&) {
  }
  if (strict) fuzz::check(strict == lenient, "what has no mistake has nothing skipped");
  if (!lenient) return 0;
  fuzz::check_store(Store::from_bytes(*lenient), true);
  fuzz::check(imported(text, true) == lenient, "the same text gives the same store");
  return 0;
}
