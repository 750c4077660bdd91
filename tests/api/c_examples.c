/* The examples of winnow/c.h and docs/library.md, each between the name of its file and a line
 * "end": what stands there is what the file shows (header_examples_test.sh). */
#include <winnow/c.h>

#include <stdio.h>

static int fail(const char* message) {
  fprintf(stderr, "%s\n", message);
  return 1;
}

static int of_the_header(void) {
  /* c.h */
  winnow_error error;
  winnow_selector_options options = WINNOW_SELECTOR_OPTIONS;
  winnow_selector* selector;
  if (winnow_selector_open(&options, &selector, &error) != WINNOW_OK) {
    fprintf(stderr, "%s\n", error.message);
    return 1;
  }
  const char* goal = "fof(goal, conjecture, p(a)).";
  winnow_selection* best = NULL;
  if (winnow_selector_rank(selector, goal, NULL, &best, &error) != WINNOW_OK)
    fprintf(stderr, "%s\n", error.message);
  for (size_t i = 0; i < winnow_selection_size(best); ++i)
    printf("%s %g\n", winnow_selection_name(best, i), winnow_selection_score(best, i));
  winnow_selection_free(best);
  winnow_selector_free(selector);
  /* end */
  return 0;
}

static int of_the_page(void) {
  /* library.md */
  winnow_selector* selector = NULL;
  winnow_error error;
  if (winnow_selector_open(NULL, &selector, &error) != WINNOW_OK) return fail(error.message);
  winnow_selector_add(selector, "fof(mortal, axiom, ! [X] : (man(X) => mortal(X))).", NULL, &error);
  const char* goal = "fof(goal, conjecture, mortal(socrates)).";
  winnow_selection* selection = NULL;
  winnow_selector_rank(selector, goal, NULL, &selection, &error);
  for (size_t i = 0; i < winnow_selection_size(selection); ++i)
    puts(winnow_selection_name(selection, i));
  winnow_selection_free(selection);
  winnow_selector_free(selector);
  /* end */
  return 0;
}

int main(void) { return of_the_header() + of_the_page(); }
