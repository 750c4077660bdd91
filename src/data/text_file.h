// data/text_file.h - whole text files and the lines in them.
// in: a path, plain or compressed with zstd     out: its text, its lines
#pragma once

#include "text/input_file.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

// Throws InputError if the file cannot be read. Compression is known by its first bytes, not by
// the file's name. A stream may never end: it is refused beyond `most_bytes`.
std::string read_text_file(const std::filesystem::path& path,
                           std::size_t most_bytes = most_stream_bytes());

// The most that settings are long: schedules, learned weights.
inline constexpr std::size_t kMostSettingsBytes = std::size_t{16} << 20;

// Completely or not at all. Throws InputError if the file cannot be written.
void write_text_file(const std::filesystem::path& path, std::string_view text);

struct TextLine {
  std::string_view text;  // without its end, LF or CR LF
  std::uint64_t number;   // from 1
};

// The lines that are not empty. They point into `text`.
std::vector<TextLine> lines_of(std::string_view text);

}  // namespace winnow
