#include "app/experiment/result_lines.h"

#include "data/text_file.h"
#include "winnow/error.h"

#include <filesystem>

namespace winnow {

namespace fs = std::filesystem;

ResultLines::ResultLines(const std::string& folder, const std::string& settings) {
  const fs::path file = fs::path(folder) / "results.jsonl",
                 known = fs::path(folder) / "settings.txt";
  std::error_code failed;
  fs::create_directories(folder, failed);
  std::string text;
  if (fs::exists(file)) {
    if (!fs::exists(known) || read_text_file(known) != settings + "\n")
      throw InputError(Place{known.string()}, "the results there were made with other settings",
                       "take another --out");
    text = read_text_file(file);
    for (Outcome& outcome : read_results(folder)) done_[outcome.problem] = std::move(outcome);
  }
  write_text_file(known, settings + "\n");
  stream_.open(file, std::ios::app | std::ios::binary);
  if (!stream_) throw InputError(Place{file.string()}, "cannot be written");
  if (!text.empty() && text.back() != '\n') stream_ << '\n';  // a line was cut off
}

const Outcome* ResultLines::find(const std::string& problem) const {
  const auto found = done_.find(problem);
  return found == done_.end() ? nullptr : &found->second;
}

void ResultLines::add(const Outcome& outcome) {
  stream_ << to_json_line(outcome) << std::flush;
  if (!stream_) throw InputError("results.jsonl cannot be written", "is the disk full?");
}

std::vector<Outcome> read_results(const std::string& folder) {
  const fs::path file = fs::path(folder) / "results.jsonl";
  const std::string text = read_text_file(file);
  std::vector<Outcome> outcomes;
  for (const Line& line : lines_of(text))
    if (Outcome outcome; from_json_line(line.text, outcome)) outcomes.push_back(std::move(outcome));
  return outcomes;
}

}  // namespace winnow
