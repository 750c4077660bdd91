#include "text/input_file.h"

#include <fcntl.h>
#include <unistd.h>

namespace winnow {

bool is_standard_input(const std::filesystem::path& file) {
  return file == "-" || file == "/dev/stdin" || file == "/dev/fd/0" || file == "/proc/self/fd/0";
}

std::string input_name(const std::filesystem::path& file) {
  return is_standard_input(file) ? "<stdin>" : file.string();
}

int open_input(const std::filesystem::path& file, int flags) {
  if (is_standard_input(file)) return fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
  return open(file.c_str(), O_RDONLY | O_CLOEXEC | flags);
}

std::size_t most_stream_bytes() {
  const long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page_bytes <= 0) return std::size_t{1} << 32;
  return static_cast<std::size_t>(pages) / 2 * static_cast<std::size_t>(page_bytes);
}

std::string_view without_mark(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

}  // namespace winnow
