// fuzz/replay_main.cc - a fuzz target without a fuzzer: replay [--mutations N] FOLDER...
// Goes through the files of the folders, in order, each as it is and then N times with random
// changes that its name and number decide. An input that ends the program is left in the file
// `finding`. A folder that is not there has no files; no file at all is a mistake.
#include "tests/api/random/random_source.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Bytes = std::vector<std::uint8_t>;
using winnow::random_tester::RandomSource;

const Bytes* current = nullptr;  // for the handler, which can be given nothing

void keep_finding(int signal) {
  const int file = ::open("finding", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file >= 0 && current != nullptr &&
      ::write(file, current->data(), current->size()) != static_cast<ssize_t>(current->size()))
    ::unlink("finding");
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void run(const Bytes& bytes) {
  const Bytes copy(bytes);  // of its own size, so that sanitizers see the end of it
  current = &copy;
  LLVMFuzzerTestOneInput(copy.data(), copy.size());
}

void change(Bytes& bytes, RandomSource& random, const std::vector<Bytes>& all) {
  constexpr std::array<std::uint8_t, 8> kEdges = {0, 1, 0x7f, 0x80, 0xff, '\n', '(', '"'};
  const std::size_t at = random.below(bytes.size() + 1);
  const std::size_t length = std::min(1 + random.below(16), bytes.size() - at);
  const auto place = bytes.begin() + static_cast<std::ptrdiff_t>(at);
  const auto end = place + static_cast<std::ptrdiff_t>(length);
  switch (random.below(6)) {
    case 0:
      if (length > 0) *place ^= static_cast<std::uint8_t>(1 << random.below(8));
      break;
    case 1:
      if (length > 0) *place = random.one_of(kEdges);
      break;
    case 2:
      bytes.erase(place, end);
      break;
    case 3: {
      const Bytes again(place, end);
      bytes.insert(place, again.begin(), again.end());
      break;
    }
    case 4:
      bytes.insert(place, static_cast<std::uint8_t>(random.below(256)));
      break;
    default: {  // goes on as another one does
      const Bytes& other = random.one_of(all);
      bytes.erase(place, bytes.end());
      const std::size_t from = random.below(other.size() + 1);
      bytes.insert(bytes.end(), other.begin() + static_cast<std::ptrdiff_t>(from), other.end());
    }
  }
}

Bytes read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return Bytes{std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

int main(int count, char** words) {
  std::size_t mutations = 0;
  int first = 1;
  if (count > 2 && std::string(words[1]) == "--mutations") {
    mutations = std::strtoull(words[2], nullptr, 10);
    first = 3;
  }
  std::vector<std::filesystem::path> files;
  for (int i = first; i < count; ++i) {
    if (!std::filesystem::is_directory(words[i])) continue;
    for (const auto& entry : std::filesystem::directory_iterator(words[i]))
      if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  std::vector<Bytes> all;
  for (const auto& path : files) all.push_back(read(path));
  for (int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) std::signal(signal, keep_finding);
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::fprintf(stderr, "%s\n", files[i].c_str());  // the last one said is the one that failed
    run(all[i]);
    RandomSource random(i + 1);
    for (std::size_t n = 0; n < mutations; ++n) {
      Bytes bytes = all[i];
      for (std::size_t changes = 1 + random.below(4); changes > 0; --changes)
        change(bytes, random, all);
      run(bytes);
    }
  }
  std::fprintf(stderr, "%zu files, %zu executions\n", all.size(), all.size() * (1 + mutations));
  return all.empty() ? 1 : 0;
}
