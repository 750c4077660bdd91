// data/checksum_list.h - checksums of files that carry none themselves.
// in: a file, its bytes, and checksums.txt beside it     out: nothing, or InputError
// Models that were written before files carried a checksum are shipped with such a list. A line is
// 16 hexadecimal digits, a blank and a name; a file that is not listed is not checked.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace winnow {

inline constexpr const char* kChecksumList = "checksums.txt";

// The line for a file with these bytes, without its end.
std::string checksum_line(const std::filesystem::path& file, std::span<const std::byte> bytes);

// Throws InputError if the list has other digits for a file of this name.
void check_listed(const std::filesystem::path& file, std::span<const std::byte> bytes);

}  // namespace winnow
