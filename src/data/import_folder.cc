#include "data/import_folder.h"

#include "data/ahead.h"
#include "text/input_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace winnow {

namespace {

// Files that wait for the parser: enough to hide a slow disk, little enough to fit any memory.
constexpr std::size_t kFilesAhead = 32;

struct Named {
  std::string name;
  SplitId split;
  std::string listed;  // "train.txt:17", for messages
};

std::vector<Named> all_of(const std::filesystem::path& folder, StoreWriter& writer) {
  std::vector<Named> result;
  SplitId all = writer.add_split("all");
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.is_regular_file()) result.push_back({entry.path().filename().string(), all, ""});
  std::ranges::sort(result, {}, &Named::name);  // a folder has no order of its own
  return result;
}

std::vector<Named> names_in(const std::vector<SplitList>& splits, StoreWriter& writer) {
  std::vector<Named> result;
  std::unordered_map<std::string, std::string> listed;
  for (const SplitList& split : splits) {
    SplitId id = writer.add_split(split.name);
    std::string text = read_text_file(split.names);
    for (const TextLine& line : lines_of(text)) {
      std::string name(line.text);
      Place at{input_name(split.names), line.number};
      auto [before, is_new] = listed.try_emplace(name, to_string(at));
      if (!is_new)
        throw InputError(at, fmt::format("'{}' is already in {}", name, before->second),
                         "an example belongs to one split, once");
      result.push_back({std::move(name), id, to_string(at)});
    }
  }
  return result;
}

}  // namespace

void each_example_file(const std::filesystem::path& folder, const ImportOptions& options,
                       StoreWriter& writer, ImportReport& report,
                       const std::function<void(ExampleFile&)>& make_keys,
                       const std::function<void(const ExampleFile&)>& use) {
  if (!std::filesystem::is_directory(folder))
    throw InputError(Place{folder.string()}, "is not a folder",
                     "give the folder that holds one file for each example");
  std::vector<Named> names =
      options.splits.empty() ? all_of(folder, writer) : names_in(options.splits, writer);
  auto make = [&](std::size_t i) {
    const Named& named = names[i];
    ExampleFile file;
    file.name = named.name;
    file.split = named.split;
    file.path = (folder / named.name).string();
    try {
      file.text = std::make_unique<const std::string>(read_text_file(file.path));
    } catch (const InputError& error) {
      if (named.listed.empty()) throw;
      throw InputError(error.what(), fmt::format("{} names it; is '{}' the folder of this list?",
                                                 named.listed, folder.string()));
    }
    file.lines = lines_of(*file.text);
    make_keys(file);
    return file;
  };
  Ahead<ExampleFile> files(names.size(), kFilesAhead, make);
  for (std::size_t done = 0; done < names.size(); ++done) {
    if (options.progress) options.progress(done, names.size());
    read_or_skip(options, report, [&] {
      auto file = files.next();
      report.bytes += file->text->size();
      use(*file);
    });
  }
  if (options.progress) options.progress(names.size(), names.size());
}

void refuse_if_empty(const StoreWriter& writer, const ImportReport& report,
                     const std::string& source) {
  if (writer.examples() != 0) return;
  throw InputError(Place{source}, "there is no example in it",
                   report.skipped.empty()
                       ? "the help of 'winnow data import' shows what an example looks like"
                       : "skipped: " + report.skipped.front().message);
}

std::string read_order(const ImportOptions& options) {
  return options.order.empty() ? std::string() : read_text_file(options.order);
}

void set_chronology(std::string_view order, StoreWriter& writer) {
  std::vector<std::string_view> names;
  for (const TextLine& line : lines_of(order)) names.push_back(line.text);
  writer.set_chronology(names);
}

}  // namespace winnow
