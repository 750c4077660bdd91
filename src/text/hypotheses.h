// text/hypotheses.h - puts the hypotheses of a sequent in an order that only the set decides.
// in: for each hypothesis a hash of its shape and its free variables     out: the order
// The shape is the hypothesis with its free variables numbered from zero, so a sequent is a set of
// labelled tuples over variables. Classes of hypotheses are told apart by shape, then by their
// variables, whose colours come from the conclusion and from the classes they occur in (colour
// refinement). Where that leaves a tie, one of the tied is made the first and the colours are
// refined again; ties are nearly always symmetries, and then it does not matter which.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace winnow {

struct Hypothesis {
  std::uint64_t shape;
  std::uint32_t root;        // for the caller
  std::uint32_t begin, end;  // its free variables in `variables`, in order of first occurrence
};

class HypothesisOrder {
 public:
  // Drops duplicates and sorts the rest. `known`: the variables of the conclusion, in order of
  // first occurrence. Variables are numbers below `count`.
  // What is left tied after a bounded number of steps (never seen in real data) keeps its order.
  void arrange(std::vector<Hypothesis>& hypotheses, std::span<const std::uint32_t> variables,
               std::span<const std::uint32_t> known, std::uint32_t count);

 private:
  struct Entry {
    Hypothesis hypothesis;
    std::uint32_t position;  // in the text
    std::uint32_t rank;      // position of the first of its class
    std::uint64_t key;       // sorts within the class
  };
  std::span<const std::uint32_t> variables(const Entry& entry) const {
    return variables_.subspan(entry.hypothesis.begin,
                              entry.hypothesis.end - entry.hypothesis.begin);
  }
  void drop_duplicates();
  void split_classes();
  void refine();
  bool is_interchangeable(const Entry& entry) const;
  void break_ties();

  std::span<const std::uint32_t> variables_;
  std::vector<Entry> entries_;  // sorted: ranks never decrease
  std::size_t classes_ = 0;
  std::size_t work_ = 0;

  std::vector<std::uint64_t> colours_, sums_;  // per variable
  std::vector<std::uint32_t> occurrences_;     // per variable: in how many hypotheses
};

}  // namespace winnow
