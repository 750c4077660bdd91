// plan/class_table.h - every key once: a short list of integers becomes a class number.
// in: keys, one after another     out: the number of each, equal for equal keys
// Colour refinement in one line: nodes whose keys are equal are one class, and a key names the
// classes of the neighbours. Numbers are given in order of first appearance.
#pragma once

#include "term/ragged.h"

#include <cstdint>
#include <span>
#include <vector>

namespace winnow {

class ClassTable {
 public:
  ClassTable();

  void clear();
  std::uint32_t intern(std::span<const std::uint32_t> key);
  std::span<const std::uint32_t> key(std::uint32_t id) const {
    return Ends(ends_).list(words_, id);
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size()); }

 private:
  void grow();

  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t id = 0;  // id + 1, 0 is empty
  };
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> words_;
  std::vector<std::uint64_t> ends_;
};

}  // namespace winnow
