#include "data/atomic_file.h"

#include "winnow/error.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace winnow {

namespace {

constexpr int kMode = 0666;  // less what the user's umask takes away

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

// Beside `path`, so that the rename stays within one file system; by process, so that two
// programs that write the same file do not meet.
std::filesystem::path temporary_name(const std::filesystem::path& path) {
  return folder_of(path) / fmt::format(".{}.{}.new", path.filename().string(), ::getpid());
}

}  // namespace

AtomicFile::AtomicFile(const std::filesystem::path& path) : path_(path) {
  if (std::filesystem::is_directory(path_)) refuse(EISDIR);
  file_ = ::open(folder_of(path_).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, kMode);
  if (file_ >= 0) return;
  if (errno == ENOENT || errno == EACCES || errno == EROFS) refuse(errno);
  temporary_ = temporary_name(path_);
  file_ = ::open(temporary_.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, kMode);
  if (file_ < 0) refuse(errno);
}

AtomicFile::~AtomicFile() {
  if (file_ >= 0) ::close(file_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    // One call writes at most 2 GB on Linux.
    ssize_t written = ::write(file_, bytes.data(), std::min<std::size_t>(bytes.size(), 1u << 30));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) refuse(errno);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void AtomicFile::commit() {
  require(file_ >= 0, "a file is committed once");
  if (::fsync(file_) != 0) refuse(errno);
  if (temporary_.empty()) {
    std::filesystem::path name = temporary_name(path_);
    std::string nameless = fmt::format("/proc/self/fd/{}", file_);
    ::unlink(name.c_str());
    if (::linkat(AT_FDCWD, nameless.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) != 0)
      refuse(errno);
    temporary_ = name;
  }
  ::close(file_);
  file_ = -1;
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) refuse(errno);
  temporary_.clear();
  // The new name itself reaches the disk with its folder.
  if (int folder = ::open(folder_of(path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
      folder >= 0) {
    ::fsync(folder);
    ::close(folder);
  }
}

void AtomicFile::refuse(int error) const {
  std::string_view hint;
  if (error == ENOSPC || error == EDQUOT)
    hint = "free some space, or write to another disk; nothing was left behind";
  if (error == ENOENT) hint = "create the folder first";
  throw InputError(Place{path_.string()},
                   fmt::format("cannot be written: {}", std::strerror(error)), hint);
}

}  // namespace winnow
