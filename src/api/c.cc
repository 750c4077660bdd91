// api/c.cc - the C interface over the C++ one: handles around objects, exceptions become codes.
#include "winnow/c.h"

#include "winnow/deadline.h"
#include "winnow/error.h"
#include "winnow/error_code.h"
#include "winnow/prove.h"
#include "winnow/selector.h"
#include "winnow/version.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>

struct winnow_cancellation {
  winnow::Cancellation inside;
};
struct winnow_selector {
  winnow::Selector inside;
};
struct winnow_selection {
  winnow::Selection inside;
  std::string problem;
};
struct winnow_proof {
  winnow::Proof inside;
};

namespace {

using namespace winnow;

template <std::size_t size>
void copy(std::string_view text, char (&out)[size]) {
  std::size_t count = std::min(text.size(), size - 1);
  *std::copy_n(text.begin(), count, out) = '\0';
}

// The codes of both interfaces are the same numbers.
constexpr bool same(winnow_code code, ErrorCode as) {
  return static_cast<int>(code) == static_cast<int>(as);
}
static_assert(same(WINNOW_CODE_OTHER, ErrorCode::other) &&
              same(WINNOW_CODE_OPTION_VALUE, ErrorCode::option_value) &&
              same(WINNOW_CODE_OPTION_MISSING, ErrorCode::option_missing) &&
              same(WINNOW_CODE_INCLUDE_NOT_FOUND, ErrorCode::include_not_found) &&
              same(WINNOW_CODE_OUTPUT_EXISTS, ErrorCode::output_exists) &&
              same(WINNOW_CODE_NO_GOAL, ErrorCode::no_goal) &&
              same(WINNOW_CODE_UNKNOWN_GOAL, ErrorCode::unknown_goal) &&
              same(WINNOW_CODE_SEVERAL_GOALS, ErrorCode::several_goals) &&
              same(WINNOW_CODE_UNKNOWN_AXIOM, ErrorCode::unknown_axiom) &&
              same(WINNOW_CODE_NO_PROOFS, ErrorCode::no_proofs) &&
              same(WINNOW_CODE_NO_MODEL, ErrorCode::no_model) &&
              same(WINNOW_CODE_NO_RETRIEVAL, ErrorCode::no_retrieval) &&
              same(WINNOW_CODE_NO_FUSION, ErrorCode::no_fusion) &&
              same(WINNOW_CODE_NO_CHRONOLOGY, ErrorCode::no_chronology) &&
              same(WINNOW_CODE_TYPED_NUMBERS, ErrorCode::typed_numbers) &&
              same(WINNOW_CODE_OUTPUT_FOLDER, ErrorCode::output_folder) &&
              same(WINNOW_CODE_NOT_A_STORE, ErrorCode::not_a_store) &&
              same(WINNOW_CODE_NO_PROVER, ErrorCode::no_prover) &&
              same(WINNOW_CODE_NO_GRAPHVIZ, ErrorCode::no_graphviz) &&
              same(WINNOW_CODE_NO_LAYOUT, ErrorCode::no_layout) &&
              same(WINNOW_CODE_RUN_EXISTS, ErrorCode::run_exists) &&
              same(WINNOW_CODE_UNKNOWN_MODEL, ErrorCode::unknown_model) &&
              same(WINNOW_CODE_UNKNOWN_SPLIT, ErrorCode::unknown_split) &&
              same(WINNOW_CODE_UNKNOWN_TENSOR, ErrorCode::unknown_tensor) &&
              same(WINNOW_CODE_NO_CLASSIFIER, ErrorCode::no_classifier) &&
              same(WINNOW_CODE_NOT_AN_INDEX, ErrorCode::not_an_index) &&
              same(WINNOW_CODE_NO_INVERTED_FILE, ErrorCode::no_inverted_file));

winnow_status tell(winnow_error* error, winnow_status status, std::string_view message,
                   std::string_view hint = {}) {
  if (error != nullptr) {
    error->status = status;
    error->code = WINNOW_CODE_OTHER;
    for (auto& name : error->names) copy("", name);
    copy(message, error->message);
    copy(hint, error->hint);
  }
  return status;
}

// Runs what may throw; nothing leaves it but a code.
template <class Act>
winnow_status guarded(winnow_error* error, Act&& act) noexcept {
  try {
    act();
    return tell(error, WINNOW_OK, "");
  } catch (const CodedError& wrong) {
    tell(error, WINNOW_WRONG_INPUT, wrong.what(), wrong.hint());
    if (error != nullptr) {
      error->code = static_cast<winnow_code>(wrong.code());
      for (std::size_t i = 0; i < std::min(wrong.names().size(), std::size(error->names)); ++i)
        copy(wrong.names()[i], error->names[i]);
    }
    return WINNOW_WRONG_INPUT;
  } catch (const InputError& wrong) {
    return tell(error, WINNOW_WRONG_INPUT, wrong.what(), wrong.hint());
  } catch (const ContractError& wrong) {
    return tell(error, WINNOW_WRONG_CALL, wrong.what());
  } catch (const Stopped& stopped) {
    return tell(
        error,
        stopped.reason() == Stopped::Reason::cancelled ? WINNOW_CANCELLED : WINNOW_OUT_OF_TIME,
        stopped.what());
  } catch (const std::bad_alloc&) {
    return tell(error, WINNOW_OUT_OF_MEMORY, "out of memory");
  } catch (const std::exception& wrong) {
    return tell(error, WINNOW_FAILED, wrong.what());
  } catch (...) {
    return tell(error, WINNOW_FAILED, "an unknown failure");
  }
}

// Options as the caller's version of the header has them; what it does not have is the default.
template <class Options>
Options known_part(const Options* options) {
  Options result{};
  if (options == nullptr) return result;
  require(options->size >= sizeof(std::size_t), "options without their size");
  std::memcpy(&result, options, std::min(options->size, sizeof result));
  return result;
}

std::string text_or(const char* text, std::string_view otherwise = {}) {
  return std::string(text == nullptr ? otherwise : std::string_view(text));
}

FileNames index_files(const winnow_selector_options& given) {
  FileNames files = text_or(given.index);
  require(files.empty() || given.shard_count == 0, "an index and shards of one");
  require(given.shards != nullptr || given.shard_count == 0, "shards without names");
  for (std::size_t i = 0; i < given.shard_count; ++i) {
    require(given.shards[i] != nullptr, "a shard without a name");
    files.emplace_back(given.shards[i]);
  }
  return files;
}

template <class Item>
const char* text_at(const std::vector<Item>& items, std::size_t i, std::string Item::*member) {
  return i < items.size() ? (items[i].*member).c_str() : nullptr;
}

}  // namespace

extern "C" {

const char* winnow_version(void) { return winnow::version().data(); }

const char* winnow_code_name(winnow_code code) {
  return to_string(static_cast<ErrorCode>(code)).data();
}

winnow_status winnow_cancellation_new(winnow_cancellation** cancellation, winnow_error* error) {
  return guarded(error, [&] {
    require(cancellation != nullptr, "no place for the handle");
    *cancellation = nullptr;
    *cancellation = new winnow_cancellation();
  });
}
void winnow_cancellation_request(const winnow_cancellation* cancellation) {
  if (cancellation != nullptr) cancellation->inside.request();
}
void winnow_cancellation_free(winnow_cancellation* cancellation) { delete cancellation; }

winnow_status winnow_selector_open(const winnow_selector_options* options,
                                   winnow_selector** selector, winnow_error* error) {
  return guarded(error, [&] {
    require(selector != nullptr, "no place for the handle");
    *selector = nullptr;
    winnow_selector_options given = known_part(options);
    SelectorOptions how{.model = text_or(given.model),
                        .mode = text_or(given.mode),
                        .index = index_files(given),
                        .proofs = text_or(given.proofs)};
    if (given.threads != 0) how.threads = given.threads;
    *selector = new winnow_selector{Selector::open(how)};
  });
}

winnow_status winnow_selector_add(winnow_selector* selector, const char* formulas, size_t* added,
                                  winnow_error* error) {
  return guarded(error, [&] {
    require(selector != nullptr && formulas != nullptr, "a selector and formulas are needed");
    std::size_t count = selector->inside.add(std::string_view(formulas));
    if (added != nullptr) *added = count;
  });
}
void winnow_selector_free(winnow_selector* selector) { delete selector; }

winnow_status winnow_selector_rank(const winnow_selector* selector, const char* goal,
                                   const winnow_rank_options* options, winnow_selection** selection,
                                   winnow_error* error) {
  return guarded(error, [&] {
    require(selection != nullptr, "no place for the handle");
    *selection = nullptr;
    require(selector != nullptr && goal != nullptr, "a selector and a goal are needed");
    winnow_rank_options given = known_part(options);
    RankOptions how;
    if (given.k != 0) how.k = given.k;
    how.ranker = text_or(given.ranker, how.ranker);
    how.goal = text_or(given.goal);
    how.stop = Stop(given.time_limit_s > 0 ? Deadline::in(given.time_limit_s) : Deadline::never(),
                    given.cancel != nullptr ? &given.cancel->inside : nullptr);
    Selection found = selector->inside.rank(std::string_view(goal), how);
    std::string problem = found.problem();
    *selection = new winnow_selection{std::move(found), std::move(problem)};
  });
}

size_t winnow_selection_size(const winnow_selection* selection) {
  return selection == nullptr ? 0 : selection->inside.premises.size();
}
const char* winnow_selection_name(const winnow_selection* selection, size_t i) {
  return selection == nullptr ? nullptr : text_at(selection->inside.premises, i, &Ranked::name);
}
const char* winnow_selection_text(const winnow_selection* selection, size_t i) {
  return selection == nullptr ? nullptr : text_at(selection->inside.premises, i, &Ranked::text);
}
double winnow_selection_score(const winnow_selection* selection, size_t i) {
  return i < winnow_selection_size(selection) ? selection->inside.premises[i].score : 0;
}
int winnow_selection_required(const winnow_selection* selection, size_t i) {
  return i < winnow_selection_size(selection) && selection->inside.premises[i].required ? 1 : 0;
}
const char* winnow_selection_problem(const winnow_selection* selection) {
  return selection == nullptr ? nullptr : selection->problem.c_str();
}
void winnow_selection_free(winnow_selection* selection) { delete selection; }

winnow_status winnow_prove(const winnow_selector* selector, const char* goal,
                           const winnow_prove_options* options, winnow_proof** proof,
                           winnow_error* error) {
  return guarded(error, [&] {
    require(proof != nullptr, "no place for the handle");
    *proof = nullptr;
    require(selector != nullptr && goal != nullptr, "a selector and a goal are needed");
    winnow_prove_options given = known_part(options);
    ProveOptions how;
    if (given.time_limit_s > 0) how.time_limit_s = given.time_limit_s;
    if (given.cancel != nullptr) how.cancel = &given.cancel->inside;
    how.rank.ranker = text_or(given.ranker, how.rank.ranker);
    how.rank.goal = text_or(given.goal);
    how.slices = text_or(given.slices, how.slices);
    if (given.prover != nullptr && *given.prover != 0) how.provers = {given.prover};
    if (given.jobs != 0) how.jobs = given.jobs;
    if (given.memory_mib != 0) how.memory_mib = given.memory_mib;
    *proof = new winnow_proof{prove(selector->inside, std::string_view(goal), how)};
  });
}

winnow_verdict winnow_proof_verdict(const winnow_proof* proof) {
  if (proof == nullptr) return WINNOW_PROVER_FAILED;
  switch (proof->inside.verdict) {
    case Verdict::proved:
      return WINNOW_PROVED;
    case Verdict::refuted:
      return WINNOW_REFUTED;
    case Verdict::gave_up:
      return WINNOW_GAVE_UP;
    case Verdict::out_of_time:
      return WINNOW_VERDICT_OUT_OF_TIME;
    case Verdict::out_of_memory:
      return WINNOW_VERDICT_OUT_OF_MEMORY;
    case Verdict::cancelled:
      return WINNOW_VERDICT_CANCELLED;
    case Verdict::disputed:
      return WINNOW_DISPUTED;
    case Verdict::failed:
      break;
  }
  return WINNOW_PROVER_FAILED;
}
const char* winnow_proof_status(const winnow_proof* proof) {
  return proof == nullptr ? nullptr : proof->inside.status.c_str();
}
const char* winnow_proof_text(const winnow_proof* proof) {
  return proof == nullptr ? nullptr : proof->inside.text.c_str();
}
size_t winnow_proof_axioms(const winnow_proof* proof) {
  return proof == nullptr ? 0 : proof->inside.axioms.size();
}
const char* winnow_proof_axiom(const winnow_proof* proof, size_t i) {
  return i < winnow_proof_axioms(proof) ? proof->inside.axioms[i].c_str() : nullptr;
}
void winnow_proof_free(winnow_proof* proof) { delete proof; }

}  // extern "C"
