// verdict.h - how an attempt to prove something ended.
#pragma once

#include <cstdint>
#include <string_view>

namespace winnow {

enum class Verdict : std::uint8_t {
  proved,   // the conjecture follows, or the clauses are unsatisfiable
  refuted,  // it does not follow from these premises
  gave_up,
  out_of_time,
  out_of_memory,
  cancelled,  // winnow ended it, because it no longer mattered
  failed,     // the prover rejects its input, crashes, or says nothing
  disputed,   // one prover proves what another refutes
};
std::string_view to_string(Verdict verdict);
std::string_view szs_status(Verdict verdict);  // "Theorem", "CounterSatisfiable", "GaveUp", ...

}  // namespace winnow
