#include "run.h"

namespace winnow::random_tester {

namespace {

bool fails(const Calls& calls) { return !run_apart(calls).empty(); }

// Drops what can be dropped, the last first; true if anything was.
bool drop_calls(Calls& calls) {
  bool dropped = false;
  for (std::size_t i = calls.size(); i-- > 0;) {
    Calls fewer = calls;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (!fails(fewer)) continue;
    calls = std::move(fewer);
    dropped = true;
  }
  return dropped;
}

bool drop_formulas(Calls& calls) {
  bool dropped = false;
  for (std::size_t c = 0; c < calls.size(); ++c) {
    // The last formula of a question is its conjecture.
    const std::size_t kept =
        calls[c].kind == CallKind::add || calls[c].kind == CallKind::add_wrong ? 0 : 1;
    for (std::size_t i = calls[c].formulas.size(); i-- > 0;) {
      if (i + kept >= calls[c].formulas.size()) continue;
      Calls fewer = calls;
      fewer[c].formulas.erase(fewer[c].formulas.begin() + static_cast<std::ptrdiff_t>(i));
      if (!fails(fewer)) continue;
      calls = std::move(fewer);
      dropped = true;
    }
  }
  return dropped;
}

}  // namespace

Calls shrink(Calls calls) {
  while (drop_calls(calls) || drop_formulas(calls)) {
  }
  return calls;
}

}  // namespace winnow::random_tester
