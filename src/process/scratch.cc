#include "process/scratch.h"

#include "process/raw.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

namespace winnow {
namespace {

constexpr int kOpenDirectory = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

// Moves what is in `root/name` up into `root` under fresh names. Depth thus never piles up: the
// tree becomes flatter by one level, and no recursion and no stack of open directories is needed.
bool flatten(int root, const char* name, std::uint64_t& fresh) {
  const int directory = openat(root, name, kOpenDirectory);
  if (directory < 0) return false;
  bool moved = false;
  raw::each_entry(directory, [&](const char* entry) {
    raw::Path target;
    target << ".winnow-" << fresh++;
    moved |= renameat(directory, entry, root, target.c_str()) == 0;
  });
  close(directory);
  return moved;
}

}  // namespace

int make_scratch(const char* directory, const char* file, const char* text, std::size_t size) {
  if (mkdir(directory, 0700) != 0) return errno;
  const int fd = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) return errno;
  int failed = 0;
  while (size > 0 && failed == 0) {
    const ssize_t put = write(fd, text, size);
    if (put > 0) {
      text += put;
      size -= static_cast<std::size_t>(put);
    } else if (errno != EINTR) {
      failed = put == 0 ? ENOSPC : errno;
    }
  }
  close(fd);
  return failed;
}

bool remove_scratch(const char* directory, double deadline_s) {
  const int root = open(directory, kOpenDirectory);
  if (root < 0) return true;
  std::uint64_t fresh = 0;
  bool late = false;
  for (bool progress = true; progress;) {
    progress = false;
    lseek(root, 0, SEEK_SET);
    raw::each_entry(root, [&](const char* name) {
      late = late || raw::now_s() >= deadline_s;
      if (late) return;
      if (unlinkat(root, name, 0) == 0 || unlinkat(root, name, AT_REMOVEDIR) == 0) {
        progress = true;
      } else {
        fchmodat(root, name, 0700, 0);  // a directory that lost its rights cannot be emptied
        progress |= flatten(root, name, fresh);
      }
    });
  }
  close(root);
  rmdir(directory);
  return !late;
}

std::string new_scratch_name() {
  std::error_code failed;
  std::filesystem::path base = std::filesystem::temp_directory_path(failed);
  if (failed)
    throw InputError(fmt::format("no directory for temporary files: {}", failed.message()),
                     "set TMPDIR to a directory that can be written");
  base = std::filesystem::absolute(base);
  return (base / fmt::format("winnow-{}-{:016x}", getpid(), raw::random_number())).string();
}

}  // namespace winnow
