#include "process/memory_files.h"

#include "process/raw.h"

#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>

namespace winnow {

MemoryFiles::~MemoryFiles() {
  for (int i = 0; i < size_; ++i) close(files_[i].handle);
}

bool MemoryFiles::holds(std::uint64_t device, std::uint64_t inode) const {
  for (int i = 0; i < size_; ++i)
    if (files_[i].inode == inode && files_[i].device == device) return true;
  return false;
}

void MemoryFiles::look_at(pid_t pid) {
  raw::Path path;
  path << "/proc/" << static_cast<std::uint64_t>(pid) << "/fd";
  const int directory = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return;
  raw::each_entry(directory, [&](const char* name) {
    struct stat about {};
    if (size_ == kMost || fstatat(directory, name, &about, 0) != 0) return;
    if (!S_ISREG(about.st_mode) || about.st_blocks == 0 || holds(about.st_dev, about.st_ino))
      return;
    const int handle = openat(directory, name, O_PATH | O_CLOEXEC);
    struct statfs system {};
    if (handle < 0) return;
    const bool in_memory = fstatfs(handle, &system) == 0 &&
                           (system.f_type == TMPFS_MAGIC || system.f_type == HUGETLBFS_MAGIC);
    if (!in_memory || fstat(handle, &about) != 0) {
      close(handle);
      return;
    }
    files_[size_++] = {handle, about.st_dev, about.st_ino};
  });
  close(directory);
}

std::uint64_t MemoryFiles::bytes() {
  std::uint64_t sum = 0;
  for (int i = 0; i < size_;) {
    struct stat about {};
    if (fstat(files_[i].handle, &about) == 0)
      sum += 512 * static_cast<std::uint64_t>(about.st_blocks);
    if (about.st_nlink != 0) {
      ++i;
      continue;
    }
    close(files_[i].handle);
    files_[i] = files_[--size_];
  }
  return sum;
}

}  // namespace winnow
