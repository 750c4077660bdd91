// winnow.h - the whole of winnow: the premises a theorem prover needs, out of thousands.
//
//   #include <winnow/winnow.h>
//   #include <iostream>
//
//   int main() {
//     winnow::Selector selector = winnow::Selector::open();  // the model that came with winnow
//     selector.add("fof(socrates, axiom, man(socrates)).");
//     selector.add("fof(mortal, axiom, ! [X] : (man(X) => mortal(X))).");
//     const char* goal = "fof(goal, conjecture, mortal(socrates)).";
//     for (const winnow::Ranked& premise : selector.rank(goal, {.k = 32}))
//       std::cout << premise.name << ' ' << premise.score << '\n';
//     winnow::Proof proof = winnow::prove(selector, goal, {.time_limit_s = 30});
//     std::cout << szs_status(proof.verdict) << '\n';
//   }
//
//   formula.h    problems and formulas, from files or memory     graph.h       formulas as graphs
//   library.h    libraries of formulas on disk                   statistics.h  counts over problems
//   selector.h   which premises a goal needs, and why            prove.h       proofs by provers
//   store.h      data sets of examples                           score.h       models on data sets
//   evaluation.h how good scores are                             options.h     models and training
//   deadline.h   until when, and who may end it before           error.h       what is thrown
//   model.h      models as named tensors                         tune.h        faster settings
//   shard.h      one part of a library                           file_names.h  one file or several
//   presets.h    options that work for a data set                c.h           the same for C
#pragma once

#include "winnow/deadline.h"
#include "winnow/error.h"
#include "winnow/error_code.h"
#include "winnow/evaluation.h"
#include "winnow/file_names.h"
#include "winnow/formula.h"
#include "winnow/graph.h"
#include "winnow/library.h"
#include "winnow/model.h"
#include "winnow/options.h"
#include "winnow/presets.h"
#include "winnow/prove.h"
#include "winnow/score.h"
#include "winnow/selector.h"
#include "winnow/shard.h"
#include "winnow/statistics.h"
#include "winnow/store.h"
#include "winnow/tune.h"
#include "winnow/verdict.h"
#include "winnow/version.h"
