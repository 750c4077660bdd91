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

std::string_view without_mark(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

}  // namespace winnow
