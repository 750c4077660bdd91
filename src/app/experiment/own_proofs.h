// app/experiment/own_proofs.h - the user's own proofs as examples to learn from.
// in: folders of results (`winnow prove --out DIR`)
// out: for each problem that was proved an example in the split `train`: its conjecture, and the
// axioms of its proof as useful premises
// Results name formulas and do not have them. So each problem is read again, of it only what is
// named, and only what still has the text that was proved or used: fingerprints tell.
#pragma once

#include "data/store_writer.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace winnow {

struct OwnProofsOptions {
  std::vector<std::string> include_folders;  // beside those of the runs
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;  // in problems
};

struct OwnProofsReport {
  std::size_t proved = 0;             // problems; an example each, but for those that are left out
  std::vector<std::string> warnings;  // what is left out, a line for each reason
};

// Fills `writer`, which keeps its terms in `bank`, in the order of the problems' names, whatever
// the order of the folders. A file that is spelled in several ways is one problem. Of several
// proofs of a problem the one with the fewest axioms counts. Throws InputError if nothing was
// proved, or if nothing that was proved can be used.
OwnProofsReport import_own_proofs(const std::vector<std::string>& folders,
                                  const OwnProofsOptions& options, TermBank& bank,
                                  StoreWriter& writer);

}  // namespace winnow
