// tests/api/random/tiny_files.h - files that only other parts of winnow write: a store of proofs,
// and a model with random weights that are the same in each run.
#pragma once

#include <string>
#include <vector>

namespace winnow::random_tester {

struct TinyProof {
  std::string conjecture;             // an annotated formula
  std::vector<std::string> premises;  // that it used
};

void write_tiny_store(const std::string& file, const std::vector<TinyProof>& proofs);
void write_tiny_model(const std::string& file);

}  // namespace winnow::random_tester
