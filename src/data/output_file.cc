#include "data/output_file.h"

#include "data/store_format.h"
#include "winnow/error_code.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>

namespace winnow {

namespace {

constexpr std::size_t kFirstBytes = std::size_t{1} << 16;

struct Recogniser {
  std::string_view name;
  std::string_view begins;    // with this, and
  std::string_view contains;  // this in its first bytes
};

constexpr std::string_view kStore{store_format::kMagic.data(), store_format::kMagic.size()};

constexpr std::array<Recogniser, 23> kRecognisers = {{
    {"a store", kStore, ""},
    {"an index", "\x89windex\n", ""},
    {"a model", "", "\"winnow-model-"},
    {"a fusion file", "{\"format\":\"winnow-fusion-", ""},
    {"a file of rows", "", "\"winnow-rows-"},
    {"a table of predictions", "example\tpremise\tlabel\tlogit\n", ""},
    {"a page of HTML", "<!doctype html>", ""},
    {"a picture", "<svg ", ""},
    {"a graph for Graphviz", "digraph ", ""},
    {"a graph in JSON", "{\"name\":", ""},
    {"a table of nodes", "", "  up  down  edges to arguments"},
    {"axioms of a proof", "% axioms used", ""},
    {"a ranking", "rank\tname\tscore", ""},
    {"a ranking in JSON", "{\n  \"goal\":", ""},
    {"a problem cut down", "% ", ", ranked by "},
    {"a checkpoint", "", "\"winnow-checkpoint-"},
    {"metrics of a run", "{\"epoch\":", ""},
    {"results of an experiment", "{\"", "\"problem"},
    {"a report of an experiment", "", " problems, "},
    {"a table of an ablation", "| variant ", ""},
    {"an ablation in JSON", "{\n \"data\":", "\"rows\":"},
    {"settings of a run", "{\n  \"format\": \"winnow-run-", ""},
    {"an inverted file of an index", "\x89wlists\n", ""},
}};

const Recogniser& of(FileKind kind) { return kRecognisers[static_cast<std::size_t>(kind)]; }

std::string first_bytes(const std::filesystem::path& path) {
  std::string bytes(kFirstBytes, '\0');
  int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  ssize_t got = file < 0 ? -1 : ::pread(file, bytes.data(), bytes.size(), 0);
  if (file >= 0) ::close(file);
  bytes.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  // What cannot be read is of no kind that we know.
  return got < 0 ? "?" : bytes;
}

std::optional<struct stat> status_of(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return status;
}

}  // namespace

std::string_view to_string(FileKind kind) { return of(kind).name; }

bool is_of_kind(FileKind kind, std::string_view bytes) {
  const Recogniser& known = of(kind);
  if (bytes.empty()) return true;
  const bool has_tensors =
      kind == FileKind::model || kind == FileKind::rows || kind == FileKind::checkpoint;
  if (has_tensors) bytes = bytes.substr(std::min<std::size_t>(bytes.size(), 8));
  if (has_tensors && !bytes.starts_with('{')) return false;
  return bytes.starts_with(known.begins) && bytes.find(known.contains) != std::string_view::npos;
}

namespace {

void check(const std::filesystem::path& path, FileKind kind, std::span<const std::string> inputs,
           bool force, bool in_folder) {
  auto output = status_of(path);
  if (!output) return;
  bool is_file = S_ISREG(output->st_mode) || S_ISBLK(output->st_mode);
  if (!is_file) return;  // a folder is refused where it is opened
  for (const std::string& input : inputs) {
    auto read = status_of(input);
    if (read && read->st_dev == output->st_dev && read->st_ino == output->st_ino)
      throw InputError(Place{path.string()},
                       fmt::format("would be written over, and it is read as {}", input),
                       "choose another name for the output");
  }
  if (force || is_of_kind(kind, first_bytes(path))) return;
  const std::string what = fmt::format("exists and is not {}", to_string(kind));
  if (in_folder)
    throw CodedError(ErrorCode::output_folder, {path.string()}, Place{path.string()}, what,
                     "choose another folder");
  throw CodedError(ErrorCode::output_exists, {path.string()}, Place{path.string()}, what,
                   "choose another name, or write over it");
}

}  // namespace

void check_output(const std::filesystem::path& path, FileKind kind,
                  std::span<const std::string> inputs, bool force) {
  check(path, kind, inputs, force, false);
}

void check_folder_output(const std::filesystem::path& path, FileKind kind,
                         std::span<const std::string> inputs) {
  check(path, kind, inputs, false, true);
}

}  // namespace winnow
