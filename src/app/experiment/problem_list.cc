#include "app/experiment/problem_list.h"

#include "app/cli/option_value.h"
#include "data/text_file.h"
#include "term/nearest.h"
#include "text/input_file.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>
#include <random>
#include <unordered_map>

namespace winnow {

namespace {

template <class T>
std::vector<T> draw(std::vector<T> items, std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  count = std::min(count, items.size());
  // Written out, because std::shuffle differs between standard libraries.
  for (std::size_t i = 0; i < count; ++i)
    std::swap(items[i], items[i + random() % (items.size() - i)]);
  items.resize(count);
  return items;
}

// How many to draw, if `problems` is a number.
std::optional<std::size_t> count_of(const std::string& problems) {
  std::size_t count = 0;
  auto [stop, error] = std::from_chars(problems.data(), problems.data() + problems.size(), count);
  if (error != std::errc() || stop != problems.data() + problems.size()) return std::nullopt;
  if (count == 0)
    throw UsageError("--problems cannot be 0", "how many to draw, or a file of names");
  return count;
}

// Places in `names` of the names in a file.
template <class Name>
std::vector<std::size_t> find_names(const std::vector<Name>& names, const std::string& file,
                                    std::string_view missing, std::string_view hint) {
  std::unordered_map<std::string_view, std::size_t> by_name;
  for (std::size_t i = 0; i < names.size(); ++i) by_name.emplace(names[i], i);
  std::string text = read_text_file(file);
  std::vector<std::size_t> found;
  for (const TextLine& line : lines_of(text)) {
    auto place = by_name.find(line.text);
    if (place == by_name.end())
      throw InputError(
          Place{input_name(file), line.number}, fmt::format("{} called '{}'", missing, line.text),
          hint_with_nearest(line.text, std::vector<std::string_view>(names.begin(), names.end()),
                            hint));
    found.push_back(place->second);
  }
  if (found.empty()) throw InputError(Place{input_name(file)}, "there is no name in it");
  return found;
}

}  // namespace

std::vector<ExampleId> choose_problems(const Store& store, const std::string& split,
                                       const std::string& problems, std::uint64_t seed) {
  std::vector<ExampleId> examples;
  if (auto count = count_of(problems)) {
    for (ExampleId example : store.examples(split_called(store, split)))
      examples.push_back(example);
    if (examples.empty()) throw InputError(fmt::format("the split '{}' has no examples", split));
    return draw(std::move(examples), *count, seed);
  }
  std::vector<std::string_view> names;
  for (std::uint32_t i = 0; i < store.examples(); ++i) names.push_back(store.name(ExampleId{i}));
  for (std::size_t place : find_names(names, problems, "the store has no example",
                                      "'winnow data show' prints an example"))
    examples.push_back(ExampleId{static_cast<std::uint32_t>(place)});
  return examples;
}

std::vector<std::size_t> choose_names(const std::vector<std::string>& names,
                                      const std::string& problems, std::uint64_t seed) {
  auto count = count_of(problems);
  if (!count)
    return find_names(names, problems, "there is no problem with needs",
                      "a problem is a file NAME or NAME.p of the folder with a line of needs");
  if (names.empty()) throw InputError("there is no problem whose needs are known");
  std::vector<std::size_t> places(names.size());
  std::iota(places.begin(), places.end(), 0);
  return draw(std::move(places), *count, seed);
}

}  // namespace winnow
