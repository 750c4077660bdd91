// data/atomic_file.h - a file that is there completely or not at all.
// in: bytes, one piece after another     out: on commit, the file under its name, on the disk
// Until commit the file has no name (O_TMPFILE): whoever is killed leaves nothing behind. File
// systems without nameless files get a temporary name in the same folder instead.
// Only a regular file is replaced. A symbolic link is followed, and what it points to is replaced;
// a device or a pipe is no file to replace: it gets the bytes one after another.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace winnow {

class AtomicFile {
 public:
  // Throws InputError if the folder or the file cannot be written to.
  explicit AtomicFile(const std::filesystem::path& path);
  static AtomicFile standard_output();
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();  // without commit: as if nothing had been written, except to a device or a pipe

  void write(std::span<const std::byte> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span(text))); }
  // Puts the file in its place, over an older one. Throws InputError if the disk refuses.
  void commit();

 private:
  AtomicFile() = default;
  void open_beside();
  [[noreturn]] void refuse(int error) const;

  std::filesystem::path path_;       // as the user wrote it, for messages
  std::filesystem::path target_;     // where links lead
  std::filesystem::path temporary_;  // beside target_; empty while the file has no name
  int file_ = -1;
  bool direct_ = false;  // a device, a pipe, standard output: nothing is put in place
};

}  // namespace winnow
