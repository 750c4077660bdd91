#include "app/experiment/result_lines.h"

#include "app/cli/shard_option.h"
#include "data/json_text.h"
#include "data/output_file.h"
#include "data/text_file.h"
#include "term/hash.h"
#include "winnow/error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>

namespace winnow {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

std::string file_name(const std::optional<Shard>& shard) {
  return shard ? fmt::format("results.{}-of-{}.jsonl", shard->index, shard->count)
               : "results.jsonl";
}

// The result files of a folder, results.jsonl or those of shards by their numbers.
std::vector<fs::path> result_files(const fs::path& folder) {
  static const std::regex kName(R"(results(\.(\d+)-of-(\d+))?\.jsonl)");
  std::vector<std::pair<std::uint64_t, fs::path>> found;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    std::smatch match;
    const std::string name = entry.path().filename().string();
    if (!std::regex_match(name, match, kName) || match[2].length() > 9) continue;
    found.emplace_back(match[2].matched ? std::stoull(match[2].str()) : 0, entry.path());
  }
  std::ranges::sort(found);
  std::vector<fs::path> files;
  for (auto& [number, path] : found) files.push_back(std::move(path));
  return files;
}

// JSON has no other text; two names that differ in a wrong byte would become one.
bool is_utf8(const std::string& text) {
  try {
    (void)Json(text).dump();
    return true;
  } catch (const nlohmann::json::type_error&) {
    return false;
  }
}

struct FileContents {
  fs::path path;
  std::optional<RunPlan> plan;  // of the last run
  std::vector<Outcome> outcomes;
};

FileContents contents_of(const fs::path& path, std::string_view text) {
  FileContents contents{path, {}, {}};
  for (const TextLine& line : lines_of(text))
    if (Outcome outcome; from_json_line(line.text, outcome))
      contents.outcomes.push_back(std::move(outcome));
    else if (RunPlan plan; from_json_line(line.text, plan))
      contents.plan = std::move(plan);
    else if (Json::accept(line.text))  // what is no JSON was cut off when a run was killed
      throw InputError(Place{path.string(), line.number}, "neither a result nor a plan of a run",
                       "remove the line; what it was about is done again");
  if (!contents.plan && contents.outcomes.empty() && text.find('\n') != std::string_view::npos)
    throw InputError(Place{path.string()}, "has no results in it",
                     "a file of this name is written by 'winnow prove --out'");
  return contents;
}

// The first line, which says what a file is for. Others may be writing below it.
std::optional<RunPlan> plan_of(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::string line;
  std::getline(stream, line);
  RunPlan plan;
  return from_json_line(line, plan) ? std::optional(plan) : std::nullopt;
}

// Whether both are parts of one piece of work.
void check_company(const fs::path& file, const RunPlan& plan, const fs::path& other_file,
                   const RunPlan& other) {
  const std::string name = other_file.filename().string();
  if (plan.shard.has_value() != other.shard.has_value() ||
      (plan.shard && plan.shard->count != other.shard->count))
    throw InputError(
        Place{file.string()},
        fmt::format("overlaps with {}: the same work in another number of shards", name),
        "one folder has the shards of one division; take another --out, or remove "
        "the files that are too many");
  if (plan.division != other.division)
    throw InputError(Place{file.string()},
                     fmt::format("is a part of other work than {}: the problems or their order of "
                                 "cost differ",
                                 name),
                     "all shards are given the same problems; take another --out");
  for (const auto& [arm, settings] : plan.settings)
    if (auto found = other.settings.find(arm);
        found != other.settings.end() && found->second != settings)
      throw InputError(Place{file.string()},
                       fmt::format("has other settings for arm {} than {}", arm, name),
                       "all shards are given the same options; take another --out");
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

// Where two texts of settings part: ": 'time 2' then, 'time 5' now".
std::string difference(const std::string& then, const std::string& now) {
  const std::vector<std::string> old_words = words_of(then), new_words = words_of(now);
  const auto [old_end, new_end] = std::ranges::mismatch(old_words, new_words);
  // A setting's name stands before its value, unless the setting as a whole is new.
  const bool is_new = old_end == old_words.end() || new_end == new_words.end();
  const auto around = [is_new](const std::vector<std::string>& words, auto at) {
    if (at == words.end()) return std::string("nothing more");
    const auto from = is_new || at == words.begin() ? at : at - 1;
    return fmt::format("'{}'", fmt::join(from, at + 1, " "));
  };
  return fmt::format(": {} then, {} now", around(old_words, old_end), around(new_words, new_end));
}

bool same(const Outcome& a, const Outcome& b) { return to_json_line(a) == to_json_line(b); }

std::size_t left_in(const FileContents& file) {
  std::set<std::pair<std::string, std::string>> done;
  for (const Outcome& each : file.outcomes) done.emplace(each.problem, each.arm);
  return static_cast<std::size_t>(
      std::ranges::count_if(file.plan->problems, [&](const std::string& problem) {
        return std::ranges::any_of(file.plan->arms, [&](const std::string& arm) {
          return !done.contains({problem, arm});
        });
      }));
}

// Numbers as 0, 2-5, 9.
std::string ranges(const std::vector<std::uint32_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", numbers[i]);
    if (end - i > 1) text += fmt::format("-{}", numbers[end - 1]);
    i = end;
  }
  return text;
}

std::string missing_in(const std::vector<FileContents>& files) {
  std::size_t lost = 0, planned = 0;
  std::string behind;
  std::set<std::uint32_t> present;
  const RunPlan* any = nullptr;
  for (const FileContents& file : files) {
    if (!file.plan) continue;
    any = &*file.plan;
    planned += any->problems.size();
    if (any->shard) present.insert(any->shard->index);
    const std::size_t left = left_in(file);
    if (left == 0) continue;
    lost += left;
    behind += any->shard ? fmt::format("; shard {} has yet to do {} of {}", any->shard->index, left,
                                       any->problems.size())
                         : "";
  }
  if (any == nullptr) return "";
  if (any->shard) {
    std::vector<std::uint32_t> absent;
    for (std::uint32_t i = 0; i < any->shard->count; ++i)
      if (!present.contains(i)) absent.push_back(i);
    const std::size_t theirs = any->all_problems - std::min(any->all_problems, planned);
    lost += theirs;
    if (theirs > 0)
      behind +=
          fmt::format("; nothing of shard{} {} of {} ({} problems)", absent.size() == 1 ? "" : "s",
                      ranges(absent), any->shard->count, theirs);
  }
  if (lost == 0) return "";
  return fmt::format("missing: {} of {} problems{}\n", lost, any->all_problems, behind);
}

}  // namespace

std::string fingerprint_of(const std::string& file) {
  std::error_code none;
  if (!fs::is_regular_file(file, none)) return {};
  std::ifstream stream(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  return text_fingerprint(text);
}

const std::string& FileFingerprints::of(const std::string& file) {
  std::lock_guard guard(lock_);
  const auto [at, is_new] = known_.try_emplace(file);
  if (is_new) at->second = fingerprint_of(file);
  return at->second;
}

bool is_still(const Outcome& outcome, const std::string& now, FileFingerprints& fingerprints) {
  if (now.empty() || outcome.fingerprint != now) return false;
  return std::ranges::all_of(outcome.read, [&](const auto& file) {
    return !file.second.empty() && file.second == fingerprints.of(file.first);
  });
}

std::string to_json_line(const RunPlan& plan) {
  Json run = {{"all_problems", plan.all_problems},
              {"problems", plan.problems},
              {"arms", plan.arms},
              {"settings", plan.settings},
              {"k", plan.ks},
              {"division", fmt::format("{:016x}", plan.division)}};
  if (plan.shard) {
    run["shard"] = plan.shard->index;
    run["shards"] = plan.shard->count;
  }
  for (const auto& [arm, inputs] : plan.inputs)
    run["inputs"][arm] = {
        {"goal", inputs.goal}, {"index", inputs.index}, {"include", inputs.include_folders}};
  return print_json(Json{{"run", run}}) + "\n";
}

bool from_json_line(std::string_view line, RunPlan& plan) {
  try {
    const Json json = parse_json(line), &run = json.at("run");
    plan = {};
    plan.all_problems = whole_number<std::size_t>(run.at("all_problems"));
    plan.problems = run.at("problems").get<std::vector<std::string>>();
    plan.arms = run.at("arms").get<std::vector<std::string>>();
    plan.settings = run.at("settings").get<std::map<std::string, std::string>>();
    for (const Json& k : run.at("k")) plan.ks.push_back(whole_number<std::size_t>(k));
    plan.division = std::stoull(run.at("division").get<std::string>(), nullptr, 16);
    if (run.contains("shard"))
      plan.shard = Shard{whole_number<std::uint32_t>(run.at("shard")),
                         static_cast<std::uint32_t>(whole_number(run.at("shards"), kMostShards))};
    if (run.contains("inputs"))
      for (const auto& [arm, inputs] : run.at("inputs").items())
        plan.inputs[arm] = {inputs.at("goal").get<std::string>(),
                            inputs.at("index").get<std::vector<std::string>>(),
                            inputs.at("include").get<std::vector<std::string>>()};
    return !plan.shard || plan.shard->index < plan.shard->count;
  } catch (const nlohmann::json::exception&) {
    return false;
  } catch (const std::logic_error&) {  // of stoull
    return false;
  }
}

ResultLines::ResultLines(const std::string& folder, const RunPlan& plan, bool goes_on) {
  for (const std::string& problem : plan.problems)
    if (!is_utf8(problem))
      throw InputError(Place{problem}, "a name that is no UTF-8 cannot be kept in results",
                       "give the file another name");
  const fs::path path = fs::path(folder) / file_name(plan.shard);
  std::error_code failed;
  fs::create_directories(folder, failed);
  check_folder_output(path, FileKind::results);
  for (const fs::path& other : result_files(folder))
    if (other.filename() != path.filename())
      if (auto known = plan_of(other)) check_company(path, plan, other, *known);
  file_ = std::make_unique<AppendFile>(path);
  FileContents before = contents_of(path, file_->before());
  if (!before.outcomes.empty() && !goes_on)
    throw InputError(Place{path.string()}, "there are results already",
                     "--resume goes on with them; or take another --out");
  for (Outcome& outcome : before.outcomes) {
    const std::string& arm = outcome.arm;
    auto now = plan.settings.find(arm);
    if (now != plan.settings.end() && (!before.plan || !before.plan->settings.contains(arm) ||
                                       before.plan->settings.at(arm) != now->second))
      throw InputError(Place{path.string()},
                       fmt::format("the results of arm {} were made with other settings{}", arm,
                                   before.plan && before.plan->settings.contains(arm)
                                       ? difference(before.plan->settings.at(arm), now->second)
                                       : ""),
                       "take another --out");
    done_[{outcome.problem, arm}] = std::move(outcome);
  }
  if (plan.shard && before.plan && before.plan->division != plan.division)
    throw InputError(Place{path.string()}, "was made for another list of problems",
                     "a shard of other work needs another --out");
  RunPlan now = plan;
  if (before.plan) {  // what decided about arms that are not asked for now is kept
    now.settings.insert(before.plan->settings.begin(), before.plan->settings.end());
    now.inputs.insert(before.plan->inputs.begin(), before.plan->inputs.end());
  }
  if (!before.plan || to_json_line(*before.plan) != to_json_line(now))
    file_->add_line(to_json_line(now));
}

const Outcome* ResultLines::find(const std::string& problem, const std::string& arm) const {
  const auto found = done_.find({problem, arm});
  return found == done_.end() ? nullptr : &found->second;
}

void ResultLines::add(Outcome outcome) {
  file_->add_line(to_json_line(outcome));
  done_[{outcome.problem, outcome.arm}] = std::move(outcome);
}

std::vector<Outcome> ResultLines::outcomes() const {
  std::vector<Outcome> outcomes;
  for (const auto& [key, outcome] : done_) outcomes.push_back(outcome);
  return outcomes;
}

Results read_results(const std::string& folder) {
  std::vector<FileContents> files;
  for (const fs::path& path : result_files(folder))
    files.push_back(contents_of(path, read_text_file(path)));
  if (files.empty())
    throw InputError(Place{folder}, "has no results",
                     "results.jsonl, or results.I-of-N.jsonl of each shard");
  struct Known {
    std::size_t file, place;
  };
  std::map<std::pair<std::string, std::string>, Known> known;
  Results results;
  const FileContents* first = nullptr;
  for (std::size_t n = 0; n < files.size(); ++n) {
    FileContents& file = files[n];
    if (file.plan && first != nullptr)
      check_company(file.path, *file.plan, first->path, *first->plan);
    if (file.plan && first == nullptr) first = &file;
    if (file.plan) results.ks = file.plan->ks;
    if (file.plan) results.inputs.insert(file.plan->inputs.begin(), file.plan->inputs.end());
    auto add_arm = [&](const std::string& arm) {
      if (std::ranges::find(results.arms, arm) == results.arms.end()) results.arms.push_back(arm);
    };
    if (file.plan) std::ranges::for_each(file.plan->arms, add_arm);
    for (const Outcome& outcome : file.outcomes) {
      add_arm(outcome.arm);
      auto [at, is_new] =
          known.try_emplace({outcome.problem, outcome.arm}, Known{n, results.outcomes.size()});
      if (is_new) {
        results.outcomes.push_back(outcome);
      } else if (at->second.file == n) {
        results.outcomes[at->second.place] = outcome;  // done again
      } else if (!same(results.outcomes[at->second.place], outcome)) {
        throw InputError(
            Place{file.path.string()},
            fmt::format("has '{}' with arm {}, and so has {}: the files overlap", outcome.problem,
                        outcome.arm, files[at->second.file].path.filename().string()),
            "each problem belongs to one shard; remove the file that is too much");
      }
    }
  }
  results.missing = missing_in(files);
  return results;
}

}  // namespace winnow
