// prover/reading.h - which provers read what a problem is written in.
// in: provers, and the logic that a problem needs     out: those that read it, and a word on the
// rest
#pragma once

#include "prover/choice.h"
#include "prover/logic.h"

#include <string>
#include <vector>

namespace winnow {

struct ReadingProvers {
  std::vector<ChosenProver> provers;  // that read what the problem is written in
  std::string others;                 // what the others read instead, as a sentence
};

ReadingProvers those_that_read(std::vector<ChosenProver> chosen, const Logic& demanded);

// For a problem that nobody reads: who would, among all provers that winnow knows.
std::string who_reads(const Logic& demanded);

}  // namespace winnow
