// prover/slice_names.h - formulas of one name, told apart for a prover.
// in: the formulas of a slice     out: for each the name by which the prover knows it
// Libraries that were put together from several files often use a name twice. A proof names the
// axioms that it uses, so two of one name would both count as used. The first keeps its name.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace winnow {

class SliceNames {
 public:
  // `conjecture`, one or clauses of a negated one, comes last in the slice, and keeps its names.
  SliceNames(std::span<const std::string_view> formulas, std::string_view conjecture);

  // The name that stands for the formula's own one; "": it keeps that.
  std::string_view replaced(std::string_view formula) const;
  std::string name_of(std::string_view formula) const;  // by which the prover knows it

  // A proof with the formulas' own names. Of several of one name that it uses, one has it: steps of
  // the proof say by names what they come from. `used`: names by which the prover knows them.
  std::string restore(const std::string& proof, const std::set<std::string>& used) const;

 private:
  std::map<const char*, std::string> replaced_;          // by where the formula begins
  std::map<std::string, std::string, std::less<>> own_;  // of what replaces it
};

}  // namespace winnow
