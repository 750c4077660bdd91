// error_code.h - why an input is refused, for programs: a code, and the names that it is about.
//
//   try {
//     selector.rank(goal, {.ranker = "knn"});
//   } catch (const winnow::CodedError& error) {
//     if (error.code() == winnow::ErrorCode::no_proofs) ask_for_a_store();
//   }
//
// Messages and hints are for people and name no option of the command line; the program adds those.
#pragma once

#include "winnow/error.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

// New ones come last: winnow/c.h has the same numbers.
enum class ErrorCode : std::uint8_t {
  other,              // what has no code of its own: a mistake in a file, which has a place
  option_value,       // names: an option, and the value that it cannot have
  option_missing,     // names: an option that is needed
  include_not_found,  // names: an included file
  output_exists,      // names: a file of another kind that would be written over
  no_goal,            // a problem without a conjecture
  unknown_goal,       // names: a formula that is not there
  several_goals,      // names: two formulas that cannot both be the goal
  unknown_axiom,      // names: a required axiom that is not there
  no_proofs,          // a ranker learns from proofs
  no_model,           // a ranker needs a model with a classifier
  no_retrieval,       // a ranker needs a model that retrieves
  no_fusion,          // a ranker needs learned weights beside the model
  no_chronology,      // a store does not say what is earlier
  typed_numbers,      // numbers of typed formulas cannot be free
  output_folder,      // names: the same in a folder of results, which is to be another one
  not_a_store,        // names: a file that is no data store, or a damaged one
  no_prover,          // names: a theorem prover that is not there; none: there is none at all
  no_graphviz,        // a picture needs a program that is not there
  no_layout,          // names: what Graphviz finds no layout for
  run_exists,         // names: a folder with a training that can be resumed
  unknown_model,      // names: a model that is not there; none: there is none at all
  unknown_split,      // names: a split that a store does not have
  unknown_tensor,     // names: a tensor that a model does not have
  no_classifier,      // scores need a model with a classifier
  not_an_index,       // names: a file that is no index of formulas, or a damaged one
  no_inverted_file,  // names: a file that an approximate search needs: missing, or of another index
};
std::string_view to_string(ErrorCode code);  // "no_proofs"

class CodedError : public InputError {
 public:
  CodedError(ErrorCode code, std::vector<std::string> names, std::string_view what,
             std::string_view hint = {});
  CodedError(ErrorCode code, std::vector<std::string> names, const Place& at, std::string_view what,
             std::string_view hint = {});

  ErrorCode code() const { return code_; }
  const std::vector<std::string>& names() const { return names_; }

 private:
  ErrorCode code_;
  std::vector<std::string> names_;
};

ErrorCode code_of(const InputError& error);  // `other` if it has none

}  // namespace winnow
