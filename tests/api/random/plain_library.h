// tests/api/random/plain_library.h - what a Selector is said to do (winnow/selector.h), done
// plainly.
#pragma once

#include "calls.h"

#include <optional>
#include <string>
#include <vector>

namespace winnow::random_tester {

struct PlainPremise {
  std::string name, text;
  double score = 0;
  bool required = false;
};

struct PlainSelection {
  std::size_t candidates = 0;
  std::vector<PlainPremise> all;       // candidates, required ones first, best first
  std::vector<PlainPremise> premises;  // those that are chosen
  bool close = false;                  // rounding may change their order
};

// What may come of proving by a fake prover.
struct PlainOutcome {
  bool must_prove = false;  // otherwise it must not
  bool may_refute = false;
  std::size_t candidates = 0;
};

class PlainLibrary {
 public:
  // How many were new: neither conjectures nor there under the same name.
  std::size_t add(const std::vector<PlainFormula>& formulas);
  std::size_t size() const { return formulas_.size(); }
  // Nothing if a required name is that of no candidate, or if the ranker needs what there is not. A
  // ranker that is learned gets scores of 0: what they are, only the library knows.
  std::optional<PlainSelection> rank(const Call& call) const;
  const std::vector<PlainFormula>& formulas() const { return formulas_; }
  // What a selector has beside its formulas.
  void use(std::vector<PlainCase> proofs, bool has_model);
  bool has_model() const { return has_model_; }
  bool has_proofs() const { return !proofs_.empty(); }
  PlainOutcome outcome(const Call& call) const;
  void lose_one();  // CallKind::plant

 private:
  std::vector<PlainFormula> formulas_;
  std::vector<PlainCase> proofs_;
  bool has_model_ = false;
};

// Of the rankers in a run: those that ask a model, and those whose order only the library knows
// ("auto" may be learned, too).
bool asks_model(const std::string& ranker);
bool is_learned(const std::string& ranker);

}  // namespace winnow::random_tester
