// tests/api/random/random_tester.cc - random calls of the public interface, checked against a plain
// model of it.
//   random_tester [--seeds N] [--first SEED] [--plant] [--print]
// Each seed is one run. The first run that goes wrong is cut down to what matters and printed as a
// test; the exit code is then 1. With --print all runs are printed, and none is made. The idea is
// that of mobical, CaDiCaL's tester (Artho, Biere and Seidl, Model-based testing for verification
// back-ends, TAP 2013).
#include "run.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

using namespace winnow::random_tester;

struct Options {
  std::uint64_t first = 1, seeds = 300;
  bool plant = false, print = false;
};

// Nothing that can be wrong is taken for something else.
bool read_options(int count, char** words, Options& options) {
  for (int i = 1; i < count; ++i) {
    const bool has_number = i + 1 < count && words[i + 1][0] >= '0' && words[i + 1][0] <= '9';
    if (std::strcmp(words[i], "--plant") == 0)
      options.plant = true;
    else if (std::strcmp(words[i], "--print") == 0)
      options.print = true;
    else if (std::strcmp(words[i], "--seeds") == 0 && has_number)
      options.seeds = std::strtoull(words[++i], nullptr, 10);
    else if (std::strcmp(words[i], "--first") == 0 && has_number)
      options.first = std::strtoull(words[++i], nullptr, 10);
    else
      return false;
  }
  return options.seeds > 0;
}

}  // namespace

int main(int count, char** words) {
  Options options;
  if (!read_options(count, words, options)) {
    std::fprintf(stderr, "random_tester [--seeds N] [--first SEED] [--plant] [--print]\n");
    return 2;
  }
  if (options.print) {
    std::printf("%s", before_tests().c_str());
    for (std::uint64_t seed = options.first; seed - options.first < options.seeds; ++seed)
      std::printf("%s\n", as_test(random_calls(seed, options.plant), "Seed" + std::to_string(seed),
                                  "as it is")
                              .c_str());
    return 0;
  }
  std::size_t calls_made = 0;
  for (std::uint64_t seed = options.first; seed - options.first < options.seeds; ++seed) {
    Calls calls = random_calls(seed, options.plant);
    calls_made += calls.size();
    if (run_apart(calls).empty()) continue;
    calls = shrink(std::move(calls));
    std::printf("%s%s", before_tests().c_str(),
                as_test(calls, "Seed" + std::to_string(seed), run_apart(calls)).c_str());
    return 1;
  }
  std::printf("%llu runs, %zu calls, no difference\n",
              static_cast<unsigned long long>(options.seeds), calls_made);
  return 0;
}
