#include "process/process_tree.h"

#include "process/raw.h"

#include <algorithm>
#include <csignal>

namespace winnow {
namespace {

struct Stat {
  bool found = false;
  pid_t parent = 0;
  std::uint64_t ticks = 0;  // user and system time, with that of children it waited for
};

Stat read_stat(pid_t pid) {
  char buffer[1024];
  raw::Path path;
  path << "/proc/" << static_cast<std::uint64_t>(pid) << "/stat";
  std::string_view text = raw::read_file(path.c_str(), buffer);
  // "pid (name) state ppid ...": the name may hold anything, blanks and brackets too.
  const std::size_t close = text.rfind(')');
  if (close == std::string_view::npos || text.size() < close + 4) return {};
  text.remove_prefix(close + 4);
  Stat stat;
  std::uint64_t number = 0;
  for (int field = 4; field <= 17; ++field) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '-')) text.remove_prefix(1);
    if (!raw::take_number(text, number)) return {};
    if (field == 4) stat.parent = static_cast<pid_t>(number);
    if (field >= 14) stat.ticks += number;
  }
  stat.found = true;
  return stat;
}

struct Member {
  pid_t pid = 0;
  pid_t parent = 0;
};

class Descendants {  // a snapshot, parents before their children
 public:
  Descendants() {
    const pid_t self = getpid();
    if (add_children(self)) {
      for (int i = 0; i < size_; ++i) add_children(members_[i].pid);
    } else {
      scan(self);
    }
  }
  const Member* begin() const { return members_; }
  const Member* end() const { return members_ + size_; }
  int size() const { return size_; }

 private:
  void add(pid_t pid, pid_t parent) {
    if (size_ < kMost) members_[size_++] = {pid, parent};
  }

  // A process's children are listed by the thread that forked them. False: no such list.
  bool add_children(pid_t parent) {
    raw::Path tasks;
    tasks << "/proc/" << static_cast<std::uint64_t>(parent) << "/task";
    const int directory = open(tasks.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) return false;
    bool listed = false;
    raw::each_entry(directory, [&](const char* thread) {
      raw::Path path;
      path << tasks.c_str() << "/" << thread << "/children";
      const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
      if (fd < 0) return;
      listed = true;
      char buffer[4096];
      std::uint64_t number = 0;
      bool within = false;  // a number may be cut in two by the end of the buffer
      for (ssize_t got; (got = read(fd, buffer, sizeof buffer)) > 0;)
        for (ssize_t i = 0; i < got; ++i) {
          const bool digit = buffer[i] >= '0' && buffer[i] <= '9';
          if (digit) number = number * 10 + static_cast<std::uint64_t>(buffer[i] - '0');
          if (!digit && within) add(static_cast<pid_t>(number), parent);
          if (!digit) number = 0;
          within = digit;
        }
      close(fd);
    });
    close(directory);
    return listed;
  }

  // For kernels without those lists: everybody whose parent is in the tree, until nobody is new.
  void scan(pid_t self) {
    const int proc = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (proc < 0) return;
    for (int before = -1; before != size_;) {
      before = size_;
      lseek(proc, 0, SEEK_SET);
      raw::each_entry(proc, [&](const char* name) {
        std::string_view text = name;
        std::uint64_t pid = 0;
        if (!raw::take_number(text, pid) || holds(static_cast<pid_t>(pid))) return;
        const Stat stat = read_stat(static_cast<pid_t>(pid));
        if (stat.found && (stat.parent == self || holds(stat.parent)))
          add(static_cast<pid_t>(pid), stat.parent);
      });
    }
    close(proc);
  }

  bool holds(pid_t pid) const {
    for (const Member& member : *this)
      if (member.pid == pid) return true;
    return false;
  }

  static constexpr int kMost = 4096;  // what is beyond is found when these are gone
  Member members_[kMost];
  int size_ = 0;
};

std::uint64_t kib_after(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key);
  std::uint64_t kib = 0;
  if (at == std::string_view::npos) return 0;
  text.remove_prefix(at + key.size());
  return raw::take_number(text, kib) ? kib : 0;
}

struct Memory {
  std::uint64_t anonymous = 0, shared = 0;  // bytes; shared: mapped from shared memory and tmpfs
};

// What /proc/PID/status says: quick, but counts a page once for each process that has it.
Memory resident(pid_t pid) {
  char buffer[4096];
  raw::Path path;
  path << "/proc/" << static_cast<std::uint64_t>(pid) << "/status";
  const std::string_view text = raw::read_file(path.c_str(), buffer);
  return {1024 * kib_after(text, "\nRssAnon:"), 1024 * kib_after(text, "\nRssShmem:")};
}

// The process's share of its pages: exact, but the kernel walks its page tables.
Memory shared_out(pid_t pid) {
  char buffer[2048];
  raw::Path path;
  path << "/proc/" << static_cast<std::uint64_t>(pid) << "/smaps_rollup";
  const std::string_view text = raw::read_file(path.c_str(), buffer);
  if (text.find("\nPss_Anon:") == std::string_view::npos) return resident(pid);
  return {1024 * kib_after(text, "\nPss_Anon:"), 1024 * kib_after(text, "\nPss_Shmem:")};
}

}  // namespace

TreeUsage measure_descendants(std::uint64_t memory_limit, MemoryFiles& files) {
  TreeUsage usage;
  const Descendants tree;
  std::uint64_t ticks = 0;
  Memory sum;
  const auto add = [&](const Memory& memory) {
    sum.anonymous += memory.anonymous;
    sum.shared += memory.shared;
  };
  for (const Member& member : tree) {
    ticks += read_stat(member.pid).ticks;
    add(resident(member.pid));
    files.look_at(member.pid);
  }
  const std::uint64_t in_files = files.bytes();
  if (sum.anonymous + std::max(sum.shared, in_files) > memory_limit) {
    sum = {};
    for (const Member& member : tree) add(shared_out(member.pid));
  }
  // What is mapped may be what is in the files, so the larger of the two is counted.
  usage.memory_bytes = sum.anonymous + std::max(sum.shared, in_files);
  usage.cpu_s = static_cast<double>(ticks) / static_cast<double>(sysconf(_SC_CLK_TCK)) +
                raw::children_cpu_s();
  usage.processes = tree.size();
  return usage;
}

void signal_descendants(int signal) {
  const pid_t self = getpid();
  for (const Member& member : Descendants()) {
    // Only the caller waits for its own children, so their ids cannot have changed hands.
    if (member.parent == self) {
      kill(member.pid, signal);
      continue;
    }
    // Others may be gone by now and their id given to a stranger: hold on to the process first,
    // then look who its parent is. An orphan has become ours.
    const int handle = static_cast<int>(syscall(SYS_pidfd_open, member.pid, 0));
    if (handle < 0) continue;
    const Stat stat = read_stat(member.pid);
    if (stat.found && (stat.parent == member.parent || stat.parent == self))
      syscall(SYS_pidfd_send_signal, handle, signal, nullptr, 0);
    close(handle);
  }
}

}  // namespace winnow
