// data/store.h - a data set as one file: every formula once, examples as ids.
// in: a file that `winnow data import` wrote     out: terms, formulas, examples, splits
// The file is read at once and its arrays are used where they lie: opening parses nothing.
// It does check everything once (checksums, and that every id is in range), so that afterwards
// the accessors need no checks.
//
//   Store store = Store::open("mizar.store");
//   for (ExampleId example : store.examples(*store.find_split("train")))
//     for (Premise premise : store.premises(example))
//       use(store.terms(), store.term(premise.formula()), premise.useful());
#pragma once

#include "data/file_bytes.h"
#include "term/ragged.h"
#include "term/term_bank.h"
#include "text/formula.h"
#include "winnow/error.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

// A formula is a term with a name, if it has one, and a language. Two names for one term are two
// formulas; they share the term.
enum class FormulaId : std::uint32_t {};
enum class ExampleId : std::uint32_t {};
enum class SplitId : std::uint32_t {};
constexpr std::uint32_t index(FormulaId id) { return static_cast<std::uint32_t>(id); }
constexpr std::uint32_t index(ExampleId id) { return static_cast<std::uint32_t>(id); }
constexpr std::uint32_t index(SplitId id) { return static_cast<std::uint32_t>(id); }

// A premise of an example, or a step of a HolStep conjecture, and whether its proof used it.
class Premise {
 public:
  Premise() = default;
  constexpr Premise(FormulaId formula, bool useful) : bits_(index(formula) << 1 | useful) {}
  constexpr FormulaId formula() const { return FormulaId{bits_ >> 1}; }
  constexpr bool useful() const { return (bits_ & 1) != 0; }

 private:
  std::uint32_t bits_ = 0;
};

class Store {
 public:
  // Throws InputError if the file is none of ours, cut off, corrupt, or of another version.
  static Store open(const std::filesystem::path& path);
  // The same for bytes in memory, which are copied; `name` stands in for the file's name.
  static Store from_bytes(std::span<const std::byte> bytes, const std::string& name = "<store>");

  const TermView& terms() const { return terms_; }

  std::uint32_t formulas() const { return count(formula_terms_); }
  TermId term(FormulaId id) const { return formula_terms_[index(id)]; }
  std::span<const TermId> formula_terms() const { return formula_terms_; }
  std::string_view name(FormulaId id) const { return name_at(formula_names_[index(id)]); }
  Language language(FormulaId id) const { return languages_[index(id)]; }

  std::uint32_t examples() const { return count(conjectures_); }
  std::string_view name(ExampleId id) const { return name_at(example_names_[index(id)]); }
  FormulaId conjecture(ExampleId id) const { return conjectures_[index(id)]; }
  std::span<const Premise> premises(ExampleId id) const {
    return Ends(premise_ends_).list(premises_, index(id));
  }
  // What the example's source lists as known beforehand, without a label (HolStep's D lines).
  std::span<const FormulaId> dependencies(ExampleId id) const {
    return Ends(dependency_ends_).list(dependencies_, index(id));
  }
  std::uint32_t premises() const { return count(premises_); }          // of all examples together
  std::optional<ExampleId> find_example(std::string_view name) const;  // looks at all names

  // The examples of a split have consecutive ids, in the order of the split's list.
  std::uint32_t splits() const { return count(split_ends_); }
  std::string_view name(SplitId id) const { return name_at(split_names_[index(id)]); }
  SplitId split(ExampleId id) const;
  auto examples(SplitId id) const {
    const Ends ends(split_ends_);
    return std::views::iota(ends.begin(index(id)), ends.end(index(id))) |
           std::views::transform([](std::uint32_t i) { return ExampleId{i}; });
  }
  std::optional<SplitId> find_split(std::string_view name) const;

  // Chronology: when a formula entered its library. Only formulas that the order names have one.
  std::optional<std::uint32_t> position(FormulaId id) const;
  // All formulas that have a position, the oldest first; and those older than `id`.
  std::span<const FormulaId> chronology() const { return chronology_; }
  std::span<const FormulaId> older_than(FormulaId id) const;

  // The same data with every name that they give to a predicate, a function or a distinct object
  // replaced by one that no model knows; equal names stay equal. Numbers, $words and the logic's
  // own symbols stay, and so do the names of formulas and examples.
  Store with_unknown_symbols() const;

  std::uint64_t bytes() const { return file_.bytes().size(); }

  static constexpr std::uint32_t kNoPosition = ~0u;

 private:
  explicit Store(FileBytes file) : file_(std::move(file)) {}
  void attach(const std::string& name);

  template <class T>
  static std::uint32_t count(std::span<const T> items) {
    return static_cast<std::uint32_t>(items.size());
  }
  std::string_view name_at(std::uint32_t i) const {
    auto text = Ends(name_ends_).list(name_text_, i);
    return {text.data(), text.size()};
  }

  struct SymbolNames {
    std::string text;
    std::vector<std::uint32_t> ends;
  };

  FileBytes file_;
  std::shared_ptr<const SymbolNames> other_names_;  // instead of the file's; mostly null

  TermView terms_;
  std::span<const char> name_text_;
  std::span<const std::uint32_t> name_ends_;
  std::span<const TermId> formula_terms_;
  std::span<const std::uint32_t> formula_names_;
  std::span<const Language> languages_;
  std::span<const std::uint32_t> positions_;  // [formulas], or empty
  std::span<const FormulaId> chronology_;
  std::span<const std::uint32_t> example_names_;
  std::span<const FormulaId> conjectures_;
  std::span<const std::uint32_t> premise_ends_;
  std::span<const Premise> premises_;
  std::span<const std::uint32_t> dependency_ends_;
  std::span<const FormulaId> dependencies_;
  std::span<const std::uint32_t> split_names_;
  std::span<const std::uint32_t> split_ends_;
};

// The split of this name. Throws CodedError, with `at`, if there is none.
SplitId split_called(const Store& store, std::string_view name, const Place& at = {});

}  // namespace winnow
