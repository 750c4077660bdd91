// app/experiment/run_recipe.cc - does the steps of a recipe (recipe.h) that are not done yet, and
// compares what comes out.
#include "app/cli/progress.h"
#include "app/cli/terminal.h"
#include "app/experiment/comparison.h"
#include "app/experiment/recipe.h"
#include "data/json_text.h"
#include "data/text_file.h"
#include "process/foreground.h"
#include "select/model_files.h"
#include "term/seconds.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

namespace winnow {

namespace {

using Json = nlohmann::ordered_json;
using Words = std::vector<std::string>;

std::string duration(double minutes) {
  if (minutes < 1) return "less than a minute";
  if (minutes < 1.5) return "a minute";
  if (minutes < 90) return fmt::format("{:.0f} minutes", minutes);
  return fmt::format("{:.1f} hours", minutes / 60);
}

void replace_all(std::string& text, std::string_view what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
}

std::string shell_text(const Words& words) {
  std::string text = "winnow";
  for (const std::string& word : words) text += ' ' + word;
  return text;
}

class RecipeRunner {
 public:
  RecipeRunner(const Recipe& recipe, const RecipeRun& run, const Cancellation& interrupt)
      : recipe_(recipe), run_(run), interrupt_(interrupt), done_file_(run.out / "steps.json") {
    if (std::filesystem::exists(done_file_)) done_ = parse_json(read_text_file(done_file_));
    if (done_.contains("recipe") && done_["recipe"] != recipe.name)
      throw InputError(
          Place{run.out.string()},
          fmt::format("this folder belongs to the recipe '{}'", done_["recipe"].get<std::string>()),
          "choose another folder");
  }

  RecipeEnd run() {
    announce();
    if (run_.dry_run) return RecipeEnd::nothing_to_compare;
    std::filesystem::create_directories(run_.out);
    for (std::size_t i = 0; i < recipe_.steps.size(); ++i) {
      const RecipeStep& step = recipe_.steps[i];
      if (is_done(step)) continue;
      write_out(fmt::format("\n[{} of {}] {}\n", i + 1, recipe_.steps.size(), shown(step)));
      flush_out();
      const auto begin = std::chrono::steady_clock::now();
      if (!carry_out(step)) return RecipeEnd::interrupted;
      mark_done(step, seconds_since(begin));
    }
    return compare();
  }

 private:
  // {mizar} and {holstep} are where the data are, if somebody has imported them already.
  std::filesystem::path store(const std::string& name) const {
    std::filesystem::path given = run_.data / (name + ".store");
    return std::filesystem::exists(given) ? given : run_.out / (name + ".store");
  }

  Words words(const RecipeStep& step) const {
    Words result = step.words;
    for (std::string& word : result) {
      replace_all(word, "{mizar}", store("mizar").string());
      replace_all(word, "{holstep}", store("holstep").string());
      replace_all(word, "{data}", run_.data.string());
      replace_all(word, "{out}", run_.out.string());
      constexpr std::string_view kShipped = "{shipped/";
      if (word.starts_with(kShipped) && word.ends_with('}'))
        word = find_model(word.substr(kShipped.size(), word.size() - kShipped.size() - 1)).string();
    }
    return result;
  }

  std::string shown(const RecipeStep& step) const {
    const Words line = words(step);
    if (step.kind == StepKind::halves)
      return fmt::format("(every other line of {} into {}, the rest into {})", line.at(0),
                         line.at(1), line.at(2));
    return shell_text(line);
  }

  std::filesystem::path measured(const RecipeStep& step) const {
    return run_.out / (step.name + ".json");
  }

  // A store that is there already needs no import.
  bool is_done(const RecipeStep& step) const {
    const Words now = words(step);
    if (now.size() > 1 && now[0] == "data" && now[1] == "import" &&
        now.back().starts_with(run_.data.string() + "/"))
      return true;
    auto steps = done_.find("steps");
    if (steps == done_.end() || !steps->contains(step.name)) return false;
    // As they are printed: a path need not be UTF-8.
    if (print_json((*steps)[step.name].at("words")) != print_json(now))
      throw InputError(Place{run_.out.string()},
                       fmt::format("the step '{}' was done there with other words", step.name),
                       "choose another folder");
    return true;
  }

  void mark_done(const RecipeStep& step, double seconds) {
    done_["recipe"] = recipe_.name;
    done_["steps"][step.name] = {{"words", words(step)}, {"minutes", std::round(seconds / 6) / 10}};
    write_text_file(done_file_, print_json(done_, 1) + '\n');
  }

  void announce() const {
    double minutes = 0;
    for (const RecipeStep& step : recipe_.steps)
      if (!is_done(step)) minutes += step.minutes;
    std::string text = fmt::format("{}: {}\n", recipe_.name, recipe_.what);
    if (!recipe_.honesty.empty()) text += recipe_.honesty + '\n';
    for (const RecipeStep& step : recipe_.steps)
      text +=
          fmt::format("  {:<20}{}\n", is_done(step) ? "done" : duration(step.minutes), shown(step));
    text += fmt::format("Expected to take {} on two cores.\n", duration(minutes));
    write_out(text);
    flush_out();
  }

  // False: interrupted.
  bool carry_out(const RecipeStep& step) {
    Words line = words(step);
    if (step.kind == StepKind::halves) {
      write_halves(line);
      return true;
    }
    if (step.kind == StepKind::training &&
        std::filesystem::exists(run_.out / step.name / "checkpoint.safetensors"))
      line.push_back("--resume");
    if (step.kind == StepKind::resuming && line.size() > 1 && line[0] == "experiment" &&
        std::filesystem::exists(std::filesystem::path(line.back()) / "results.jsonl"))
      line.push_back("--resume");
    line.insert(line.begin(), run_.program);
    // Under another name until it is whole.
    const std::string file =
        step.kind == StepKind::measure ? measured(step).string() + ".part" : "";
    ForegroundResult result = run_in_foreground(line, file, interrupt_);
    if (result.interrupted || interrupt_.requested()) return false;
    if (result.exit_code != 0)
      throw InputError(
          fmt::format("the step '{}' failed: {}", step.name,
                      result.signal != 0 ? fmt::format("signal {}", result.signal)
                                         : fmt::format("exit code {}", result.exit_code)),
          "once that is mended, the same command goes on from here");
    if (!file.empty()) std::filesystem::rename(file, measured(step));
    return true;
  }

  static void write_halves(const Words& line) {
    require(line.size() == 3, "a list and two halves");
    const std::string text = read_text_file(line[0]);
    std::string halves[2];
    std::size_t count = 0;
    for (const TextLine& name : lines_of(text)) {
      halves[count % 2] += name.text;
      halves[count++ % 2] += '\n';
    }
    write_text_file(line[1], halves[0]);
    write_text_file(line[2], halves[1]);
  }

  std::optional<double> measure(const RecipeFigure& figure) const {
    const std::filesystem::path file = run_.out / figure.file;
    if (figure.pointer == "proved") {
      const std::string text = read_text_file(file);
      double proved = 0;
      for (const TextLine& line : lines_of(text))
        if (Outcome outcome; from_json_line(line.text, outcome)) proved += outcome.proved;
      return proved;
    }
    const Json json = parse_json(read_text_file(file));
    const Json::json_pointer pointer(figure.pointer);
    if (!json.contains(pointer) || !json.at(pointer).is_number()) return std::nullopt;
    return json.at(pointer).get<double>() * figure.scale;
  }

  RecipeEnd compare() const {
    RecipeEnd end = RecipeEnd::nothing_to_compare;
    write_out("\n");
    for (const RecipeFigure& figure : recipe_.figures) {
      const std::optional<double> found = measure(figure);
      std::string verdict = "nobody has measured it before";
      if (figure.expected) {
        const bool holds = found && std::abs(*found - *figure.expected) <= figure.spread + 1e-9;
        verdict = fmt::format("expected {:.2f} ± {:.2f}: {}", *figure.expected, figure.spread,
                              holds ? "as expected" : "NOT as expected");
        if (!holds)
          end = RecipeEnd::not_as_expected;
        else if (end == RecipeEnd::nothing_to_compare)
          end = RecipeEnd::as_expected;
      }
      write_out(fmt::format("{}: {}; {}\n", figure.what,
                            found ? fmt::format("{:.2f}", *found) : "not there", verdict));
    }
    return end;
  }

  const Recipe& recipe_;
  const RecipeRun& run_;
  const Cancellation& interrupt_;
  std::filesystem::path done_file_;
  Json done_ = Json::object();
};

}  // namespace

RecipeEnd run_recipe(const Recipe& recipe, const RecipeRun& run, const Cancellation& interrupt) {
  return RecipeRunner(recipe, run, interrupt).run();
}

}  // namespace winnow
