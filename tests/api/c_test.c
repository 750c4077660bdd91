/* The C interface, as a C11 program: compiled with -std=c11 -pedantic -Werror. */
#include <winnow/c.h>

#include <stdio.h>
#include <string.h>

static int failures = 0;

#define CHECK(holds)                                                      \
  do {                                                                    \
    if (!(holds)) {                                                       \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #holds); \
      ++failures;                                                         \
    }                                                                     \
  } while (0)

static const char* kLibrary =
    "fof(socrates, axiom, man(socrates)).\n"
    "fof(mortal, axiom, ! [X] : (man(X) => mortal(X))).\n"
    "fof(far, axiom, ! [X] : (fish(X) => swims(X))).\n";
static const char* kGoal = "fof(goal, conjecture, mortal(socrates)).";

static void ranks(const winnow_selector* selector) {
  winnow_error error;
  winnow_rank_options options = WINNOW_RANK_OPTIONS;
  winnow_selection* selection = NULL;
  options.k = 2;
  options.ranker = "tfidf";
  CHECK(winnow_selector_rank(selector, kGoal, &options, &selection, &error) == WINNOW_OK);
  CHECK(winnow_selection_size(selection) == 2);
  for (size_t i = 0; i < winnow_selection_size(selection); ++i) {
    CHECK(strcmp(winnow_selection_name(selection, i), "far") != 0);
    CHECK(winnow_selection_score(selection, i) > 0);
    CHECK(strncmp(winnow_selection_text(selection, i), "fof(", 4) == 0);
    CHECK(!winnow_selection_required(selection, i));
  }
  CHECK(winnow_selection_name(selection, 2) == NULL);
  CHECK(strstr(winnow_selection_problem(selection), kGoal) != NULL);
  winnow_selection_free(selection);
}

static void says_what_is_wrong(winnow_selector* selector) {
  winnow_error error;
  winnow_selection* selection = NULL;
  winnow_selector* other = NULL;
  winnow_selector_options options = WINNOW_SELECTOR_OPTIONS;
  winnow_rank_options rank = WINNOW_RANK_OPTIONS;
  CHECK(winnow_selector_add(selector, "fof(a, axiom, p(", NULL, &error) == WINNOW_WRONG_INPUT);
  CHECK(error.status == WINNOW_WRONG_INPUT);
  CHECK(strstr(error.message, "<text>:1:") != NULL);
  CHECK(error.code == WINNOW_CODE_OTHER);
  rank.ranker = "best";
  CHECK(winnow_selector_rank(selector, kGoal, &rank, &selection, NULL) == WINNOW_WRONG_INPUT);
  CHECK(winnow_selector_rank(selector, kGoal, &rank, &selection, &error) == WINNOW_WRONG_INPUT);
  CHECK(error.code == WINNOW_CODE_OPTION_VALUE);
  CHECK(strcmp(error.names[0], "ranker") == 0);
  CHECK(strcmp(error.names[1], "best") == 0);
  rank.ranker = "knn";
  CHECK(winnow_selector_rank(selector, kGoal, &rank, &selection, &error) == WINNOW_WRONG_INPUT);
  CHECK(error.code == WINNOW_CODE_NO_PROOFS);
  CHECK(strcmp(winnow_code_name(error.code), "no_proofs") == 0);
  rank.ranker = "tfidf";
  rank.goal = "nowhere";
  CHECK(winnow_selector_rank(selector, kGoal, &rank, &selection, &error) == WINNOW_WRONG_INPUT);
  CHECK(error.code == WINNOW_CODE_UNKNOWN_GOAL);
  CHECK(strcmp(error.names[0], "nowhere") == 0 && error.names[1][0] == 0);
  CHECK(selection == NULL);
  CHECK(winnow_selector_rank(NULL, kGoal, NULL, &selection, &error) == WINNOW_WRONG_CALL);
  CHECK(error.code == WINNOW_CODE_OTHER);
  CHECK(winnow_selector_rank(selector, kGoal, NULL, NULL, &error) == WINNOW_WRONG_CALL);
  options.model = "none";
  options.index = "nowhere.index";
  CHECK(winnow_selector_open(&options, &other, &error) == WINNOW_WRONG_INPUT);
  CHECK(other == NULL);
  options.index = NULL;
  options.model = "nosuch";
  CHECK(winnow_selector_open(&options, &other, &error) == WINNOW_WRONG_INPUT);
  CHECK(error.code == WINNOW_CODE_UNKNOWN_MODEL && strcmp(error.names[0], "nosuch") == 0);
  CHECK(strcmp(winnow_code_name(error.code), "unknown_model") == 0);
  options.model = "none";
  options.index = "nowhere.index";
  const char* shards[] = {"nowhere.0.index", "nowhere.1.index"};
  options.shards = shards;
  options.shard_count = 2;
  CHECK(winnow_selector_open(&options, &other, &error) == WINNOW_WRONG_CALL); /* either or */
  options.index = NULL;
  CHECK(winnow_selector_open(&options, &other, &error) == WINNOW_WRONG_INPUT);
  CHECK(strstr(error.message, "nowhere.0.index") != NULL);
  options.size = 0;
  CHECK(winnow_selector_open(&options, &other, &error) == WINNOW_WRONG_CALL);
}

static void proves(const winnow_selector* selector) {
  winnow_error error;
  winnow_prove_options options = WINNOW_PROVE_OPTIONS;
  winnow_proof* proof = NULL;
  options.ranker = "tfidf";
  options.time_limit_s = 60;
  /* A prover that always knows. */
  options.prover = "sh -c 'echo \"% SZS status Theorem\"'";
  CHECK(winnow_prove(selector, kGoal, &options, &proof, &error) == WINNOW_OK);
  CHECK(winnow_proof_verdict(proof) == WINNOW_PROVED);
  CHECK(strcmp(winnow_proof_status(proof), "Theorem") == 0);
  CHECK(winnow_proof_axiom(proof, winnow_proof_axioms(proof)) == NULL);
  winnow_proof_free(proof);
  options.prover = "sh -c 'echo \"% SZS status GaveUp\"'";
  CHECK(winnow_prove(selector, kGoal, &options, &proof, &error) == WINNOW_OK);
  CHECK(winnow_proof_verdict(proof) == WINNOW_GAVE_UP);
  winnow_proof_free(proof);
  winnow_cancellation* cancel = NULL;
  CHECK(winnow_cancellation_new(&cancel, &error) == WINNOW_OK);
  winnow_cancellation_request(cancel);
  options.cancel = cancel;
  options.prover = "sleep 60";
  winnow_status status = winnow_prove(selector, kGoal, &options, &proof, &error);
  CHECK(status == WINNOW_CANCELLED || winnow_proof_verdict(proof) == WINNOW_VERDICT_CANCELLED);
  winnow_proof_free(proof);
  winnow_cancellation_free(cancel);
}

int main(void) {
  winnow_error error;
  winnow_selector_options options = WINNOW_SELECTOR_OPTIONS;
  winnow_selector* selector = NULL;
  size_t added = 0;
  options.model = "none";
  CHECK(winnow_selector_open(&options, &selector, &error) == WINNOW_OK);
  CHECK(winnow_selector_add(selector, kLibrary, &added, &error) == WINNOW_OK);
  CHECK(added == 3);
  ranks(selector);
  says_what_is_wrong(selector);
  proves(selector);
  winnow_selector_free(selector);
  winnow_selector_free(NULL);
  CHECK(strchr(winnow_version(), '.') != NULL);
  if (failures == 0) puts("C interface: all as it should be");
  return failures == 0 ? 0 : 1;
}
