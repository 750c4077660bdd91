// data/store_writer.h - collects formulas and examples and writes them as a store.
// in: terms of one bank, names, examples     out: one file (store.h reads it)
// Ids are given in the order of the calls and nothing depends on hash order or time, so the same
// calls give the same bytes.
#pragma once

#include "data/atomic_file.h"
#include "data/store.h"

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace winnow {

struct ExampleDraft {
  std::string_view name;  // no two examples of a store have the same
  SplitId split{};
  FormulaId conjecture{};
  std::span<const Premise> premises = {};
  std::span<const FormulaId> dependencies = {};
};

class StoreWriter {
 public:
  // `bank` must live as long as the writer; it may grow between calls.
  explicit StoreWriter(const TermBank& bank);

  // The same name, term and language always give the same id.
  FormulaId add_formula(TermId term, Language language, std::string_view name = {});
  SplitId add_split(std::string_view name);  // the same name gives the same id
  // Needs: !has_example(name).
  void add_example(const ExampleDraft& example);
  bool has_example(std::string_view name) const;
  // The formulas called `name` so far entered their library at this position.
  void set_chronology(std::span<const std::string_view> names_oldest_first);

  std::uint32_t formulas() const { return static_cast<std::uint32_t>(formula_terms_.size()); }
  std::uint32_t examples() const { return static_cast<std::uint32_t>(examples_.size()); }
  std::uint64_t premises() const { return premises_.size(); }

  void write(const std::filesystem::path& path);  // completely or not at all
  void write(AtomicFile& file);                   // the same, for one who opened it beforehand
  std::vector<std::byte> bytes();                 // what write would write

 private:
  struct Formula {
    TermId term;
    std::uint32_t name;
    Language language;
    bool operator==(const Formula&) const = default;
  };
  struct FormulaHash {
    std::size_t operator()(const Formula& formula) const;
  };
  struct Example {
    std::uint32_t name;
    SplitId split;
    FormulaId conjecture;
  };
  // Sees each piece of the file in order.
  template <class Sink>
  void serialize(Sink&& sink);
  std::uint32_t add_name(std::string_view name);

  const TermBank& bank_;
  std::string name_text_;
  std::vector<std::uint32_t> name_ends_;
  std::unordered_map<std::string, std::uint32_t> names_;
  std::unordered_map<Formula, FormulaId, FormulaHash> formulas_;
  std::vector<TermId> formula_terms_;
  std::vector<std::uint32_t> formula_names_;
  std::vector<Language> languages_;
  std::vector<std::uint32_t> positions_;
  std::vector<FormulaId> chronology_;
  std::vector<Example> examples_;
  std::unordered_set<std::uint32_t> example_names_;
  std::vector<Premise> premises_;
  std::vector<FormulaId> dependencies_;
  std::vector<std::uint64_t> premise_ends_, dependency_ends_;  // [examples]
  std::vector<std::uint32_t> splits_;                          // names
};

}  // namespace winnow
