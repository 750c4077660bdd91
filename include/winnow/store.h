// store.h - data stores: examples (conjectures with premises, useful and not) in one file.
//
//   winnow::DataStore store = winnow::DataStore::open("mizar.store");
//   for (std::size_t i = store.split("dev").first; i < store.split("dev").last; ++i)
//     for (winnow::ExamplePremise premise : store.example(i).premises) use(premise);
//
// A store never changes: it may be copied at no cost and used from several threads at once.
#pragma once

#include "winnow/formula.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

struct ExamplePremise {
  std::size_t formula = 0;  // of the store
  bool useful = false;
};

struct Example {
  std::string_view name;
  std::size_t conjecture = 0;  // a formula of the store
  std::vector<ExamplePremise> premises;
};

struct Split {
  std::string_view name;
  std::size_t first = 0, last = 0;  // its examples: first, ..., last - 1
};

class DataStore {
 public:
  // Throws InputError if the file is none of ours, cut off, corrupt, or of another version.
  static DataStore open(const std::string& file);

  std::vector<Split> splits() const;
  Split split(std::string_view name) const;  // throws InputError if there is none
  std::size_t examples() const;
  Example example(std::size_t i) const;
  // The same as a problem that can be ranked, proved or drawn: its conjecture, then its premises. A
  // formula without a name is called after its number.
  Formulas problem(std::size_t example) const;

  std::size_t formulas() const;
  std::string_view name(std::size_t formula) const;
  std::string text(std::size_t formula) const;  // printed, without name and role
  const std::string& file() const;

  struct Impl;  // the library's own side
  const Impl& impl() const { return *impl_; }

 private:
  explicit DataStore(std::shared_ptr<const Impl> impl);
  std::shared_ptr<const Impl> impl_;
};

}  // namespace winnow
