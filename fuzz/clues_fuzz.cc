// fuzz/clues_fuzz.cc - any bytes as a clues file, as they are and with the checksum put right: an
// InputError, or weights that print as text that reads back the same and that rank rows of clues.
#include "checks.h"
#include "rank/weigher.h"
#include "winnow/error.h"

#include <span>
#include <string>
#include <vector>

using namespace winnow;

namespace {

void read(std::string_view text) {
  Weighers weighers;
  try {
    weighers = weighers_of_json(text, "fuzz.clues.json");
  } catch (const InputError&) {
    return;
  }
  std::string printed = to_json(weighers);
  Weighers again = weighers_of_json(printed, "again.clues.json");
  fuzz::check(to_json(again) == printed, "what is printed reads back the same");
  std::vector<float> rows(3 * kClues);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<float>(i % 7) - 2;
  Ranking first = rank_by_score(weighers.with_proofs.scores(rows));
  Ranking second = rank_by_score(again.with_proofs.scores(rows));
  fuzz::check(first.size() == 3, "each row has a score");
  for (std::size_t i = 0; i < 3; ++i)
    fuzz::check(first[i].candidate == second[i].candidate, "rows are ranked the same again");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  read(text);
  fuzz::seal_text(std::as_writable_bytes(std::span(text)), 0,
                  R"({"format":"winnow-clues-2","checksum":")");
  read(text);
  return 0;
}
