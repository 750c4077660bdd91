// dag/precedents.h - what training examples say about a premise beside a conjecture.
// in: the examples that a model was trained on     out: a few numbers for a pair of formulae
// How often the premise stood in them and was useful, each time weighed by how similar the
// conjecture there is to this one: the cosine of their symbols, rare ones counting more. Formulae
// and symbols are recognised by their keys (term_keys.h), in every store and every problem.
#pragma once

#include "dag/features.h"
#include "term/term_bank.h"

#include <array>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace winnow {

inline constexpr std::size_t kPrecedents = 16;
using Precedents = std::array<float, kPrecedents>;  // all zero: nothing is known

// What a model file stores: examples as sets of symbols, and premises with what they were.
class PrecedentTable {
 public:
  static constexpr std::uint32_t kNone = ~0u;

  struct Formula {
    std::uint64_t key;
    bool useful;
  };
  // Adds one example. The first one is example 0.
  void add(std::uint64_t conjecture, std::span<const std::uint64_t> symbols,
           std::span<const Formula> premises);

  std::uint32_t examples() const { return static_cast<std::uint32_t>(conjectures_.size()); }
  std::span<const std::uint64_t> symbols() const { return symbols_; }
  std::uint32_t formulas() const { return static_cast<std::uint32_t>(formulas_.size()); }
  std::uint32_t formula(std::uint64_t key) const;  // kNone: not among them
  std::uint32_t conjecture(std::uint32_t example) const { return conjectures_[example]; }
  std::span<const std::uint32_t> symbols_of(std::uint32_t example) const {
    return slice(example_symbols_, symbol_ends_, example);
  }
  // Each is twice a formula, and one more if it was useful.
  std::span<const std::uint32_t> premises_of(std::uint32_t example) const {
    return slice(premises_, premise_ends_, example);
  }

  std::string to_text() const;
  static PrecedentTable from_text(std::string_view text);

 private:
  static std::span<const std::uint32_t> slice(const std::vector<std::uint32_t>& all,
                                              const std::vector<std::uint32_t>& ends,
                                              std::uint32_t i) {
    std::uint32_t begin = i == 0 ? 0 : ends[i - 1];
    return {all.data() + begin, ends[i] - begin};
  }

  std::vector<std::uint64_t> symbols_, formulas_;  // keys in the order of their first appearance
  std::unordered_map<std::uint64_t, std::uint32_t> symbol_ids_, formula_ids_;
  std::vector<std::uint32_t> conjectures_;  // [examples]
  std::vector<std::uint32_t> symbol_ends_, example_symbols_;
  std::vector<std::uint32_t> premise_ends_, premises_;
};

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
  std::vector<float> rarity_;     // [symbols]
  std::vector<std::uint32_t> posting_ends_, occurrence_ends_;
  std::vector<Entry> postings_;             // by symbol: the examples whose conjectures have it
  std::vector<std::uint32_t> occurrences_;  // by formula: twice an example, one more if useful there
  std::vector<std::uint32_t> proved_;       // [formulae] an example whose conjecture it is, or none
};

}  // namespace winnow
