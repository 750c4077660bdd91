#include "app/problem_list.h"

#include "app/option_value.h"
#include "data/text_file.h"
#include "term/nearest.h"
#include "text/input_file.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <random>
#include <unordered_map>

namespace winnow {

namespace {

std::vector<ExampleId> draw(std::vector<ExampleId> examples, std::size_t count,
                            std::uint64_t seed) {
  std::mt19937_64 random(seed);
  count = std::min(count, examples.size());
  // Written out, because std::shuffle differs between standard libraries.
  for (std::size_t i = 0; i < count; ++i)
    std::swap(examples[i], examples[i + random() % (examples.size() - i)]);
  examples.resize(count);
  return examples;
}

}  // namespace

std::vector<ExampleId> choose_problems(const Store& store, const std::string& split,
                                       const std::string& problems, std::uint64_t seed) {
  std::size_t count = 0;
  auto [stop, error] = std::from_chars(problems.data(), problems.data() + problems.size(), count);
  if (error == std::errc() && stop == problems.data() + problems.size()) {
    if (count == 0)
      throw UsageError("--problems cannot be 0", "how many to draw, or a file of names");
    auto found = store.find_split(split);
    if (!found)
      throw InputError(fmt::format("no split is called '{}'", split),
                       "'winnow data info' lists the splits");
    std::vector<ExampleId> examples;
    for (ExampleId example : store.examples(*found)) examples.push_back(example);
    if (examples.empty()) throw InputError(fmt::format("the split '{}' has no examples", split));
    return draw(std::move(examples), count, seed);
  }
  std::unordered_map<std::string_view, ExampleId> by_name;
  for (std::uint32_t i = 0; i < store.examples(); ++i)
    by_name.emplace(store.name(ExampleId{i}), ExampleId{i});
  std::string text = read_text_file(problems);
  std::vector<ExampleId> examples;
  for (const Line& line : lines_of(text)) {
    auto found = by_name.find(line.text);
    if (found == by_name.end()) {
      std::vector<std::string_view> names;
      for (std::uint32_t i = 0; i < store.examples(); ++i)
        names.push_back(store.name(ExampleId{i}));
      throw InputError(Place{input_name(problems), line.number},
                       fmt::format("the store has no example called '{}'", line.text),
                       hint_with_nearest(line.text, names, "'winnow data show' prints an example"));
    }
    examples.push_back(found->second);
  }
  if (examples.empty()) throw InputError(Place{input_name(problems)}, "there is no name in it");
  return examples;
}

}  // namespace winnow
