// formula.h - problems: formulas with names and roles, from files or from memory.
//
//   winnow::Formulas problem = winnow::Formulas::read("problem.p");
//   for (winnow::FormulaInfo formula : problem) std::cout << formula.name << '\n';
//
// They never change once they are read: they may be copied at no cost and used from several
// threads at once. A wrong text is an InputError with file, line and column.
#pragma once

#include "winnow/deadline.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

enum class Syntax : std::uint8_t { tptp, hol };

struct ReadOptions {
  Syntax syntax = Syntax::tptp;
  bool keep_going = false;      // leave out and list what cannot be read instead of throwing
  std::string name = "<text>";  // of a text in memory, for messages
  Stop stop = {};               // ends reading with Stopped; of TPTP
  std::vector<std::string> include_folders = {};  // where included files are looked for, too
};

// Its views are valid as long as the problem or a copy of it is.
struct FormulaInfo {
  std::string_view name, role, language;
  std::string_view text;  // the whole annotated formula, as it stands in the file
  std::string_view file;
  std::uint64_t line = 0;
};

class Formulas {
 public:
  // A file ("-": standard input) and what it includes: beside it, in the folders of the options, in
  // the working directory, or in $TPTP.
  static Formulas read(const std::string& file, const ReadOptions& options = {});
  static Formulas parse(std::string_view text, const ReadOptions& options = {});

  std::size_t size() const;
  FormulaInfo operator[](std::size_t i) const;    // Needs: i < size()
  const std::vector<std::string>& files() const;  // the main one, then what it includes
  // Formulas that could not be read, as messages; empty unless `keep_going` was set.
  const std::vector<std::string>& skipped() const;

  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = FormulaInfo;
    using difference_type = std::ptrdiff_t;
    using pointer = const FormulaInfo*;
    using reference = FormulaInfo;
    FormulaInfo operator*() const { return (*problem_)[at_]; }
    Iterator& operator++() { return ++at_, *this; }
    bool operator==(const Iterator& other) const = default;

   private:
    friend class Formulas;
    Iterator(const Formulas* problem, std::size_t at) : problem_(problem), at_(at) {}
    const Formulas* problem_;
    std::size_t at_;
  };
  Iterator begin() const { return {this, 0}; }
  Iterator end() const { return {this, size()}; }

  struct Impl;  // the library's own side
  explicit Formulas(std::shared_ptr<const Impl> impl);
  const Impl& impl() const { return *impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

}  // namespace winnow
