// data/import.h - from the files of a data set to a store.
// in: a folder or file in one of three layouts (docs/formats.md)     out: a store, and a report
// A second thread reads files ahead and hashes their formulas; the calling thread parses those
// that it has not seen, in the order of the split lists. So the same input gives the same bytes.
#pragma once

#include "data/store_writer.h"
#include "text/formula.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace winnow {

struct SplitList {
  std::string name;             // "train"
  std::filesystem::path names;  // a text file: the name of an example a line
};

struct ImportOptions {
  std::vector<SplitList> splits;  // none: all files of the folder, as one split "all"
  std::filesystem::path order;    // names of statements, the oldest first; empty: no chronology
  bool keep_going = false;        // skip and list what is wrong instead of throwing
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;  // in examples
};

struct ImportReport {
  std::uint64_t texts = 0;   // formula texts read
  std::uint64_t parsed = 0;  // of these, parsed: the others had been seen before
  std::uint64_t bytes = 0;   // of input
  std::vector<Skipped> skipped;
};

// Each fills `writer`, which keeps its terms in `bank`. Throws InputError with file, line and
// column at the first mistake, unless told to keep going.
//
// DIR/NAME: "C fof(...)." then "+ fof(...)." and "- fof(...)." lines.
ImportReport import_mizar(const std::filesystem::path& folder, const ImportOptions& options,
                          TermBank& bank, StoreWriter& writer);
// DIR/NAME: lines N C T, then D A T, then + T and - T. Steps become premises, D dependencies.
ImportReport import_holstep(const std::filesystem::path& folder, const ImportOptions& options,
                            TermBank& bank, StoreWriter& writer);
// One JSON object a line. The splits are named in the file.
ImportReport import_jsonl(const std::filesystem::path& file, const ImportOptions& options,
                          TermBank& bank, StoreWriter& writer);
// The same for text in memory; `name` stands in for the file's name in messages.
ImportReport import_jsonl_text(std::string_view text, const std::string& name,
                               const ImportOptions& options, TermBank& bank, StoreWriter& writer);

}  // namespace winnow
