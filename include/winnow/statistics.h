// statistics.h - how many formulas, symbols and nodes problems have; how deep, how much is shared.
//
//   winnow::StatisticsCounter counter;
//   counter.add(winnow::Formulas::read("problem.p"));
//   std::cout << counter.figures().formulas << " formulas\n";
#pragma once

#include "winnow/formula.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace winnow {

struct NamedCount {
  std::string name;
  std::uint64_t count = 0;
};

struct Statistics {
  std::uint64_t problems = 0, formulas = 0, type_declarations = 0;
  std::uint64_t symbols = 0;      // different ones, without variables
  std::uint64_t nodes = 0;        // of a graph for each formula
  std::uint64_t joint_nodes = 0;  // of a graph for each problem
  std::uint64_t edges = 0;
  std::uint64_t far_ranks = 0;  // edges beyond `last_rank`, the last of a model's table
  std::uint64_t last_rank = 0;
  std::uint64_t max_depth = 0;  // edges from root to leaf
  double mean_depth = 0;
  double sharing = 1;  // nodes of the tree per node of the graph
  std::vector<NamedCount> languages, roles, symbol_kinds;
  struct {
    std::string name, file;
    std::uint64_t line = 0, nodes = 0;
  } largest;
  std::vector<std::string> skipped;  // messages of formulas that could not be read
};

class StatisticsCounter {
 public:
  StatisticsCounter();
  ~StatisticsCounter();
  void add(const Formulas& problem);
  Statistics figures() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace winnow
