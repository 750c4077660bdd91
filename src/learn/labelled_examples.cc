#include "learn/labelled_examples.h"

#include "term/hash.h"
#include "term/term_keys.h"
#include "winnow/error_code.h"

#include <fmt/format.h>

namespace winnow {

std::vector<ExampleId> labelled_examples(const Store& store, std::string_view name,
                                         std::uint32_t most) {
  auto split = store.find_split(name);
  if (!split)
    throw CodedError(ErrorCode::unknown_split, {std::string(name)},
                     fmt::format("the store has no split called '{}'", name),
                     "import it with lists of what is in train and in dev");
  std::vector<ExampleId> examples;
  for (ExampleId example : store.examples(*split))
    if (!store.premises(example).empty()) examples.push_back(example);
  if (most != 0 && examples.size() > most) examples.resize(most);
  if (examples.empty()) throw InputError(fmt::format("the split '{}' has no examples", name));
  return examples;
}

std::uint64_t fingerprint(const Store& store, std::span<const ExampleId> examples) {
  std::vector<std::uint64_t> keys = term_keys(store.terms(), symbol_keys(store.terms().symbols));
  std::uint64_t hash = examples.size();
  for (ExampleId example : examples) {
    hash = mix(hash, hash_text(store.name(example)));
    hash = mix(hash, keys[index(store.term(store.conjecture(example)))]);
    for (Premise premise : store.premises(example))
      hash = mix(hash, mix(keys[index(store.term(premise.formula()))], premise.useful() ? 1 : 0));
    hash = mix(hash, store.premises(example).size());
  }
  return hash;
}

}  // namespace winnow
