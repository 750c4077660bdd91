#include "learn/folder_lock.h"

#include "winnow/error_code.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace winnow {

FolderLock::FolderLock(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  file_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file_ < 0)
    throw InputError(Place{folder.string()},
                     fmt::format("cannot be made or opened: {}", std::strerror(errno)));
  if (::flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(file_);
    throw CodedError(ErrorCode::output_folder, {folder.string()}, Place{folder.string()},
                     "another run is writing to this folder",
                     "wait until it ends, or choose another one");
  }
}

FolderLock::~FolderLock() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace winnow
