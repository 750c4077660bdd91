#include "learn/teacher.h"

#include "model/predictions.h"
#include "term/hash.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace winnow {

namespace {

constexpr const char* kHint = "'winnow score' on the same examples writes such tables";

bool same_labels(std::span<const Premise> premises, const ExampleLabels& answers, std::size_t begin,
                 std::size_t end) {
  if (premises.size() != end - begin) return false;
  for (std::size_t i = 0; i < premises.size(); ++i)
    if (premises[i].useful() != answers.useful[begin + i]) return false;
  return true;
}

}  // namespace

Teacher::Teacher(const Store& store, std::span<const ExampleId> examples,
                 std::span<const std::string> tables) {
  std::size_t premises = 0;
  std::unordered_map<std::string_view, ExampleId> by_name;
  for (ExampleId example : examples) {
    by_name.emplace(store.name(example), example);
    ranges_[example] = {premises, store.premises(example).size()};
    premises += store.premises(example).size();
  }
  shares_.assign(premises, 0.f);
  std::vector<std::uint32_t> heard(premises, 0);
  for (const std::string& table : tables) {
    Predictions predictions = read_predictions(table);
    std::size_t begin = 0;
    for (std::size_t n = 0; n < predictions.examples.size(); ++n) {
      std::size_t end = predictions.answers.item_ends[n];
      if (auto found = by_name.find(predictions.examples[n]); found != by_name.end()) {
        if (!same_labels(store.premises(found->second), predictions.answers, begin, end))
          throw InputError(Place{table},
                           fmt::format("'{}' has other premises or labels there than in the store",
                                       predictions.examples[n]),
                           kHint);
        std::size_t first = ranges_.at(found->second).begin;
        for (std::size_t i = begin; i < end; ++i) {
          shares_[first + i - begin] += predictions.logits[i];
          ++heard[first + i - begin];
        }
      }
      begin = end;
    }
  }
  for (ExampleId example : examples)
    if (Range range = ranges_.at(example); heard[range.begin] == 0)
      throw InputError(fmt::format("no teacher says anything about the training example '{}'",
                                   store.name(example)),
                       kHint);
  for (std::size_t i = 0; i < premises; ++i)
    shares_[i] = 1 / (1 + std::exp(-shares_[i] / static_cast<float>(heard[i])));
}

std::span<const float> Teacher::useful(ExampleId example) const {
  Range range = ranges_.at(example);
  return std::span(shares_).subspan(range.begin, range.count);
}

std::uint64_t Teacher::fingerprint() const {
  return hash_text({reinterpret_cast<const char*>(shares_.data()), shares_.size() * sizeof(float)});
}

}  // namespace winnow
