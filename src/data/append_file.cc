#include "data/append_file.h"

#include "data/text_file.h"
#include "winnow/error.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace winnow {

AppendFile::AppendFile(const std::filesystem::path& path) : name_(path.string()) {
  file_ = ::open(name_.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0) refuse(errno);
  try {
    if (::flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
      throw InputError(Place{name_}, "another run is writing to this file",
                       "wait until it ends; two runs at once need different parts of the work");
    before_ = read_text_file(path);
    if (!before_.empty() && before_.back() != '\n') add_line("\n");
  } catch (...) {
    ::close(file_);
    throw;
  }
}

AppendFile::~AppendFile() { ::close(file_); }

void AppendFile::add_line(std::string_view line) {
  while (!line.empty()) {
    ssize_t written = ::write(file_, line.data(), line.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) refuse(errno);
    line.remove_prefix(static_cast<std::size_t>(written));
  }
}

void AppendFile::refuse(int error) const {
  throw InputError(Place{name_}, fmt::format("cannot be written: {}", std::strerror(error)),
                   error == ENOSPC || error == EDQUOT
                       ? "free some space; the lines before this one are kept"
                       : "");
}

}  // namespace winnow
