#include "data/atomic_file.h"

#include "winnow/error.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <utility>

namespace winnow {

namespace {

namespace fs = std::filesystem;

constexpr int kMode = 0666;     // less what the user's umask takes away
constexpr int kMostLinks = 40;  // one after another, as in Linux

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

// Beside `path`, so that the rename stays within one file system; by process, so that two
// programs that write the same file do not meet.
fs::path temporary_name(const fs::path& path) {
  return folder_of(path) / fmt::format(".{}.{}.new", path.filename().string(), ::getpid());
}

struct Target {
  fs::path path;
  bool is_descriptor = false;  // /dev/stdout, /dev/fd/3: an open file of some process, not a name
  int error = 0;
};

// Where the links that `path` begins with lead; what is there need not exist.
Target follow(fs::path path) {
  for (int links = 0; links < kMostLinks; ++links) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0 || !S_ISLNK(status.st_mode)) return {path};
    std::error_code failed;
    fs::path folder = fs::canonical(folder_of(path), failed);
    if (failed) return {path, false, failed.value()};
    if (folder.native().starts_with("/proc/")) return {path, true};
    fs::path next = fs::read_symlink(path, failed);
    if (failed) return {path, false, failed.value()};
    path = folder / next;
  }
  return {path, false, ELOOP};
}

}  // namespace

AtomicFile::AtomicFile(const fs::path& path) : path_(path) {
  Target target = follow(path);
  if (target.error != 0) refuse(target.error);
  target_ = target.path;
  struct stat status {};
  bool exists = ::stat(target_.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) refuse(EISDIR);
  if (exists && (target.is_descriptor || !S_ISREG(status.st_mode))) {
    direct_ = true;
    file_ = ::open(target_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (file_ < 0) refuse(errno);
    return;
  }
  if (exists && ::access(target_.c_str(), W_OK) != 0) refuse(errno);
  open_beside();
  if (exists) ::fchmod(file_, status.st_mode & 07777);  // a private file stays private
}

AtomicFile AtomicFile::standard_output() {
  AtomicFile file;
  file.path_ = "standard output";
  file.direct_ = true;
  file.file_ = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
  if (file.file_ < 0) file.refuse(errno);
  return file;
}

void AtomicFile::open_beside() {
  file_ = ::open(folder_of(target_).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, kMode);
  if (file_ >= 0) return;
  if (errno == ENOENT || errno == EACCES || errno == EROFS) refuse(errno);
  temporary_ = temporary_name(target_);
  file_ = ::open(temporary_.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, kMode);
  if (file_ < 0) refuse(errno);
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      file_(std::exchange(other.file_, -1)),
      direct_(other.direct_) {}

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
  if (direct_) {
    ::close(std::exchange(file_, -1));
    return;
  }
  if (::fsync(file_) != 0) refuse(errno);
  if (temporary_.empty()) {
    fs::path name = temporary_name(target_);
    std::string nameless = fmt::format("/proc/self/fd/{}", file_);
    ::unlink(name.c_str());
    if (::linkat(AT_FDCWD, nameless.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) != 0)
      refuse(errno);
    temporary_ = name;
  }
  ::close(std::exchange(file_, -1));
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) refuse(errno);
  temporary_.clear();
  // The new name itself reaches the disk with its folder.
  if (int folder = ::open(folder_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
      folder >= 0) {
    ::fsync(folder);
    ::close(folder);
  }
}

void AtomicFile::refuse(int error) const {
  // Whoever read the pipe has seen enough: not the user's mistake.
  if (error == EPIPE) throw std::system_error(error, std::generic_category(), path_.string());
  std::string_view hint;
  if (error == ENOSPC || error == EDQUOT)
    hint = "free some space, or write to another disk; nothing was left behind";
  if (error == ENOENT) hint = "create the folder first";
  throw InputError(Place{path_.string()},
                   fmt::format("cannot be written: {}", std::strerror(error)), hint);
}

}  // namespace winnow
