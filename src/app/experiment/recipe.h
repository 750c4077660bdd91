// app/experiment/recipe.h - how a figure of docs/results.md is made again, and what to expect.
// in: a folder with the data sets
// out: a folder with all that the steps write, and the figure.
// A step is a command line of winnow. In its words
//   {data}          is the folder with the data sets, {out} the one that is written
//   {mizar}         is mizar.store of {data} if there is one, else {out}/mizar.store
//   {holstep}       is holstep.store, likewise
//   {shipped/NAME}  is a model that came with winnow
// A step that is done is not done again: steps.json in {out} says which, and with which words. A
// training goes on from its checkpoint.
#pragma once

#include "winnow/deadline.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace winnow {

enum class StepKind : std::uint8_t {
  command,   // as it is
  resuming,  // goes on by itself if it is given again (ablate, experiment prove)
  training,  // `train`: goes on with --resume
  measure,   // prints JSON, which is kept as {out}/NAME.json
  halves,    // no command: a list of names into two, every other name in each
};

struct RecipeStep {
  std::string name;  // also says what it is for
  StepKind kind = StepKind::command;
  std::vector<std::string> words;  // halves: the list, and the two that it becomes
  double minutes = 0;              // expected on two cores
};

// What is compared at the end.
struct RecipeFigure {
  std::string what;     // "dev accuracy in percent"
  std::string file;     // in {out}: JSON, or results.jsonl of a prover experiment
  std::string pointer;  // to the number in it (RFC 6901); "proved": the count of proofs
  double scale = 100;   // by which it is multiplied
  std::optional<double> expected = {};  // none: nobody has measured it yet
  double spread = 0;                    // how far from that it may be
};

struct Recipe {
  std::string name, what;
  std::string honesty;  // where it differs from how the figure first came about; "": nowhere
  std::vector<RecipeStep> steps;
  std::vector<RecipeFigure> figures;
  double minutes() const;
};

// All that there are; the table is in recipes.cc.
std::vector<Recipe> recipes();
// Throws InputError if there is none of this name.
Recipe recipe_called(const std::string& name);

struct RecipeRun {
  std::string program;  // winnow itself
  std::filesystem::path data, out;
  bool dry_run = false;  // says what would be done
};

enum class RecipeEnd : std::uint8_t {
  as_expected,
  not_as_expected,
  nothing_to_compare,
  interrupted
};

// Prints what it does. Throws InputError if data are missing, a step fails, or the folder belongs
// to other steps.
RecipeEnd run_recipe(const Recipe& recipe, const RecipeRun& run, const Cancellation& interrupt);

}  // namespace winnow
