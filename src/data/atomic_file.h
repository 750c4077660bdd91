// data/atomic_file.h - a file that is there completely or not at all.
// in: bytes, one piece after another     out: on commit, the file under its name, on the disk
// Until commit the file has no name (O_TMPFILE): whoever is killed leaves nothing behind. File
// systems without nameless files get a temporary name in the same folder instead.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace winnow {

class AtomicFile {
 public:
  // Throws InputError if the folder cannot be written to.
  explicit AtomicFile(const std::filesystem::path& path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();  // without commit: as if nothing had been written

  void write(std::span<const std::byte> bytes);
  // Puts the file in its place, over an older one. Throws InputError if the disk refuses.
  void commit();

 private:
  [[noreturn]] void refuse(int error) const;

  std::filesystem::path path_;
  std::filesystem::path temporary_;  // beside path_; empty while the file has no name
  int file_ = -1;
};

}  // namespace winnow
