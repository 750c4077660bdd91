// text/source.h - the text of a file, and where in it something stands.
#pragma once

#include "text/input_file.h"
#include "winnow/deadline.h"
#include "winnow/error.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string_view>

namespace winnow {

struct Source {
  std::shared_ptr<const void> buffer;  // keeps `text` alive
  std::string_view text;
};

// Reads to the end, into a copy that later changes of the file do not reach. Throws InputError if
// it cannot, or if a stream has more than `most_bytes`; Stopped if a pipe does not end in time.
Source open_source(const std::filesystem::path& file, const Stop& stop = {},
                   std::size_t most_bytes = most_stream_bytes());

// Where `at` is, if `from` stands at the place `begin`. Counts the lines between them.
Place place_of(const char* at, const char* from, const Place& begin);

}  // namespace winnow
