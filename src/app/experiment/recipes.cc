// app/experiment/recipes.cc - the table of figures that can be made again (recipe.h).
// Minutes are those of docs/lab/training.md where a run is written down there, on one core of an
// AMD EPYC, and estimates elsewhere; two cores are faster. A spread is what seeds and other
// machines' rounding may change: three seeds of a joint model lay within 0.14 points.
#include "app/experiment/recipe.h"

#include "term/nearest.h"
#include "winnow/error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace winnow {

namespace {

using Words = std::vector<std::string>;

RecipeStep import_mizar() {
  return {
      "import-mizar",
      StepKind::command,
      {"data", "import", "mizar", "{data}/mizar/nndata", "--split", "train={data}/mizar/train.txt",
       "--split", "dev={data}/mizar/dev.txt", "--order", "{data}/mizar/order.txt", "-o", "{mizar}"},
      1};
}

RecipeStep import_holstep() {
  return {"import-holstep",
          StepKind::command,
          {"data", "import", "holstep", "{data}/holstep/train", "--split",
           "train={data}/holstep/train.txt", "--split", "dev={data}/holstep/dev.txt", "-o",
           "{holstep}"},
          3};
}

RecipeStep training(std::string name, const std::string& data, Words options, double minutes) {
  Words words = {"train", "--data", data, "--out", "{out}/" + name};
  words.insert(words.end(), options.begin(), options.end());
  return {std::move(name), StepKind::training, std::move(words), minutes};
}

// The model of a training: {out}/NAME/best.safetensors.
std::string best_of(const std::string& name) { return "{out}/" + name + "/best.safetensors"; }

RecipeStep pack(std::string name, const std::string& from, Words options = {}) {
  Words words = {"model", "pack", from, "--bytes", "-o", "{out}/" + name + ".safetensors"};
  words.insert(words.end(), options.begin(), options.end());
  return {std::move(name), StepKind::command, std::move(words), 0.2};
}

RecipeStep eval_of(const std::string& model, const std::string& data, double minutes,
                   Words options = {}) {
  Words words = {"eval", "--model", model, "--data", data, "--json"};
  words.insert(words.end(), options.begin(), options.end());
  return {"eval", StepKind::measure, std::move(words), minutes};
}

RecipeFigure accuracy(std::optional<double> expected, double spread) {
  return {"dev accuracy in percent", "eval.json", "/models/0/accuracy", 100, expected, spread};
}

// A model trained on each half of the training examples says what it thinks of the other half.
std::vector<RecipeStep> teachers() {
  std::vector<RecipeStep> steps = {
      {"halves", StepKind::halves, {"{data}/mizar/train.txt", "{out}/a.txt", "{out}/b.txt"}, 0}};
  for (auto [own, other] : {std::pair("a", "b"), std::pair("b", "a")}) {
    const std::string store = fmt::format("{{out}}/{}.store", own);
    steps.push_back({fmt::format("import-{}", own),
                     StepKind::command,
                     {"data", "import", "mizar", "{data}/mizar/nndata", "--split",
                      fmt::format("train={{out}}/{}.txt", own), "--split",
                      fmt::format("other={{out}}/{}.txt", other), "--split",
                      "dev={data}/mizar/dev.txt", "--order", "{data}/mizar/order.txt", "-o", store},
                     1});
    steps.push_back(training(fmt::format("teacher-{}", own), store,
                             {"--preset", "mizar", "--epochs", "8", "--dev-examples", "800"}, 20));
    steps.push_back({fmt::format("by-{}", own),
                     StepKind::command,
                     {"score", "--model", best_of(fmt::format("teacher-{}", own)), "--data", store,
                      "--split", "other", "--predictions", fmt::format("{{out}}/by-{}.tsv", own)},
                     1});
  }
  return steps;
}

const Words kTeachers = {"--teacher", "{out}/by-a.tsv", "--teacher", "{out}/by-b.tsv"};

Words with_teachers(Words options) {
  options.insert(options.end(), kTeachers.begin(), kTeachers.end());
  return options;
}

// Packed, given nearest examples, packed again, measured.
void finish_model(Recipe& recipe, const std::string& model) {
  recipe.steps.push_back(pack("packed", model));
  recipe.steps.push_back({"nearest",
                          StepKind::command,
                          {"attach-examples", "--model", "{out}/packed.safetensors", "--data",
                           "{mizar}", "-o", "{out}/nearest.safetensors"},
                          3});
  recipe.steps.push_back(pack(recipe.name, "{out}/nearest.safetensors"));
  recipe.steps.push_back(eval_of("{out}/" + recipe.name + ".safetensors", "{mizar}", 1));
}

Recipe mizar_joint() {
  Recipe recipe{
      "mizar-joint",
      "the shipped model: bidir + attdag with all extensions, distilled, averaged",
      "The shipped model's second run began with the fifth epoch of the first; here a run "
      "of five epochs gives that beginning. Halves of the training examples are drawn "
      "otherwise.",
      {import_mizar(), training("first", "{mizar}", {"--preset", "mizar"}, 50),
       training("begin", "{mizar}", {"--preset", "mizar", "--epochs", "5"}, 25)},
      {accuracy(82.19, 0.4)}};
  for (RecipeStep& step : teachers()) recipe.steps.push_back(std::move(step));
  recipe.steps.push_back(
      training("distilled", "{mizar}",
               with_teachers({"--preset", "mizar", "--epochs", "8", "--learning-rate", "0.0012",
                              "--begin-with", best_of("begin")}),
               38));
  recipe.steps.push_back(
      {"mean",
       StepKind::command,
       {"model", "average", best_of("first"), best_of("distilled"), "-o", "{out}/mean.safetensors"},
       0.2});
  finish_model(recipe, "{out}/mean.safetensors");
  return recipe;
}

Recipe mizar_pair() {
  Recipe recipe{"mizar-pair",
                "the shipped pair model's figure: a joint model, then pair mode with teachers",
                "The shipped model came from a longer chain (docs/lab/training.md) and has 78.57; "
                "this one, 'pair, distilled from preset' there, had 78.43. It began with the sixth "
                "epoch of the joint run; here it begins with the best.",
                {import_mizar(), training("first", "{mizar}", {"--preset", "mizar"}, 50)},
                {accuracy(78.43, 0.4)}};
  for (RecipeStep& step : teachers()) recipe.steps.push_back(std::move(step));
  recipe.steps.push_back(
      training("distilled", "{mizar}",
               with_teachers({"--preset", "mizar", "--mode", "pair", "--no-compare", "--epochs",
                              "7", "--learning-rate", "0.0012", "--teacher-share", "0.6",
                              "--begin-with", best_of("first")}),
               46));
  finish_model(recipe, best_of("distilled"));
  return recipe;
}

Recipe holstep() {
  return {
      "holstep",
      "the shipped model's figure: daglstm up + dag with precedents, then steps beside each other",
      "The shipped model's pair model came from two runs and is the mean of three epochs "
      "(docs/lab/training.md); here it is one run of the preset, which nobody has measured to its "
      "end. The joint run, of three epochs, is the same.",
      {import_holstep(), training("run", "{holstep}", {"--preset", "holstep"}, 200),
       training("joint", "{holstep}",
                {"--preset", "holstep",      "--mode",          "joint",    "--compare",
                 "--match",  "--begin-with", best_of("run"),    "--epochs", "3",
                 "--batch",  "16",           "--micro-batches", "1",        "--learning-rate",
                 "0.001",    "--choose-by",  "unseen",          "--seed",   "11"},
                40),
       pack("holstep", best_of("joint"), {"--ranks", "3"}),
       eval_of("{out}/holstep.safetensors", "{holstep}", 1)},
      {accuracy(92.40, 0.4)}};
}

RecipeStep recall_of(Words options, double minutes) {
  Words words = {"experiment", "recall",     "--data",
                 "{mizar}",    "--problems", "{data}/mizar/prove100.txt",
                 "--json"};
  words.insert(words.end(), options.begin(), options.end());
  return {"recall", StepKind::measure, std::move(words), minutes};
}

Recipe mizar_rank() {
  return {
      "mizar-rank",
      "the shipped model that retrieves and reranks, and the recall at 64 of its first stage on "
      "the "
      "100 problems of prove100",
      "The fusion that is shipped beside it (mizar-rank.fusion.json) is not fitted again.",
      {import_mizar(),
       training("run", "{mizar}",
                {"--preset", "mizar-retrieve", "--retrieve", "96", "--least-features", "5"}, 19),
       {"lists",
        StepKind::command,
        {"experiment", "lists", "--data", "{mizar}", "--problems", "11000", "--except",
         "{data}/mizar/prove100.txt", "--model", "none", "-o", "{out}/lists.store"},
        12},
       training("rerank", "{out}/lists.store", {"--preset", "mizar-rerank"}, 15),
       {"both",
        StepKind::command,
        {"model", "join", best_of("rerank"), best_of("run"), "-o", "{out}/both.safetensors"},
        0.2},
       pack("mizar-rank", "{out}/both.safetensors"),
       recall_of(
           {"--rankers", "retrieve", "--model", "{out}/mizar-rank.safetensors", "--without-proofs"},
           3)},
      {{"recall at 64 in percent", "recall.json", "/recall/retrieve/2", 100, 86.4, 1}}};
}

// Two seeds for the rows that the paper's claims rest on.
RecipeStep table(const std::string& preset, const std::string& data, Words options,
                 double minutes) {
  Words words = {"ablate",
                 "--preset",
                 preset,
                 "--grid",
                 "paper",
                 "--data",
                 data,
                 "--out",
                 "{out}/table",
                 "--seeds",
                 "1,2",
                 "--seeds-for",
                 "bidir+dag,bidir+attdag,daglstm-down+dag,daglstm-down+attdag,mpnn+max"};
  words.insert(words.end(), options.begin(), options.end());
  return {"table", StepKind::resuming, std::move(words), minutes};
}

std::vector<RecipeFigure> table_rows() {
  std::vector<RecipeFigure> figures;
  for (const char* row : {"mpnn+max", "mpnn+dag", "mpnn+attdag", "gcn+max", "gcn+dag", "gcn+attdag",
                          "daglstm-down+dag", "daglstm-down+attdag", "daglstm+dag",
                          "daglstm+attdag", "bidir+dag", "bidir+attdag"})
    figures.push_back({fmt::format("{}, dev accuracy in percent", row), "table/table.json",
                       fmt::format("/accuracies/{}", row)});
  return figures;
}

Recipe table_mizar() {
  return {"table-mizar",
          "the paper's second table on Mizar: twelve variants by the paper's settings, 17 runs",
          "The paper trains 30 epochs; a row here ends after four without a better one.",
          {import_mizar(), table("paper-mizar", "{mizar}", {}, 1600)},
          table_rows()};
}

Recipe table_holstep() {
  return {"table-holstep",
          "the same on HolStep: as many of five epochs as two hours a run allow",
          "The paper trains five epochs. A batch is four steps of each of eight conjectures, where "
          "the paper draws 32 pairs.",
          {import_holstep(), table("paper-holstep", "{holstep}", {"--row-time", "2h"}, 2100)},
          table_rows()};
}

Recipe prove100() {
  return {"prove100",
          "problems of prove100 that the installed provers prove in 10 s of CPU time each",
          "It depends on the machine and on which provers are installed ('winnow provers'); 83 are "
          "for all that Debian has.",
          {import_mizar(),
           {"prove",
            StepKind::resuming,
            {"experiment", "prove", "--data", "{mizar}", "--problems", "{data}/mizar/prove100.txt",
             "--arms", "auto", "--time", "10", "--jobs", "2", "--out", "{out}/prove100"},
            10}},
          {{"proved of 100", "prove100/results.jsonl", "proved", 1, 83, 4}}};
}

Recipe recall_prove100() {
  return {"recall-prove100",
          "recall of the default ranking at 64 on the same problems, proofs of others known",
          "",
          {import_mizar(), recall_of({"--rankers", "fusion"}, 4)},
          {{"recall at 64 in percent", "recall.json", "/recall/fusion/2", 100, 93.1, 0.3}}};
}

// What the shipped files have, without training.
Recipe shipped(const std::string& name, const std::string& model, const std::string& what,
               double expected, RecipeStep import, const std::string& data, double minutes,
               Words options = {}) {
  return {
      name,
      what,
      "",
      {std::move(import), eval_of("{shipped/" + model + "}", data, minutes, std::move(options))},
      {accuracy(expected, 0.05)}};
}

}  // namespace

double Recipe::minutes() const {
  double sum = 0;
  for (const RecipeStep& step : steps) sum += step.minutes;
  return sum;
}

std::vector<Recipe> recipes() {
  return {
      shipped("eval-mizar-joint", "mizar-joint", "the shipped file on dev", 82.19, import_mizar(),
              "{mizar}", 1),
      shipped("unknown-mizar-joint", "mizar-joint", "the shipped file on dev, every symbol unknown",
              78.84, import_mizar(), "{mizar}", 1, {"--unknown-symbols"}),
      shipped("eval-mizar-pair", "mizar-pair", "the shipped file on dev", 78.57, import_mizar(),
              "{mizar}", 1),
      shipped("eval-holstep", "holstep", "the shipped file on dev", 92.40, import_holstep(),
              "{holstep}", 1),
      mizar_joint(),
      mizar_pair(),
      holstep(),
      mizar_rank(),
      table_mizar(),
      table_holstep(),
      prove100(),
      recall_prove100()};
}

Recipe recipe_called(const std::string& name) {
  std::vector<std::string> names;
  for (Recipe& each : recipes()) {
    if (each.name == name) return each;
    names.push_back(each.name);
  }
  const std::vector<std::string_view> views(names.begin(), names.end());
  throw InputError(fmt::format("there is no recipe called '{}'", name),
                   hint_with_nearest(name, views, "'winnow reproduce --list' shows them"));
}

}  // namespace winnow
