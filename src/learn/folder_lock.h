// learn/folder_lock.h - a folder that one run writes to at a time.
// The lock belongs to the open folder, so it ends with the process, however that ends.
#pragma once

#include <filesystem>
#include <utility>

namespace winnow {

class FolderLock {
 public:
  FolderLock() = default;
  // Makes the folder if need be. Throws InputError if that fails, or if another run holds it.
  explicit FolderLock(const std::filesystem::path& folder);
  FolderLock(FolderLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  FolderLock& operator=(FolderLock&& other) noexcept {
    std::swap(file_, other.file_);
    return *this;
  }
  ~FolderLock();

 private:
  int file_ = -1;
};

}  // namespace winnow
