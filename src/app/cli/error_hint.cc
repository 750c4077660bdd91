#include "app/cli/error_hint.h"

#include <fmt/format.h>

namespace winnow {

namespace {

std::string options_for(const InputError& error) {
  switch (code_of(error)) {
    case ErrorCode::other:
    case ErrorCode::option_value:  // the message names it
      return "";
    case ErrorCode::option_missing:
      return "--" + dynamic_cast<const CodedError&>(error).names().front();
    case ErrorCode::include_not_found:
      return "--include DIR";
    case ErrorCode::output_exists:
      return "--force";
    case ErrorCode::output_folder:
      return "--out DIR";
    case ErrorCode::run_exists:
      return "--resume, --out DIR";
    case ErrorCode::not_a_store:
      return "winnow data import";
    case ErrorCode::no_goal:
    case ErrorCode::unknown_goal:
    case ErrorCode::several_goals:
      return "--goal NAME";
    case ErrorCode::unknown_axiom:
      return "--require NAMES";
    case ErrorCode::no_proofs:
      return "--proofs STORE, --ranker";
    case ErrorCode::no_model:
      return "--model mizar-pair, --ranker tfidf+sine";
    case ErrorCode::no_retrieval:
      return "--model mizar-rank, winnow train --task retrieve, --ranker";
    case ErrorCode::no_fusion:
      return "winnow experiment fit, --ranker tfidf+sine";
    case ErrorCode::no_chronology:
      return "winnow data import jsonl --order; winnow experiment recall --tptp needs none";
    case ErrorCode::typed_numbers:
      return "--numbers";
    case ErrorCode::no_prover:
      return "--prover, winnow provers";
    case ErrorCode::no_graphviz:
    case ErrorCode::no_layout:
      return "winnow graph --format json, winnow prove --proof";
    case ErrorCode::unknown_model:
      return "winnow doctor";
    case ErrorCode::unknown_split:
      return "winnow data info";
    case ErrorCode::unknown_tensor:
      return "winnow model info";
    case ErrorCode::no_classifier:
      return "winnow experiment recall";
    case ErrorCode::not_an_index:
      return "winnow index";
    case ErrorCode::no_inverted_file:
      return "winnow index --approximate";
  }
  return "";
}

}  // namespace

std::string message_of(const InputError& error) {
  return code_of(error) == ErrorCode::option_value ? fmt::format("--{}", error.what())
                                                   : error.what();
}

std::string hint_of(const InputError& error) {
  std::string options = options_for(error);
  return options.empty() ? error.hint() : fmt::format("{} ({})", error.hint(), options);
}

}  // namespace winnow
