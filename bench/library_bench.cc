// bench/library_bench.cc - what a library costs by its size: bytes, time to index, time of a query.
// in: a TPTP file whose axioms are the library and whose conjecture is the goal (grow-library makes
// them), shards     out: a row for each file, all figures divided by the number of formulas
// Times are the processor's, in microseconds: other programs on the machine do not count. A query
// is the best of three, in a selector that is open.
// `questions` asks an index about goals, by the default ranker with all that there is (proofs and
// both stages of the model), on two threads: the median, by the clock and by the processor.
// `approximate` divides an index into lists and asks it about goals on one thread, exactly and with
// some numbers of probes: medians of questions, and how much of the exact ranking is found; with
// lines of a goal's name and those of the formulas that it needs, also how many of these.
#include "rank/index.h"
#include "term/hash.h"
#include "winnow/graph.h"
#include "winnow/library.h"
#include "winnow/selector.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace {

using namespace winnow;
namespace fs = std::filesystem;

double cpu_s() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::size_t resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::size_t size = 0, resident = 0;
  statm >> size >> resident;
  return resident * 4096;
}

struct Used {
  double cpu_s, most_bytes;
};

// Runs in a process of its own, so that memory is what it is for.
template <class Act>
Used apart(Act&& act) {
  std::fflush(stdout);
  const pid_t child = ::fork();
  if (child == 0) {
    act();
    std::fflush(stdout);
    std::_Exit(0);
  }
  int status = 0;
  rusage used{};
  if (child < 0 || ::wait4(child, &status, 0, &used) != child || status != 0) std::exit(1);
  auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return {seconds(used.ru_utime) + seconds(used.ru_stime),
          1024 * static_cast<double>(used.ru_maxrss)};
}

std::string conjecture_of(const std::string& file) {
  Formulas problem = Formulas::read(file);
  return std::string(problem[find_formula(problem)].text);
}

void ask(const std::string& goal, const std::string& model, const FileNames& files, double index_s,
         double slowest_s, double text_bytes) {
  double bytes = 0;
  for (const std::string& file : files) bytes += static_cast<double>(fs::file_size(file));
  double start = cpu_s();
  const std::size_t before = resident_bytes();
  const Selector selector = Selector::open({.model = model, .index = files, .threads = 1});
  const double open_s = cpu_s() - start;
  const auto count = static_cast<double>(selector.size());
  const auto held = static_cast<double>(resident_bytes() - before);
  fmt::print("{:>9} {:>10} {:>6} {:>8.0f} {:>8.0f} {:>8.1f} {:>8.1f} {:>8.2f} {:>8.0f}",
             selector.size(), model, files.size(), text_bytes / count, bytes / count,
             1e6 * index_s / count, 1e6 * slowest_s / count, 1e6 * open_s / count, held / count);
  for (const char* ranker : {"tfidf", "sine", "fusion", "retrieve"}) {
    if (std::string_view(ranker) == "retrieve" && model == "none") continue;
    double best = 1e9;
    for (int i = 0; i < 3; ++i) {
      start = cpu_s();
      selector.rank(goal, {.k = 128, .ranker = ranker});
      best = std::min(best, cpu_s() - start);
    }
    fmt::print(" {:>8.3f}", 1e6 * best / count);
  }
  fmt::print("\n");
}

void measure(const std::string& library, const std::string& model, std::uint32_t shards) {
  const std::string folder = (fs::temp_directory_path() / "winnow-library-bench").string();
  fs::create_directories(folder);
  FileNames files;
  double all_s = 0, slowest_s = 0;
  for (std::uint32_t i = 0; i < shards; ++i) {
    files.push_back(fmt::format("{}/{}.index", folder, i));
    const double seconds = apart([&] {
                             LibraryBuilder builder({.index = i, .count = shards});
                             builder.read(library);
                             builder.save(files.back(), {.model = model, .threads = 1});
                           }).cpu_s;
    all_s += seconds;
    slowest_s = std::max(slowest_s, seconds);
  }
  apart([&] {
    const std::string goal = conjecture_of(library);
    apart([&] {
      ask(goal, model, files, all_s, slowest_s, static_cast<double>(fs::file_size(library)));
    });
  });
  fs::remove_all(folder);
}

double clock_s() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values.empty() ? 0 : values[values.size() / 2];
}

void ask_all(const std::string& model, const std::string& index, const std::string& goals,
             const std::string& proofs) {
  constexpr std::uint32_t kThreads = 2;
  const Formulas asked = Formulas::read(goals);
  const double begin = clock_s(), begin_cpu = cpu_s();
  const Selector selector =
      Selector::open({.model = model, .index = index, .proofs = proofs, .threads = kThreads});
  const double open_ms = 1e3 * (clock_s() - begin), open_cpu_ms = 1e3 * (cpu_s() - begin_cpu);
  std::vector<double> clock_ms, cpu_ms;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const double start = clock_s(), start_cpu = cpu_s();
    selector.rank(std::string(asked[i].text), {.k = 128});
    clock_ms.push_back(1e3 * (clock_s() - start));
    cpu_ms.push_back(1e3 * (cpu_s() - start_cpu));
  }
  if (clock_ms.empty()) return;
  const double first_ms = clock_ms.front(), first_cpu_ms = cpu_ms.front();
  clock_ms.erase(clock_ms.begin());
  cpu_ms.erase(cpu_ms.begin());
  fmt::print("{} formulas, {} threads, {} goals, ranker {}\n", selector.size(), kThreads,
             clock_ms.size(), selector.best_ranker());
  fmt::print("{:>16} {:>9} {:>9}\n", "", "clock, ms", "CPU, ms");
  fmt::print("{:>16} {:>9.1f} {:>9.1f}\n", "open", open_ms, open_cpu_ms);
  fmt::print("{:>16} {:>9.1f} {:>9.1f}\n", "first question", first_ms, first_cpu_ms);
  fmt::print("{:>16} {:>9.1f} {:>9.1f}\n", "median of others", median(clock_ms), median(cpu_ms));
  if (!clock_ms.empty())
    fmt::print("{:>16} {:>9.1f} {:>9.1f}\n", "fastest", std::ranges::min(clock_ms),
               std::ranges::min(cpu_ms));
  fmt::print("{:.0f} MB held\n", static_cast<double>(resident_bytes()) / 1e6);
}

constexpr std::array<std::size_t, 4> kDepths = {16, 64, 256, 2048};
constexpr std::array<const char*, 2> kApproximated = {"retrieve", "fusion"};

struct Answers {
  std::vector<Selection> selections;  // [goals]
  double median_ms = 0;               // of all questions but the first, which prepares
};

Answers answers(const Selector& selector, const Formulas& goals, const RankOptions& how) {
  Answers all;
  std::vector<double> cpu_ms;
  for (std::size_t i = 0; i < goals.size(); ++i) {
    const double start = cpu_s();
    all.selections.push_back(selector.rank(std::string(goals[i].text), how));
    cpu_ms.push_back(1e3 * (cpu_s() - start));
  }
  cpu_ms.erase(cpu_ms.begin());
  all.median_ms = median(cpu_ms);
  for (Selection& each : all.selections)
    for (Ranked& premise : each.premises) premise.text = {};  // of thousands for each goal
  return all;
}

// For each goal some names.
using Names = std::vector<std::unordered_set<std::string>>;

Names best_names(const Answers& exact, std::size_t depth) {
  Names names;
  for (const Selection& selection : exact.selections) {
    names.emplace_back();
    for (const Ranked& each : selection)
      if (names.back().size() < depth) names.back().insert(each.name);
  }
  return names;
}

// What goals need; empty for a goal of which the file says nothing.
Names needed_names(const Formulas& goals, const std::string& file) {
  Names names(goals.size());
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string goal;
    words >> goal;
    for (std::size_t i = 0; i < goals.size(); ++i)
      if (goals[i].name == goal)
        for (std::string word; words >> word;) names[i].insert(word);
  }
  return names;
}

// The mean share of the wanted names that are among the best `depth`.
double recall(const Names& wanted, const Answers& answers, std::size_t depth) {
  double sum = 0, asked = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i].empty()) continue;
    std::size_t looked = 0, found = 0;
    for (const Ranked& each : answers.selections[i])
      if (looked++ < depth) found += wanted[i].contains(each.name) ? 1 : 0;
    sum += static_cast<double>(found) / static_cast<double>(wanted[i].size());
    ++asked;
  }
  return asked == 0 ? 0 : sum / asked;
}

void print_row(const std::string& ranker, const std::string& probes, const Answers& found,
               const Answers& exact, const Names& needed) {
  fmt::print("{:>8} {:>8} {:>9.2f}", ranker, probes, found.median_ms);
  for (std::size_t depth : kDepths)
    fmt::print(" {:>8.3f}", recall(best_names(exact, depth), found, depth));
  for (std::size_t depth : kDepths)
    if (!needed.empty()) fmt::print(" {:>8.3f}", recall(needed, found, depth));
  fmt::print("\n");
}

void ask_both_ways(const std::string& model, const std::string& index, const std::string& file,
                   const std::string& needs, std::span<const std::uint32_t> probes) {
  const Formulas goals = Formulas::read(file);
  const Names needed = needs.empty() ? Names() : needed_names(goals, needs);
  RankOptions how{.k = kDepths.back()};
  std::vector<Answers> exact;
  std::size_t held = 0;
  {
    const Selector selector = Selector::open({.model = model, .index = index, .threads = 1});
    fmt::print("{} formulas, {} goals, one thread\n\n{:>8} {:>8} {:>9}", selector.size(),
               goals.size(), "ranker", "probes", "CPU, ms");
    for (std::size_t depth : kDepths) fmt::print(" {:>8}", fmt::format("at {}", depth));
    for (std::size_t depth : kDepths)
      if (!needed.empty()) fmt::print(" {:>8}", fmt::format("need {}", depth));
    fmt::print("\n");
    for (const char* ranker : kApproximated) {
      how.ranker = ranker;
      exact.push_back(answers(selector, goals, how));
      print_row(ranker, "exact", exact.back(), exact.back(), needed);
    }
    held = resident_bytes();
  }
  apart([&] {
    const double start = cpu_s();
    const Selector selector =
        Selector::open({.model = model, .index = index, .approximate = true, .threads = 1});
    const double open_s = cpu_s() - start;
    for (std::size_t r = 0; r < kApproximated.size(); ++r)
      for (std::uint32_t each : probes) {
        how.ranker = kApproximated[r];
        how.probes = each;
        print_row(how.ranker, fmt::to_string(each), answers(selector, goals, how), exact[r],
                  needed);
      }
    fmt::print("\nheld: exact {:.0f} MB, approximate {:.0f} MB; opened in {:.1f} s\n",
               static_cast<double>(held) / 1e6, static_cast<double>(resident_bytes()) / 1e6,
               open_s);
  });
}

// Formulas whose symbols the model does not know may all be the same to it.
std::size_t distinct_encodings(const std::string& file) {
  const LibraryIndex index = LibraryIndex::open(file);
  std::unordered_set<std::uint64_t> hashes;
  for (std::uint32_t i = 0; i < index.size(); ++i)
    hashes.insert(hash_text(
        {reinterpret_cast<const char*>(index.encoding(i)), sizeof(std::uint16_t) * index.width()}));
  return hashes.size();
}

void measure_approximate(const std::string& model, const std::string& index,
                         const std::string& goals, const std::string& needs,
                         std::span<const std::uint32_t> probes) {
  apart([&] { fmt::print("{} distinct vectors, ", distinct_encodings(index)); });
  const Used used = apart([&] {
    const InvertedFileReport report = write_inverted_file(index, {.model = model, .threads = 1});
    fmt::print("{} lists, ", report.lists);
  });
  fmt::print("{} bytes beside {} of the index; written in {:.0f} s of CPU time with {:.0f} MB\n",
             fs::file_size(inverted_file_of(index)), fs::file_size(index), used.cpu_s,
             used.most_bytes / 1e6);
  ask_both_ways(model, index, goals, needs, probes);
}

}  // namespace

int main(int count, char** words) {
  if (count >= 5 && std::string_view(words[1]) == "questions") {
    ask_all(words[2], words[3], words[4], count > 5 ? words[5] : "");
    return 0;
  }
  if (count >= 6 && std::string_view(words[1]) == "approximate") {
    std::vector<std::uint32_t> probes;
    std::string needs;
    for (const std::string_view word : std::span(words + 5, words + count))
      if (word.find_first_not_of("0123456789") == word.npos)
        probes.push_back(static_cast<std::uint32_t>(std::stoul(std::string(word))));
      else
        needs = word;
    measure_approximate(words[2], words[3], words[4], needs, probes);
    return 0;
  }
  if (count < 4) {
    fmt::print(stderr,
               "usage: library_bench MODEL SHARDS LIBRARY.p...\n"
               "       library_bench questions MODEL INDEX GOALS.p [PROOFS.store]\n"
               "       library_bench approximate MODEL INDEX GOALS.p PROBES... [NEEDS]\n");
    return 2;
  }
  fmt::print("{:>9} {:>10} {:>6} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}\n", "",
             "", "", "text", "index", "index", "a shard", "open", "held", "tfidf", "sine", "fusion",
             "retrieve");
  fmt::print("{:>9} {:>10} {:>6} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}\n",
             "formulas", "model", "shards", "B", "B", "us", "us", "us", "B", "us", "us", "us",
             "us");
  for (int i = 3; i < count; ++i)
    measure(words[i], words[1], static_cast<std::uint32_t>(std::stoul(words[2])));
}
