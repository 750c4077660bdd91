// Each folder of src/ sees only those before it in this list.
#include "tests/app/program.h"
#include "tests/paths.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <sstream>

namespace winnow {
namespace {

constexpr std::array kOrder = {"term", "text",   "dag",    "data", "plan",  "kernel", "model",
                               "rank", "select", "prover", "api",  "learn", "app"};

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

// These commands are the public library plus options and printing.
TEST(Sources, CommandsSeeThePublicInterfaceOnly) {
  std::filesystem::path app = WINNOW_SOURCE_DIR "/src/app";
  for (const char* file :
       {"rank.cc", "index.cc", "graph.cc", "graph_print.cc", "stats.cc", "score.cc", "eval.cc",
        "prove.cc", "scoring.cc", "evaluation.cc", "input.cc"}) {
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
