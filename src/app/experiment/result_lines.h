// app/experiment/result_lines.h - results of many problems in a folder, a line each, so that a run
// can go on. in: a folder, what decides about the results     out: results.jsonl and settings.txt
// in it
#pragma once

#include "app/experiment/comparison.h"

#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace winnow {

class ResultLines {
 public:
  // Throws InputError if the folder has results that were made with other settings.
  ResultLines(const std::string& folder, const std::string& settings);

  const Outcome* find(const std::string& problem) const;  // null: not done yet
  void add(const Outcome& outcome);

 private:
  std::map<std::string, Outcome> done_;
  std::ofstream stream_;
};

// All outcomes in the results.jsonl of a folder. Throws InputError if there is none.
std::vector<Outcome> read_results(const std::string& folder);

}  // namespace winnow
