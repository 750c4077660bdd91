// data/import_folder.h - what the importers of folders have in common.
// in: a folder, split lists, the first letters of lines that carry formulas
// out: each example's file as hashed lines, in order
#pragma once

#include "data/import.h"
#include "data/text_file.h"
#include "term/hash.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace winnow {

// Stands for a text: 128 bits, so that two texts of a data set are never taken for one.
struct TextKey {
  std::uint64_t first = 0, second = 0;
  bool operator==(const TextKey&) const = default;
};
inline TextKey key_of(std::string_view text, TextKey seed = {}) {
  return {hash_text(text, seed.first), hash_text(text, seed.second ^ 0x5bd1e995)};
}
struct TextKeyHash {
  std::size_t operator()(const TextKey& key) const { return key.first; }
};
template <class Id>
using TextCache = std::unordered_map<TextKey, Id, TextKeyHash>;

// One example's file.
struct ExampleFile {
  std::string name;  // of the example
  SplitId split{};
  std::string path;
  std::unique_ptr<const std::string> text;  // by pointer: lines stay valid when the file moves
  std::vector<TextLine> lines;
  std::vector<TextKey> keys;  // [lines]
  Place place(const TextLine& line, std::uint64_t column = 0) const {
    return {path, line.number, column};
  }
};

// Calls `use` with every example of the lists, in order. An InputError that `use` throws, and a
// file that is not there, end up in the report if options.keep_going, and are thrown otherwise.
// `make_keys` fills ExampleFile::keys; it runs ahead on the second thread.
void each_example_file(const std::filesystem::path& folder, const ImportOptions& options,
                       StoreWriter& writer, ImportReport& report,
                       const std::function<void(ExampleFile&)>& make_keys,
                       const std::function<void(const ExampleFile&)>& use);

// Runs `read`; true if it succeeded. An InputError is listed or thrown, as options.keep_going says.
template <class Read>
bool read_or_skip(const ImportOptions& options, ImportReport& report, Read&& read) {
  try {
    read();
    return true;
  } catch (const InputError& error) {
    if (!options.keep_going) throw;
    report.skipped.push_back({error.what(), error.hint()});
    return false;
  }
}

// Throws InputError if nothing was added: a data set without examples is a mistake.
void refuse_if_empty(const StoreWriter& writer, const ImportReport& report,
                     const std::string& source);

// The text of options.order, read first so that a wrong path is noticed first; and its use, when
// all formulas are known.
std::string read_order(const ImportOptions& options);
void set_chronology(std::string_view order, StoreWriter& writer);

}  // namespace winnow
