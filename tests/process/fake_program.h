// A directory of shell scripts that stand in for programs, and a count of who is left of them.
#pragma once

#include "process/process.h"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

namespace winnow {

class FakeProgram : public testing::Test {
 protected:
  FakeProgram()
      : folder_(std::filesystem::temp_directory_path() /
                ("winnow-test-" + std::to_string(getpid()))),
        mark_("WINNOW_TEST_MARK=" + folder_.string()) {
    std::filesystem::create_directories(folder_ / "tmp");
    before_ = getenv("TMPDIR") != nullptr ? getenv("TMPDIR") : "";
    setenv("TMPDIR", (folder_ / "tmp").c_str(), 1);  // where scratch directories go
    setenv("WINNOW_TEST_MARK", folder_.c_str(), 1);  // all that a script starts inherits it
  }
  ~FakeProgram() override {
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a supervisor is left";
    EXPECT_EQ(errno, ECHILD);
    EXPECT_EQ(processes_left(), 0);
    EXPECT_TRUE(std::filesystem::is_empty(folder_ / "tmp")) << "a scratch directory is left";
    before_.empty() ? unsetenv("TMPDIR") : setenv("TMPDIR", before_.c_str(), 1);
    unsetenv("WINNOW_TEST_MARK");
    std::filesystem::remove_all(folder_);
  }

  std::string script(const std::string& text) {
    const std::string path = folder_ / ("program" + std::to_string(scripts_++));
    std::ofstream(path) << "#!/bin/sh\n" << text << "\n";
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
  }

  ProcessResult run(const std::string& text, ProcessLimits limits = {.wall_s = 5}) {
    return run_process({.arguments = {script(text)}, .limits = limits});
  }

  // Processes, other than this one, that carry the mark of this test in their environment. They
  // got it by an exec: the supervisors have that of the test program, from before the mark.
  int processes_left() const {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
      std::ifstream file(entry.path() / "environ", std::ios::binary);
      const std::string text(std::istreambuf_iterator<char>(file), {});
      if (text.find(mark_) != std::string::npos) ++count;
    }
    return count;
  }

  template <class Holds>
  static bool soon(Holds&& holds, double seconds = 3) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    while (!holds()) {
      if (std::chrono::steady_clock::now() > end) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
  }

  std::filesystem::path folder_;

 private:
  std::string mark_, before_;
  int scripts_ = 0;
};

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace winnow
