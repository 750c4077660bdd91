// dag/precedents.h - what training examples say about a premise beside a conjecture.
// in: the examples that a model was trained on     out: a few numbers for a pair of formulae
// How often the premise stood in them and was useful, each time weighed by how similar the
// conjecture there is to this one: the cosine of their symbols, rare ones counting more.
#pragma once

#include "dag/features.h"
#include "dag/precedent_table.h"
#include "term/term_bank.h"

#include <array>
#include <cstdint>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

namespace winnow {

inline constexpr std::size_t kPrecedents = 16;
using Precedents = std::array<float, kPrecedents>;  // all zero: nothing is known

// The table asked about formulae of one bank. May be asked from several threads at once.
class PrecedentReader {
 public:
  PrecedentReader(const PrecedentTable& table, const TermView& terms);

  // [premises] Example `own` of the table is left out: what is to be learned is no precedent.
  std::vector<Precedents> read(TermId conjecture, std::span<const TermId> premises,
                               std::uint32_t own = PrecedentTable::kNone) const;

 private:
  struct Entry {
    std::uint32_t example;
    float weight;
  };
  std::vector<float> similarities(TermId conjecture, std::uint32_t own) const;

  const PrecedentTable& table_;
  mutable std::mutex reading_;  // the reader of symbols keeps notes
  mutable FeatureReader reader_;
  mutable FeatureTable symbols_;  // the table's symbols first
  std::unordered_map<std::uint64_t, std::uint32_t> formulas_;  // by key
  std::vector<float> rarity_;                                  // [symbols]
  std::vector<std::uint32_t> posting_ends_, occurrence_ends_;
  std::vector<Entry> postings_;             // by symbol: the examples whose conjectures have it
  std::vector<std::uint32_t> occurrences_;  // by formula: twice an example, one more if useful there
  std::vector<std::uint32_t> proved_;       // [formulae] an example whose conjecture it is, or none
};

}  // namespace winnow
