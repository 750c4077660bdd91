// app/commands/doctor_findings.h - what winnow finds on a machine, and how to get the rest.
// in: the machine     out: rows, each something found or missing.
#pragma once

#include <string>
#include <vector>

namespace winnow {

struct Finding {
  std::string group;  // "prover", "model", "machine", "program"
  std::string name;   // "eprover"
  bool found = false;
  bool needed = false;  // without it a command of winnow does not work
  std::string detail;   // a version, a path, a figure
  std::string hint;     // how to get it, if it is missing
};

std::vector<Finding> find_provers();
std::vector<Finding> find_models();
std::vector<Finding> find_machine();
std::vector<Finding> find_programs();

}  // namespace winnow
