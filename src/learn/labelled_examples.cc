#include "learn/labelled_examples.h"

#include "winnow/error.h"

#include <fmt/format.h>

namespace winnow {

std::vector<ExampleId> labelled_examples(const Store& store, std::string_view name, std::uint32_t most) {
  auto split = store.find_split(name);
  if (!split)
    throw InputError(fmt::format("the store has no split called '{}'", name),
                     "import it with --split train=LIST --split dev=LIST");
  std::vector<ExampleId> examples;
  for (ExampleId example : store.examples(*split))
    if (!store.premises(example).empty()) examples.push_back(example);
  if (most != 0 && examples.size() > most) examples.resize(most);
  if (examples.empty()) throw InputError(fmt::format("the split '{}' has no examples", name));
  return examples;
}

}  // namespace winnow
