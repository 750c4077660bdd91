#include "prover/logic.h"

namespace winnow {

bool Logic::covers(const Logic& demanded) const {
  return (fof || !demanded.fof) && (tf0 || !demanded.tf0) && (tf1 || !demanded.tf1) &&
         (th0 || !demanded.th0) && (th1 || !demanded.th1) && (arithmetic || !demanded.arithmetic) &&
         (rationals || !demanded.rationals);
}

Logic& Logic::operator|=(const Logic& other) {
  fof |= other.fof;
  tf0 |= other.tf0;
  tf1 |= other.tf1;
  th0 |= other.th0;
  th1 |= other.th1;
  arithmetic |= other.arithmetic;
  rationals |= other.rationals;
  return *this;
}

std::string to_string(const Logic& logic) {
  std::string text;
  const auto add = [&](bool has, std::string_view word) {
    if (!has) return;
    if (!text.empty()) text += ", ";
    text += word;
  };
  add(logic.fof, "FOF");
  add(logic.tf0, "TF0");
  add(logic.tf1, "TF1");
  add(logic.th0, "TH0");
  add(logic.th1, "TH1");
  if (logic.arithmetic) text += text.empty() ? "arithmetic" : " with arithmetic";
  if (logic.rationals) text += " of $rat";
  return text.empty() ? "nothing" : text;
}

}  // namespace winnow
