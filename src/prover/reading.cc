#include "prover/reading.h"

#include "prover/profile.h"

#include <fmt/format.h>

#include <utility>

namespace winnow {

ReadingProvers those_that_read(std::vector<ChosenProver> chosen, const Logic& demanded) {
  ReadingProvers readers;
  for (ChosenProver& prover : chosen) {
    if (prover.reads().covers(demanded)) {
      readers.provers.push_back(std::move(prover));
      continue;
    }
    readers.others += fmt::format("{}{} reads {}", readers.others.empty() ? "" : "; ",
                                  prover.profile->title, to_string(prover.reads()));
  }
  if (!readers.others.empty())
    readers.others =
        fmt::format("the problem is in {}, but {}", to_string(demanded), readers.others);
  return readers;
}

std::string who_reads(const Logic& demanded) {
  std::string names;
  for (const ProverProfile& profile : prover_profiles())
    if (profile.reads.covers(demanded))
      names += fmt::format("{}{}", names.empty() ? "" : ", ", profile.title);
  return names.empty() ? "" : fmt::format(" (it could be given to: {})", names);
}

}  // namespace winnow
