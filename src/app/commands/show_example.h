// app/commands/show_example.h - one example of a store, for people and for programs.
#pragma once

#include "data/store.h"

#include <string>

namespace winnow {

std::string example_text(const Store& store, ExampleId example);
// One line that import_jsonl reads; dependencies are left out, as that format has none.
std::string example_json(const Store& store, ExampleId example);

}  // namespace winnow
