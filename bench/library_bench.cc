// bench/library_bench.cc - what a library costs by its size: bytes, time to index, time of a query.
// in: a TPTP file whose axioms are the library and whose conjecture is the goal (grow-library makes
// them), shards     out: a row for each file, all figures divided by the number of formulas
// Times are the processor's, in microseconds: other programs on the machine do not count. A query
// is the best of three, in a selector that is open.
// `questions` asks an index about goals, by the default ranker with all that there is (proofs and
// both stages of the model), on two threads: the median, by the clock and by the processor.
#include "winnow/graph.h"
#include "winnow/library.h"
#include "winnow/selector.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>
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

// Runs in a process of its own, so that memory is what it is for: its CPU time.
template <class Act>
double apart(Act&& act) {
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
  return seconds(used.ru_utime) + seconds(used.ru_stime);
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
    double seconds = apart([&] {
      LibraryBuilder builder({.index = i, .count = shards});
      builder.read(library);
      builder.save(files.back(), {.model = model, .threads = 1});
    });
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

}  // namespace

int main(int count, char** words) {
  if (count >= 5 && std::string_view(words[1]) == "questions") {
    ask_all(words[2], words[3], words[4], count > 5 ? words[5] : "");
    return 0;
  }
  if (count < 4) {
    fmt::print(stderr,
               "usage: library_bench MODEL SHARDS LIBRARY.p...\n"
               "       library_bench questions MODEL INDEX GOALS.p [PROOFS.store]\n");
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
