// text/input_file.h - opens what a user named for reading: a file, a pipe, or standard input.
// "-" and /dev/stdin are standard input, wherever a file is read; messages call it <stdin>.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace winnow {

bool is_standard_input(const std::filesystem::path& file);

// How messages call the file.
std::string input_name(const std::filesystem::path& file);

// A descriptor of its own, to be closed; -1 with errno set if the file cannot be opened. Standard
// input is read from where it stands, and never opened again: it may be a socket, or belong to
// another user. `flags`: more of open(2)'s, for files that are opened here.
int open_input(const std::filesystem::path& file, int flags = 0);

// The most that is read of what has no size and may never end: half of the machine's memory.
// Whoever holds a text makes terms of it, too.
std::size_t most_stream_bytes();

// Without the byte order mark that some editors write before UTF-8.
std::string_view without_mark(std::string_view text);

}  // namespace winnow
