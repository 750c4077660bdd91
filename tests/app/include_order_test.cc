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
  const std::regex include("\n#include \"app/((?:cli|commands|experiment|report)/[a-z_]+)\\.h\"");
  std::vector<std::string> files;
  for (std::sregex_iterator each(text.begin(), text.end(), include), end; each != end; ++each)
    if ((*each)[1] != "commands/commands") {
      files.push_back((*each)[1].str() + ".h");
      files.push_back((*each)[1].str() + ".cc");
    }
  return files;
}

// Commands that are more than the public library plus options and printing, and why.
const std::set<std::string> kInnerCommands = {
    "data",                 // imports, checks and prints stores, formula by formula
    "show_example",         // a part of it
    "doctor",               // asks for kernels, checksums and programs of this machine
    "doctor_findings",      // a part of it
    "experiment",           // measures rankers and slices one by one, and fits a fusion
    "experiment_schedule",  // a part of it
    "model",                // averages, joins and packs files of weights
    "report",               // reads a run's own files beside its model
    "reproduce",            // runs recipes, which look for their inputs
};

// What cli/, experiment/ and report/ may see beside the public library, on behalf of the other
// commands: how to print, and how to deal with files, threads and signals of the host. Nothing of
// it says what a formula, a ranking or a proof is.
const std::set<std::string> kHost = {
    "dag/markup.h",         // text that is safe in a picture
    "data/append_file.h",   // results, a line as each one is there
    "data/atomic_file.h",   // outputs that are there completely or not at all
    "data/json_text.h",     // JSON as all of winnow prints it
    "data/output_file.h",   // what may be written over
    "data/table_text.h",    // names that fit a line
    "data/text_file.h",     // manual pages, and results that go on
    "process/interrupt.h",  // Ctrl-C
    "term/hash.h",          // fingerprints of problem files, and their parts for shards
    "term/in_pieces.h",     // several problems at a time
    "term/nearest.h",       // the word that was meant
    "term/seconds.h",       // how long it took
    "text/input_file.h",    // "-" is standard input
    "text/utf8.h",          // how wide a name is
};

TEST(Sources, CommandsSeeThePublicInterfaceOnly) {
  std::filesystem::path app = WINNOW_SOURCE_DIR "/src/app";
  std::vector<std::string> files;
  std::set<std::string> inner;
  for (const auto& entry : std::filesystem::directory_iterator(app / "commands")) {
    if (entry.path().extension() != ".cc") continue;
    const std::string command = entry.path().stem().string();
    if (kInnerCommands.contains(command))
      inner.insert(command);
    else if (command != "commands")  // which only lists them
      files.push_back("commands/" + command + ".cc");
  }
  EXPECT_EQ(inner, kInnerCommands) << "some of these are no more";
  for (const auto& entry : std::filesystem::directory_iterator(app / "cli"))
    files.push_back("cli/" + entry.path().filename().string());
  std::set<std::string> seen, used;
  while (!files.empty()) {
    const std::string file = files.back();
    files.pop_back();
    if (!std::filesystem::exists(app / file) || !seen.insert(file).second) continue;
    const bool may_see_host = !file.starts_with("commands/");
    const std::string text = contents(app / file);
    std::ranges::copy(files_from_rooms(text), std::back_inserter(files));
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("#include \"")) continue;
      const std::string included = line.substr(10, line.find('"', 10) - 10);
      if (included.starts_with("app/") || included.starts_with("winnow/")) continue;
      EXPECT_TRUE(may_see_host && kHost.contains(included)) << file << ": " << line;
      used.insert(included);
    }
  }
  EXPECT_EQ(used, kHost) << "some of these are needed no more";
  for (const char* found :
       {"commands/proof_print.cc", "commands/graph_print.cc", "cli/rank_options.cc",
        "experiment/result_lines.cc", "report/figures.cc"})
    EXPECT_TRUE(seen.contains(found)) << found;
}

// Flags are the program's, which adds them (app/cli/error_hint.h). Those of provers are data, and
// so are names of settings that a run keeps beside its checkpoint.
TEST(Sources, MessagesOfTheLibraryNameNoOptionOfTheCommandLine) {
  const std::regex flag("\"[^\"]*--[a-z][^\"]*\"");
  std::size_t checked = 0;
  for (const char* root : {"src", "include"}) {
    const std::filesystem::path all = std::filesystem::path(WINNOW_SOURCE_DIR) / root;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(all)) {
      const std::filesystem::path file = entry.path().lexically_relative(all);
      const std::string folder = file.begin()->string();
      if (!entry.is_regular_file() || folder == "app" || file == "prover/profile.cc") continue;
      std::istringstream lines(contents(entry.path()));
      for (std::string line; std::getline(lines, line); ++checked) {
        line = line.substr(0, line.find("//"));
        if (line.find("emplace_back(\"--resume\"") != std::string::npos) continue;
        EXPECT_FALSE(std::regex_search(line, flag)) << file << ": " << line;
      }
    }
  }
  EXPECT_GT(checked, 10000u);
}

// Who includes winnow needs nothing else that is installed: no libtorch, JSON, CLI11 or fmt.
TEST(Sources, PublicHeadersIncludeEachOtherAndTheStandardLibraryOnly) {
  const std::regex standard("#include <[a-z_]+(\\.h)?>( *//.*)?");
  std::size_t checked = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(WINNOW_SOURCE_DIR "/include/winnow")) {
    const bool is_c = entry.path().filename() == "c.h";
    std::istringstream lines(contents(entry.path()));
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("#include")) continue;
      std::smatch found;
      const bool is_standard =
          std::regex_match(line, found, standard) && (is_c || !found[1].matched);
      EXPECT_TRUE(is_standard || line.starts_with("#include \"winnow/"))
          << entry.path() << ": " << line;
      ++checked;
    }
  }
  EXPECT_GT(checked, 50u);
}

}  // namespace
}  // namespace winnow
