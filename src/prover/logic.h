// prover/logic.h - what a problem demands of a prover, and what a prover has.
// in: formulas as text     out: a set of languages of the TPTP world
#pragma once

#include <string>
#include <string_view>

namespace winnow {

struct Logic {
  bool fof = false;         // FOF and CNF
  bool tf0 = false;         // typed first-order
  bool tf1 = false;         // the same with type variables
  bool th0 = false;         // higher-order
  bool th1 = false;         // the same with type variables
  bool arithmetic = false;  // $int, $real, $sum, ... as TPTP means them
  bool rationals = false;   // $rat, apart from $real: few provers tell them apart

  bool covers(const Logic& demanded) const;
  Logic& operator|=(const Logic& other);
  bool operator==(const Logic&) const = default;
};

// "FOF, TF0 with arithmetic", "TF0 with arithmetic of $rat"
std::string to_string(const Logic& logic);

}  // namespace winnow
