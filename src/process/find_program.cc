#include "process/find_program.h"

#include "winnow/error.h"

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace winnow {
namespace {

bool can_run(const std::string& path) {
  struct stat about {};
  return stat(path.c_str(), &about) == 0 && S_ISREG(about.st_mode) &&
         access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    if (can_run(name)) return name;
    std::error_code none;  // a name may be too long to ask for
    const bool there = std::filesystem::exists(name, none);
    throw InputError(fmt::format("{} '{}'", there ? "cannot run" : "there is no program", name),
                     there ? "it must be a file with the right to execute: chmod +x" : "");
  }
  const char* path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
  while (!name.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const std::string_view folder = rest.substr(0, end);
    std::string candidate = fmt::format("{}/{}", folder.empty() ? "." : folder, name);
    if (can_run(candidate)) return candidate;
    if (end == rest.size()) break;
    rest.remove_prefix(end + 1);
  }
  throw InputError(fmt::format("there is no program '{}' in PATH", name),
                   "give its whole path, or add its folder to PATH");
}

}  // namespace winnow
