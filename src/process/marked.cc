#include "process/marked.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

namespace winnow {
namespace {

namespace fs = std::filesystem;

bool carries(const fs::path& process, const std::string& mark) {
  std::ifstream file(process / "environ", std::ios::binary);
  std::string all(1, '\0');
  all.append(std::istreambuf_iterator<char>(file), {});
  return all.find('\0' + mark + '\0') != std::string::npos;
}

// How many were found.
int end_all(const std::string& mark) {
  int found = 0;
  std::error_code failed;
  for (auto entry = fs::directory_iterator("/proc", failed); entry != fs::directory_iterator();
       entry.increment(failed)) {
    const std::string name = entry->path().filename();
    int pid = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (error != std::errc() || end != name.data() + name.size() || pid == getpid()) continue;
    if (!carries(entry->path(), mark)) continue;
    // Held first, looked at again then: its id may have gone to a stranger in between.
    const int handle = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
    if (handle < 0) continue;
    if (carries(entry->path(), mark)) {
      ++found;
      syscall(SYS_pidfd_send_signal, handle, SIGKILL, nullptr, 0);
    }
    close(handle);
  }
  return found;
}

}  // namespace

void end_marked(const std::string& mark) {
  // Those that fork while they are looked for are found in the next round.
  for (int round = 0; round < 100 && end_all(mark) > 0; ++round)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

}  // namespace winnow
