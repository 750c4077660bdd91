// Each folder of src/ sees only those before it in this list.
#include "tests/app/program.h"
#include "tests/paths.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>

namespace winnow {
namespace {

constexpr std::array kOrder = {"term",    "text",   "dag",   "data",  "plan",
                               "kernel",  "model",  "score", "rank",  "select",
                               "process", "prover", "api",   "learn", "app"};

std::size_t place(const std::string& folder) {
  return static_cast<std::size_t>(std::ranges::find(kOrder, folder) - kOrder.begin());
}

TEST(Sources, IncludeOnlyFoldersBeforeTheirOwn) {
  std::filesystem::path src = WINNOW_SOURCE_DIR "/src";
  std::size_t checked = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(src)) {
    if (!entry.is_regular_file()) continue;
    std::string folder = entry.path().lexically_relative(src).begin()->string();
    std::istringstream lines(contents(entry.path()));
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("#include \"")) continue;
      std::string included = line.substr(10, line.find('/') - 10);
      if (place(included) == kOrder.size()) continue;  // the public door, other people's headers
      ASSERT_LT(place(folder), kOrder.size()) << folder << " is not in the list";
      EXPECT_LE(place(included), place(folder)) << entry.path() << ": " << line;
      ++checked;
    }
  }
  EXPECT_GT(checked, 20u);
}

// Graphs become batches and batches become plans in score/, whoever asks: so a ranking, a score and
// a step of training cannot come to mean different things.
TEST(Sources, ForestsAndPlansArePutTogetherInScoreAlone) {
  std::filesystem::path src = WINNOW_SOURCE_DIR "/src";
  std::size_t found = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(src)) {
    if (!entry.is_regular_file()) continue;
    std::string folder = entry.path().lexically_relative(src).begin()->string();
    if (folder == "plan") continue;
    std::string text = contents(entry.path());
    for (const char* call : {"plan_batch(", "forest.add("}) {
      if (text.find(call) == std::string::npos) continue;
      EXPECT_EQ(folder, "score") << entry.path() << " calls " << call << "...)";
      ++found;
    }
  }
  EXPECT_EQ(found, 2u);
}

// A plan is integers: it knows neither data sets nor what training draws.
TEST(Sources, PlansAreMadeOfGraphsAlone) {
  for (const auto& entry : std::filesystem::directory_iterator(WINNOW_SOURCE_DIR "/src/plan")) {
    std::istringstream lines(contents(entry.path()));
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("#include \"")) continue;
      std::string folder = line.substr(10, line.find('/') - 10);
      EXPECT_TRUE(folder == "term" || folder == "dag" || folder == "plan" || folder == "winnow")
          << entry.path() << ": " << line;
    }
  }
}

// The rooms of app/: what commands share stands before them.
TEST(Sources, RoomsOfTheProgramIncludeOnlyThoseBeforeTheirOwn) {
  constexpr std::array kRooms = {"cli", "report", "experiment", "commands", "learn"};
  std::filesystem::path app = WINNOW_SOURCE_DIR "/src/app";
  auto room = [&](const std::string& name) { return std::ranges::find(kRooms, name); };
  std::size_t checked = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(app)) {
    if (!entry.is_regular_file() || entry.path().parent_path() == app) continue;
    std::string own = entry.path().lexically_relative(app).begin()->string();
    ASSERT_NE(room(own), kRooms.end()) << own << " is not in the list";
    std::istringstream lines(contents(entry.path()));
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("#include \"app/")) continue;
      EXPECT_LE(room(line.substr(14, line.find('/', 14) - 14)), room(own))
          << entry.path() << ": " << line;
      ++checked;
    }
  }
  EXPECT_GT(checked, 20u);
}

// The files of app/ that a line of `text` includes from one of these rooms, with what defines them.
std::vector<std::string> files_from_rooms(const std::string& text) {
  const std::regex include("\n#include \"app/((?:commands|report)/[a-z_]+)\\.h\"");
  std::vector<std::string> files;
  for (std::sregex_iterator each(text.begin(), text.end(), include), end; each != end; ++each)
    if ((*each)[1] != "commands/commands") {
      files.push_back((*each)[1].str() + ".h");
      files.push_back((*each)[1].str() + ".cc");
    }
  return files;
}

// These commands are the public library plus options and printing, and so is all that they keep in
// files of their own. What cli/ has for every command (output files, signals) may see more.
TEST(Sources, CommandsSeeThePublicInterfaceOnly) {
  std::filesystem::path app = WINNOW_SOURCE_DIR "/src/app";
  std::vector<std::string> files = {"commands/prove_many.cc", "cli/input.cc"};
  for (const char* command : {"rank", "index", "prove", "graph", "stats", "score", "eval"}) {
    files.push_back(std::string("commands/") + command + ".cc");
    ASSERT_TRUE(std::filesystem::exists(app / files.back())) << files.back();
  }
  std::set<std::string> seen;
  while (!files.empty()) {
    const std::string file = files.back();
    files.pop_back();
    if (!std::filesystem::exists(app / file) || !seen.insert(file).second) continue;
    const std::string text = contents(app / file);
    std::ranges::copy(files_from_rooms(text), std::back_inserter(files));
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("#include \"")) continue;
      EXPECT_TRUE(line.starts_with("#include \"app/") || line.starts_with("#include \"winnow/"))
          << file << ": " << line;
    }
  }
  for (const char* found :
       {"commands/proof_print.cc", "commands/graph_print.cc", "report/figures.cc"})
    EXPECT_TRUE(seen.contains(found)) << found;
}

// Flags are the program's, which adds them (app/cli/error_hint.h). Those of provers are data, and
// so are names of settings that a run keeps beside its checkpoint.
TEST(Sources, MessagesOfTheLibraryNameNoOptionOfTheCommandLine) {
  std::filesystem::path src = WINNOW_SOURCE_DIR "/src";
  const std::regex flag("\"[^\"]*--[a-z][^\"]*\"");
  std::size_t checked = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(src)) {
    const std::filesystem::path file = entry.path().lexically_relative(src);
    const std::string folder = file.begin()->string();
    if (!entry.is_regular_file() || folder == "app" || file == "prover/profile.cc") {
      continue;
    }
    std::istringstream lines(contents(entry.path()));
    for (std::string line; std::getline(lines, line); ++checked) {
      line = line.substr(0, line.find("//"));
      if (line.find("emplace_back(\"--resume\"") != std::string::npos) continue;
      EXPECT_FALSE(std::regex_search(line, flag)) << file << ": " << line;
    }
  }
  EXPECT_GT(checked, 10000u);
}

}  // namespace
}  // namespace winnow
