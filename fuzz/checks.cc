#include "checks.h"

#include "data/checksum.h"

#include <sys/mman.h>
#include <unistd.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <vector>

namespace winnow::fuzz {

void check(bool holds, std::string_view what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

MemoryFile::MemoryFile(std::span<const std::byte> bytes)
    : file_(memfd_create("fuzz", MFD_CLOEXEC)) {
  check(file_ >= 0, "there is room for a file in memory");
  for (std::span<const std::byte> rest = bytes; !rest.empty();) {
    ssize_t written = ::write(file_, rest.data(), rest.size());
    check(written > 0, "a file in memory takes the input");
    rest = rest.subspan(static_cast<std::size_t>(written));
  }
}

MemoryFile::~MemoryFile() { ::close(file_); }

std::string MemoryFile::path() const { return "/proc/self/fd/" + std::to_string(file_); }

std::string scratch_folder() {
  struct Folder {
    std::filesystem::path path = "/dev/shm/winnow-fuzz-" + std::to_string(::getpid());
    Folder() { std::filesystem::create_directories(path); }
    ~Folder() {
      std::error_code ignored;
      std::filesystem::remove_all(path, ignored);
    }
  };
  static const Folder folder;
  return folder.path.string();
}

void seal_text(std::span<std::byte> bytes, std::size_t at, std::string_view begin) {
  const std::size_t digits = at + begin.size();
  if (bytes.size() < digits + kNoChecksum.size() ||
      std::memcmp(bytes.data() + at, begin.data(), begin.size()) != 0)
    return;
  const std::string text = checksum_text(checksum_around(bytes, digits));
  std::memcpy(bytes.data() + digits, text.data(), text.size());
}

void open_tensors(std::span<const std::byte> bytes, void (*open)(std::span<const std::byte>)) {
  open(bytes);
  std::vector<std::byte> sealed(bytes.begin(), bytes.end());
  seal_text(sealed, 8, R"({"__metadata__":{"checksum":")");
  open(sealed);
}

Selector plain_selector() { return Selector::open({.model = "none"}); }

Selection rank_checked(const Selector& selector, std::string_view problem, RankOptions options) {
  options.k = kAllPremises;
  Selection first = selector.rank(problem, options), second = selector.rank(problem, options);
  check(first.premises.size() == first.candidates, "a ranking has all candidates");
  check(second.premises.size() == first.candidates, "the same question has the same candidates");
  for (std::size_t i = 0; i < first.candidates; ++i) {
    const Ranked &a = first.premises[i], &b = second.premises[i];
    check(a.name == b.name && a.text == b.text && a.required == b.required &&
              std::bit_cast<std::uint64_t>(a.score) == std::bit_cast<std::uint64_t>(b.score),
          "the same question gives the same ranking");
    if (i == 0) continue;
    const Ranked& before = first.premises[i - 1];
    check(before.required >= a.required, "what is required comes first");
    if (before.required == a.required) check(!(a.score > before.score), "the best come first");
  }
  return first;
}

}  // namespace winnow::fuzz
