// text/source.h - the text of a file, and where in it something stands.
#pragma once

#include "winnow/error.h"

#include <filesystem>
#include <memory>
#include <string_view>

namespace winnow {

struct Source {
  std::shared_ptr<const void> buffer;  // keeps `text` alive
  std::string_view text;
};

// Maps a regular file into memory; reads a pipe to its end. Throws InputError if it cannot.
Source open_source(const std::filesystem::path& file);

// Where `at` is, if `from` stands at the place `begin`. Counts the lines between them.
Place place_of(const char* at, const char* from, const Place& begin);

}  // namespace winnow
