#include "winnow/error_code.h"

namespace winnow {

std::string_view to_string(ErrorCode code) {
  switch (code) {
    case ErrorCode::other:
      return "other";
    case ErrorCode::option_value:
      return "option_value";
    case ErrorCode::option_missing:
      return "option_missing";
    case ErrorCode::include_not_found:
      return "include_not_found";
    case ErrorCode::output_exists:
      return "output_exists";
    case ErrorCode::output_folder:
      return "output_folder";
    case ErrorCode::not_a_store:
      return "not_a_store";
    case ErrorCode::no_goal:
      return "no_goal";
    case ErrorCode::unknown_goal:
      return "unknown_goal";
    case ErrorCode::several_goals:
      return "several_goals";
    case ErrorCode::unknown_axiom:
      return "unknown_axiom";
    case ErrorCode::no_proofs:
      return "no_proofs";
    case ErrorCode::no_model:
      return "no_model";
    case ErrorCode::no_retrieval:
      return "no_retrieval";
    case ErrorCode::no_fusion:
      return "no_fusion";
    case ErrorCode::no_chronology:
      return "no_chronology";
    case ErrorCode::typed_numbers:
      return "typed_numbers";
    case ErrorCode::no_prover:
      return "no_prover";
    case ErrorCode::no_graphviz:
      return "no_graphviz";
    case ErrorCode::no_layout:
      return "no_layout";
    case ErrorCode::run_exists:
      return "run_exists";
    case ErrorCode::unknown_model:
      return "unknown_model";
    case ErrorCode::unknown_split:
      return "unknown_split";
    case ErrorCode::unknown_tensor:
      return "unknown_tensor";
    case ErrorCode::no_classifier:
      return "no_classifier";
    case ErrorCode::not_an_index:
      return "not_an_index";
    case ErrorCode::no_inverted_file:
      return "no_inverted_file";
  }
  return "other";
}

CodedError::CodedError(ErrorCode code, std::vector<std::string> names, std::string_view what,
                       std::string_view hint)
    : InputError(what, hint), code_(code), names_(std::move(names)) {}

CodedError::CodedError(ErrorCode code, std::vector<std::string> names, const Place& at,
                       std::string_view what, std::string_view hint)
    : InputError(at, what, hint), code_(code), names_(std::move(names)) {}

ErrorCode code_of(const InputError& error) {
  const auto* coded = dynamic_cast<const CodedError*>(&error);
  return coded != nullptr ? coded->code() : ErrorCode::other;
}

}  // namespace winnow
