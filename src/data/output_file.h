// data/output_file.h - what a command may write over.
// in: where its output goes, of which kind it is, what its inputs are
// out: nothing, or an InputError.
// A file that exists is replaced only by one of its own kind: so a slip of the hand
// (`winnow index -o library.ax`) costs a message, not a library.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace winnow {

enum class FileKind : std::uint8_t {
  store,
  index,
  model,
  fusion,
  rows,
  predictions,
  page,
  picture,
  dot,
  graph_json,
  graph_text,
  axioms,
  ranking,
  ranking_json,
  problem,
  checkpoint,
  metrics,
  results,
  experiment_report,
  ablation_table,
  ablation_json,
  run_settings,
  inverted_file,
};
std::string_view to_string(FileKind kind);  // "a store"

// Told by their first bytes. An empty file is of every kind.
bool is_of_kind(FileKind kind, std::string_view first_bytes);

// Throws InputError if `path` is one of `inputs`, also under another name, or, without `force`, if
// it exists and is something else than `kind`. Pipes and devices such as /dev/null may always be
// written.
void check_output(const std::filesystem::path& path, FileKind kind,
                  std::span<const std::string> inputs, bool force = false);
// The same for a file within an --out folder, where nothing is written by force.
void check_folder_output(const std::filesystem::path& path, FileKind kind,
                         std::span<const std::string> inputs = {});

}  // namespace winnow
