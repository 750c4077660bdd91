// tests/api/random/run.h - a list of calls, done by the library and by the plain model side by
// side.
#pragma once

#include "calls.h"

#include <string>

namespace winnow::random_tester {

// What went wrong, in one line, beginning with the call's number; "" if nothing did. Runs in a
// process of its own, so that a crash or an endless loop is an answer, too.
std::string run_apart(const Calls& calls);
// The same in this process; files go to `folder`.
std::string run(const Calls& calls, const std::string& folder);

// As few calls, with as few formulas, as still go wrong.
Calls shrink(Calls calls);

// What stands before the first such test.
std::string before_tests();
// The calls as a test that fails as they do; of calls that go well, one that passes.
std::string as_test(const Calls& calls, const std::string& name, const std::string& why);

}  // namespace winnow::random_tester
