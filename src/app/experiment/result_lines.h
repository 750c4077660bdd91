// app/experiment/result_lines.h - results of many problems in a folder, a line each, so that a run
// can go on and a part of the work can be done elsewhere.
// in: what a run is to do, outcomes one by one     out: results.jsonl, or results.3-of-16.jsonl of
// a shard; and back: the outcomes of all files in a folder, and what is missing
// A file says what it is for: a line {"run": ...} with the problems, the arms and what decides
// about their results. All else follows from these lines: whether a run may go on, whether two
// files are parts of the same work, and what is missing.
#pragma once

#include "app/experiment/comparison.h"
#include "data/append_file.h"
#include "winnow/shard.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace winnow {

// Of a file's bytes, "" if it is none to read twice. A problem that was changed since is another.
std::string fingerprint_of(const std::string& file);

// The fingerprints of files that many problems read, each made once.
class FileFingerprints {
 public:
  const std::string& of(const std::string& file);

 private:
  std::mutex lock_;
  std::map<std::string, std::string> known_;
};

// Whether all that the outcome was made from is as it was: then the same run would only repeat it.
// `now` is the fingerprint of its problem; "": what cannot be read twice, such as standard input,
// may be something else each time.
bool is_still(const Outcome& outcome, const std::string& now, FileFingerprints& fingerprints);

// Where a run finds the formulas of its problems: who reads a problem again reads the same.
struct RunInputs {
  std::string goal;  // the name of the formula to be proved; "": the conjecture
  std::vector<std::string> index, include_folders;
};

// What a run is to do.
struct RunPlan {
  std::optional<Shard> shard;                    // none: all of it, in results.jsonl
  std::uint64_t division = 0;                    // who has what (app/experiment/division.h)
  std::size_t all_problems = 0;                  // of all shards
  std::vector<std::string> problems;             // of this one
  std::vector<std::string> arms;                 // each problem with each
  std::map<std::string, std::string> settings;   // what decides about the results of an arm
  std::vector<std::size_t> ks;                   // where recall is told
  std::map<std::string, RunInputs> inputs = {};  // of an arm, if its problems are files
};
std::string to_json_line(const RunPlan& plan);
bool from_json_line(std::string_view line, RunPlan& plan);

class ResultLines {
 public:
  // Throws InputError if the file has results (unless `goes_on`), or results that were made with
  // other settings, if another process writes to it, or if the folder has parts of other work.
  ResultLines(const std::string& folder, const RunPlan& plan, bool goes_on);

  const Outcome* find(const std::string& problem, const std::string& arm) const;  // null: not done
  void add(Outcome outcome);
  std::vector<Outcome> outcomes() const;

 private:
  std::unique_ptr<AppendFile> file_;
  std::map<std::pair<std::string, std::string>, Outcome> done_;
};

// All that the files of a folder have.
struct Results {
  std::vector<Outcome> outcomes;  // each problem and arm once
  std::vector<std::string> arms;  // as they were asked for
  std::vector<std::size_t> ks;
  std::map<std::string, RunInputs> inputs;  // of arms that keep them
  std::string missing;  // a line that says which problems of which shards; "": none
};
// Throws InputError if there are none, or if two files contradict each other: of other settings,
// of another division of the work, or with the same problem twice.
Results read_results(const std::string& folder);

}  // namespace winnow
