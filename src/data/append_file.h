// data/append_file.h - a file that grows by whole lines, written by one process at a time.
// in: lines     out: the file; what was there before stays
// A line is in the file, or cut off at its end, when the process dies: the next one begins a new
// line. The lock belongs to the open file, so it ends with the process, however that ends.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace winnow {

class AppendFile {
 public:
  // Makes the file if need be. Throws InputError if it cannot be written, or if another process has
  // it open.
  explicit AppendFile(const std::filesystem::path& path);
  AppendFile(const AppendFile&) = delete;
  ~AppendFile();

  const std::string& before() const { return before_; }  // what the file said when it was opened
  void add_line(std::string_view line);  // ends with '\n'; throws InputError if the disk refuses

 private:
  [[noreturn]] void refuse(int error) const;

  std::string name_, before_;
  int file_ = -1;
};

}  // namespace winnow
