// score/precedents.h - what training examples say about a premise beside a conjecture.
// in: the examples that a model was trained on     out: a few numbers for a pair of formulas
// How often the premise stood in them and was useful, each time weighed by how similar the
// conjecture there is to this one: the cosine of their symbols, rare ones counting more.
#pragma once

#include "dag/features.h"
#include "dag/precedent_table.h"
#include "plan/batch_plan.h"
#include "term/inverted_lists.h"
#include "term/term_bank.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace winnow {

// The table, ready to be asked by keys: made once for a model, whatever bank the formulas are in.
// May be asked from several threads at once.
class PrecedentIndex {
 public:
  explicit PrecedentIndex(const PrecedentTable& table);  // which must outlive it

  // [premises] `symbols` are the hashes of the conjecture's symbols (FeatureTable), `premises` keys
  // of formulas (FeatureReader::hash). Example `own` of the table is left out: what is to be
  // learned is no precedent.
  std::vector<Precedents> read(std::span<const std::uint64_t> symbols,
                               std::span<const std::uint64_t> premises,
                               std::uint32_t own = PrecedentTable::kNone) const;

 private:
  struct Entry {
    std::uint32_t example;
    float weight;
  };
  struct Occurrence {
    std::uint32_t example;
    bool useful;
  };
  std::vector<float> similarities(std::span<const std::uint64_t> symbols, std::uint32_t own) const;

  const PrecedentTable& table_;
  std::unordered_map<std::uint64_t, std::uint32_t> symbols_, formulas_;  // by key
  std::vector<float> rarity_;                                            // [symbols]
  InvertedLists<Entry> postings_;          // by symbol: the examples whose conjectures have it
  InvertedLists<Occurrence> occurrences_;  // by formula: the examples that have it as a premise
  std::vector<std::uint32_t> proved_;      // [formulas] an example whose conjecture it is, or none
};

// The same asked about formulas of one bank. May be asked from several threads at once.
class PrecedentReader {
 public:
  PrecedentReader(const PrecedentTable& table, const TermView& terms)
      : PrecedentReader(std::make_shared<const PrecedentIndex>(table), terms) {}
  PrecedentReader(std::shared_ptr<const PrecedentIndex> index, const TermView& terms)
      : index_(std::move(index)), reader_(terms) {}

  std::vector<Precedents> read(TermId conjecture, std::span<const TermId> premises,
                               std::uint32_t own = PrecedentTable::kNone) const;

 private:
  std::shared_ptr<const PrecedentIndex> index_;
  mutable std::mutex reading_;  // the reader of symbols keeps notes
  mutable FeatureReader reader_;
  mutable FeatureTable symbols_;
};

}  // namespace winnow
