// Each folder of src/ sees only those before it in this list.
#include "tests/app/program.h"
#include "tests/paths.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
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

// These commands are the public library plus options and printing.
TEST(Sources, CommandsSeeThePublicInterfaceOnly) {
  std::filesystem::path app = WINNOW_SOURCE_DIR "/src/app";
  for (const char* file :
       {"commands/rank.cc", "commands/index.cc", "commands/graph.cc", "commands/graph_print.cc",
        "commands/stats.cc", "commands/score.cc", "commands/eval.cc", "commands/prove.cc",
        "report/split_scores.cc", "report/figures.cc", "cli/input.cc"}) {
    std::istringstream lines(contents(app / file));
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
      if (!line.starts_with("#include \"")) continue;
      EXPECT_TRUE(line.starts_with("#include \"app/") || line.starts_with("#include \"winnow/"))
          << file << ": " << line;
    }
    EXPECT_GT(count, 10u) << file << " is not there";
  }
}

}  // namespace
}  // namespace winnow
