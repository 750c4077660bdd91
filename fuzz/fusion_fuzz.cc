// fuzz/fusion_fuzz.cc - any bytes as a fusion file, as they are and with the checksum put right: an
// InputError, or weights that print as text that reads back the same and that rank rows of
// features.
#include "checks.h"
#include "rank/fusion.h"
#include "winnow/error.h"

#include <span>
#include <string>
#include <vector>

using namespace winnow;

namespace {

void read(std::string_view text) {
  Fusion fusion;
  try {
    fusion = fusion_of_json(text, "fuzz.fusion.json");
  } catch (const InputError&) {
    return;
  }
  std::string printed = to_json(fusion);
  Fusion again = fusion_of_json(printed, "again.fusion.json");
  fuzz::check(to_json(again) == printed, "what is printed reads back the same");
  std::vector<float> rows(3 * kFusionFeatures);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<float>(i % 7) - 2;
  for (FusionCase which : kFusionCases) {
    if (!fusion.has(which)) continue;
    Ranking first = rank_by_score(fusion[which].scores(rows));
    Ranking second = rank_by_score(again[which].scores(rows));
    fuzz::check(first.size() == 3, "each row has a score");
    for (std::size_t i = 0; i < 3; ++i)
      fuzz::check(first[i].candidate == second[i].candidate, "rows are ranked the same again");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  read(text);
  fuzz::seal_text(std::as_writable_bytes(std::span(text)), 0,
                  R"({"format":"winnow-fusion-1","checksum":")");
  read(text);
  return 0;
}
