#include "app/experiment/name_file.h"

#include "data/text_file.h"

namespace winnow {

std::set<std::string> names_in(const std::string& file) {
  std::set<std::string> names;
  if (file.empty()) return names;
  const std::string text = read_text_file(file);
  for (const TextLine& line : lines_of(text)) names.emplace(line.text);
  return names;
}

}  // namespace winnow
