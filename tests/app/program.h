// Runs the built program as a user would: a line for the shell in, output and exit code out.
#pragma once

#include "tests/paths.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace winnow {

struct Ran {
  int exit_code;
  std::string out, err;
};

inline std::string contents(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

// A directory of its own for each test, gone afterwards.
class Scratch {
 public:
  Scratch() {
    std::string name = (std::filesystem::temp_directory_path() / "winnow-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~Scratch() { std::filesystem::remove_all(path_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  std::string path(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }

  // `winnow` in the line is the built program; the working directory is this one.
  Ran run(const std::string& line) const {
    std::string shell = "cd '" + path_.string() +
                        "' && PATH='" WINNOW_BINARY_DIR ":'\"$PATH\" && { " + line +
                        "; } >.out 2>.err </dev/null";
    int status = std::system(shell.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
            contents(path(".out")), contents(path(".err"))};
  }

 private:
  std::filesystem::path path_;
};

}  // namespace winnow
