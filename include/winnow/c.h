/* c.h - winnow for C11 and for everything that can call C.
 *
 *   winnow_error error;
 *   winnow_selector_options options = WINNOW_SELECTOR_OPTIONS;
 *   winnow_selector* selector;
 *   if (winnow_selector_open(&options, &selector, &error) != WINNOW_OK) {
 *     fprintf(stderr, "%s\n", error.message);
 *     return 1;
 *   }
 *   const char* goal = "fof(goal, conjecture, p(a)).";
 *   winnow_selection* best = NULL;
 *   if (winnow_selector_rank(selector, goal, NULL, &best, &error) != WINNOW_OK)
 *     fprintf(stderr, "%s\n", error.message);
 *   for (size_t i = 0; i < winnow_selection_size(best); ++i)
 *     printf("%s %g\n", winnow_selection_name(best, i), winnow_selection_score(best, i));
 *   winnow_selection_free(best);
 *   winnow_selector_free(selector);
 *
 * Texts are UTF-8 and end with a zero byte. What a function hands out is the caller's to free; a
 * text that belongs to a handle lives as long as the handle. After a failure the handle is NULL.
 * Options may be NULL: all defaults; a field that is 0 or NULL has its default, too. A selector may
 * be used from several threads at once; other handles by one thread at a time. `error` may be NULL.
 */
#ifndef WINNOW_C_H
#define WINNOW_C_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* NOLINTBEGIN(modernize-use-using, readability-identifier-naming): this is C. */
typedef enum winnow_status {
  WINNOW_OK = 0,
  WINNOW_WRONG_INPUT = 1, /* a file, a formula or an option is wrong: message and hint say what */
  WINNOW_WRONG_CALL = 2,  /* a contract of this interface was broken, such as a NULL handle */
  WINNOW_OUT_OF_MEMORY = 3,
  WINNOW_OUT_OF_TIME = 4, /* the time limit of a ranking passed */
  WINNOW_CANCELLED = 5,
  WINNOW_FAILED = 6 /* the system refused something, or a mistake of winnow's own */
} winnow_status;

/* Why an input is refused: winnow::ErrorCode by other names. New ones come last. */
typedef enum winnow_code {
  WINNOW_CODE_OTHER = 0,             /* a mistake in a file, or no WINNOW_WRONG_INPUT at all */
  WINNOW_CODE_OPTION_VALUE = 1,      /* names: an option, and the value that it cannot have */
  WINNOW_CODE_OPTION_MISSING = 2,    /* names: an option that is needed */
  WINNOW_CODE_INCLUDE_NOT_FOUND = 3, /* names: an included file */
  WINNOW_CODE_OUTPUT_EXISTS = 4,     /* names: a file of another kind that would be written over */
  WINNOW_CODE_NO_GOAL = 5,           /* a problem without a conjecture */
  WINNOW_CODE_UNKNOWN_GOAL = 6,      /* names: a formula that is not there */
  WINNOW_CODE_SEVERAL_GOALS = 7,     /* names: two formulas that cannot both be the goal */
  WINNOW_CODE_UNKNOWN_AXIOM = 8,     /* names: a required axiom that is not there */
  WINNOW_CODE_NO_PROOFS = 9,         /* a ranker learns from proofs */
  WINNOW_CODE_NO_MODEL = 10,         /* a ranker needs a model with a classifier */
  WINNOW_CODE_NO_RETRIEVAL = 11,     /* a ranker needs a model that retrieves */
  WINNOW_CODE_NO_FUSION = 12,        /* a ranker needs learned weights beside the model */
  WINNOW_CODE_NO_CHRONOLOGY = 13,    /* a store does not say what is earlier */
  WINNOW_CODE_TYPED_NUMBERS = 14,    /* numbers of typed formulas cannot be free */
  WINNOW_CODE_OUTPUT_FOLDER = 15,    /* names: a folder of results that is to be another one */
  WINNOW_CODE_NOT_A_STORE = 16,      /* names: a file that is no data store, or a damaged one */
  WINNOW_CODE_NO_PROVER = 17,        /* names: a theorem prover that is not there; none: none is */
  WINNOW_CODE_NO_GRAPHVIZ = 18,      /* a picture needs a program that is not there */
  WINNOW_CODE_NO_LAYOUT = 19,        /* names: what Graphviz finds no layout for */
  WINNOW_CODE_RUN_EXISTS = 20,       /* names: a folder with a training that can be resumed */
  WINNOW_CODE_UNKNOWN_MODEL = 21,    /* names: a model that is not there; none: none is */
  WINNOW_CODE_UNKNOWN_SPLIT = 22,    /* names: a split that a store does not have */
  WINNOW_CODE_UNKNOWN_TENSOR = 23,   /* names: a tensor that a model does not have */
  WINNOW_CODE_NO_CLASSIFIER = 24,    /* scores need a model with a classifier */
  WINNOW_CODE_NOT_AN_INDEX = 25,     /* names: a file that is no index, or a damaged one */
  WINNOW_CODE_NO_INVERTED_FILE = 26  /* names: what approximate search needs: missing or stale */
} winnow_code;
const char* winnow_code_name(winnow_code code); /* "no_proofs" */

typedef struct winnow_error {
  winnow_status status;
  winnow_code code;
  char names[2][256]; /* what the code is about, cut if need be; "" where it is about less */
  char message[1024]; /* one line, cut if need be */
  char hint[512];     /* what to do about it, or "" */
} winnow_error;

const char* winnow_version(void); /* "0.1.0" */

/* A switch that ends work before its time, from any thread or signal handler. It stays set. */
typedef struct winnow_cancellation winnow_cancellation;
winnow_status winnow_cancellation_new(winnow_cancellation** cancellation, winnow_error* error);
void winnow_cancellation_request(const winnow_cancellation* cancellation);
void winnow_cancellation_free(winnow_cancellation* cancellation);

typedef struct winnow_selector_options {
  size_t size;        /* of this struct; the initialiser sets it */
  const char* model;  /* a file or a name; NULL: the one that came with winnow; "none" */
  const char* mode;   /* "joint" or "pair" */
  const char* index;  /* a file of `winnow index` */
  const char* proofs; /* a store of earlier proofs */
  uint32_t threads;
  const char* const* shards; /* instead of `index`: files of several libraries or shards */
  size_t shard_count;
} winnow_selector_options;
#define WINNOW_SELECTOR_OPTIONS \
  { sizeof(winnow_selector_options), NULL, NULL, NULL, NULL, 0, NULL, 0 }

typedef struct winnow_selector winnow_selector;
winnow_status winnow_selector_open(const winnow_selector_options* options,
                                   winnow_selector** selector, winnow_error* error);
/* Adds annotated TPTP formulas; `added`, if not NULL, gets how many were new. */
winnow_status winnow_selector_add(winnow_selector* selector, const char* formulas, size_t* added,
                                  winnow_error* error);
void winnow_selector_free(winnow_selector* selector);

typedef struct winnow_rank_options {
  size_t size;
  size_t k;            /* premises beside those that always stay */
  const char* ranker;  /* "auto", "tfidf", "knn", "winnow", ... */
  const char* goal;    /* the name of the formula to rank for */
  double time_limit_s; /* 0: none */
  const winnow_cancellation* cancel;
} winnow_rank_options;
#define WINNOW_RANK_OPTIONS \
  { sizeof(winnow_rank_options), 0, NULL, NULL, 0, NULL }

typedef struct winnow_selection winnow_selection;
/* `goal` is a conjecture, perhaps with axioms beside it, in TPTP. */
winnow_status winnow_selector_rank(const winnow_selector* selector, const char* goal,
                                   const winnow_rank_options* options, winnow_selection** selection,
                                   winnow_error* error);
/* The premises that always stay, then the best others, the highest score first. */
size_t winnow_selection_size(const winnow_selection* selection);
const char* winnow_selection_name(const winnow_selection* selection,
                                  size_t i); /* NULL past the end */
const char* winnow_selection_text(const winnow_selection* selection, size_t i);
double winnow_selection_score(const winnow_selection* selection, size_t i);
int winnow_selection_required(const winnow_selection* selection, size_t i);
const char* winnow_selection_problem(const winnow_selection* selection); /* TPTP, for a prover */
void winnow_selection_free(winnow_selection* selection);

typedef enum winnow_verdict {
  WINNOW_PROVED = 0,
  WINNOW_REFUTED = 1,
  WINNOW_GAVE_UP = 2,
  WINNOW_VERDICT_OUT_OF_TIME = 3,
  WINNOW_VERDICT_OUT_OF_MEMORY = 4,
  WINNOW_VERDICT_CANCELLED = 5,
  WINNOW_PROVER_FAILED = 6,
  WINNOW_DISPUTED = 7 /* one prover proves what another refutes */
} winnow_verdict;

typedef struct winnow_prove_options {
  size_t size;
  double time_limit_s; /* for everything; 0.001 to 1e8 */
  const winnow_cancellation* cancel;
  const char* ranker; /* "auto", "auto/knn", ... */
  const char* goal;
  const char* slices; /* "16,32,...,2048,all"; NULL: by a schedule */
  const char* prover; /* a name, or a command with {file}, {time}, {memory}; NULL: all found */
  int jobs;
  uint64_t memory_mib;
} winnow_prove_options;
#define WINNOW_PROVE_OPTIONS \
  { sizeof(winnow_prove_options), 0, NULL, NULL, NULL, NULL, NULL, 0, 0 }

typedef struct winnow_proof winnow_proof;
/* That there is no proof is a verdict, not an error. */
winnow_status winnow_prove(const winnow_selector* selector, const char* goal,
                           const winnow_prove_options* options, winnow_proof** proof,
                           winnow_error* error);
winnow_verdict winnow_proof_verdict(const winnow_proof* proof);
const char* winnow_proof_status(const winnow_proof* proof); /* "Theorem", "GaveUp", ... */
const char* winnow_proof_text(const winnow_proof* proof);   /* as the prover printed it, or "" */
size_t winnow_proof_axioms(const winnow_proof* proof);      /* that it uses */
const char* winnow_proof_axiom(const winnow_proof* proof, size_t i); /* NULL past the end */
void winnow_proof_free(winnow_proof* proof);

/* NOLINTEND(modernize-use-using, readability-identifier-naming) */
#ifdef __cplusplus
}
#endif

#endif
