// fuzz/store_checks.h - what must hold of any store that was accepted.
#pragma once

#include "data/store.h"

namespace winnow::fuzz {

// Reads it in full: every accessor, every formula as text and as a graph, a ranking for each
// example. `parsed`: its formulas came from a parser, so each prints as text that reads back as the
// same term; otherwise a printer may refuse a term that no parser makes.
void check_store(const Store& store, bool parsed);

}  // namespace winnow::fuzz
