// fuzz/checks.h - what the fuzz targets have in common: a check that ends the run, bytes as a file,
// and what must hold of any ranking.
#pragma once

#include "winnow/selector.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace winnow::fuzz {

// Says what does not hold and aborts, which is how libFuzzer learns of it.
void check(bool holds, std::string_view what);

// Bytes under a path of their own, for readers that take one. Nothing reaches a disk.
class MemoryFile {
 public:
  explicit MemoryFile(std::span<const std::byte> bytes);
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  std::string path() const;

 private:
  int file_;
};

// A folder in memory, for what writes files by renaming them; one a process, gone at its end.
std::string scratch_folder();

// Puts right a checksum that stands as text after `begin`, where `bytes` have that at `at`.
void seal_text(std::span<std::byte> bytes, std::size_t at, std::string_view begin);

// Opens bytes of a safetensors file as they are, and with the checksum that they should have.
void open_tensors(std::span<const std::byte> bytes, void (*open)(std::span<const std::byte>));

Selector plain_selector();  // with neither model nor library

// Ranks all candidates, twice: each stands once, the best come first, and both rankings are the
// same. Throws InputError as Selector::rank does.
Selection rank_checked(const Selector& selector, std::string_view problem, RankOptions options);

}  // namespace winnow::fuzz
