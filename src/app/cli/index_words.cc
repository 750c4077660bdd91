#include "app/cli/index_words.h"

#include "data/output_file.h"

#include <filesystem>
#include <fstream>

namespace winnow {

namespace {

// A pipe is not looked into: what is read of it is gone.
bool is_index(const std::string& word) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(word, none)) return false;
  std::string first(16, '\0');
  std::ifstream file(word, std::ios::binary);
  file.read(first.data(), static_cast<std::streamsize>(first.size()));
  first.resize(static_cast<std::size_t>(file.gcount()));
  return !first.empty() && is_of_kind(FileKind::index, first);
}

}  // namespace

std::vector<std::string> with_each_index_named(const std::vector<std::string>& words) {
  std::vector<std::string> result;
  bool after_index = false;  // the words before this one are --index and indexes
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool names_first = i > 0 && words[i - 1] == "--index";
    after_index = names_first || (after_index && is_index(words[i]));
    if (after_index && !names_first) result.emplace_back("--index");
    result.push_back(words[i]);
  }
  return result;
}

}  // namespace winnow
