// process/memory_files.h - files in memory that processes write: in /dev/shm, other tmpfs, memfds.
// in: processes, again and again     out: the sum of the sizes of the files they had open
// Such a file takes memory also when nobody maps it, and after its writer has closed it or ended.
// So each that was seen open is held on to, by a descriptor that allows nothing but asking its
// size. Allocates nothing.
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace winnow {

class MemoryFiles {
 public:
  ~MemoryFiles();
  void look_at(pid_t pid);
  // Also lets go of files that have been deleted: who has one of them open shows it again.
  std::uint64_t bytes();

 private:
  static constexpr int kMost = 256;  // those beyond are not counted
  struct File {
    int handle;
    std::uint64_t device, inode;
  };
  bool holds(std::uint64_t device, std::uint64_t inode) const;

  File files_[kMost];
  int size_ = 0;
};

}  // namespace winnow
