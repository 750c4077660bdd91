#include "text/source.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

namespace winnow {

namespace {

struct Descriptor {
  int number;
  ~Descriptor() {
    if (number >= 0) close(number);
  }
};

[[noreturn]] void fail(const std::filesystem::path& file, int error) {
  const std::string hint = error == EISDIR
                               ? fmt::format("name the files in it, such as {} or {}",
                                             (file / "*.p").string(), (file / "*.ax").string())
                               : "check the name and the permissions of the file";
  throw InputError(Place{input_name(file)}, fmt::format("cannot read: {}", std::strerror(error)),
                   hint);
}

// A pipe whose other end says nothing: waits for it, but not beyond the deadline.
void wait_for_text(int descriptor, const Stop& stop) {
  constexpr int kLongest_ms = 50;  // a cancellation without a descriptor is noticed, too
  const bool forever = stop.deadline().is_never() && stop.cancellation() == nullptr;
  pollfd news{descriptor, POLLIN, 0};
  do stop.check();
  while (poll(&news, 1, forever ? -1 : kLongest_ms) == 0);
}

// `room`: how much is expected, and one byte more, so that the end is seen at once.
Source read_all(const std::filesystem::path& file, int descriptor, std::size_t room,
                std::size_t most, const Stop& stop) {
  auto buffer = std::make_shared<std::string>();
  std::size_t size = 0;
  for (;;) {
    // Twice as much when it is full, and only then: many small pieces take linear time.
    if (size == buffer->size()) buffer->resize(std::max(room, 2 * size));
    wait_for_text(descriptor, stop);
    ssize_t got = read(descriptor, buffer->data() + size, buffer->size() - size);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got < 0) fail(file, errno);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
    if (size > most)
      throw InputError(Place{input_name(file)}, fmt::format("does not end within {} bytes", most),
                       "is something written into it for ever?");
  }
  buffer->resize(size);
  std::string_view text = *buffer;
  return {std::move(buffer), text};
}

}  // namespace

Source open_source(const std::filesystem::path& file, const Stop& stop, std::size_t most_bytes) {
  // Without waiting for somebody at the other end of a pipe.
  Descriptor descriptor{open_input(file, O_NONBLOCK)};
  if (descriptor.number < 0) fail(file, errno);
  struct stat status {};
  if (fstat(descriptor.number, &status) != 0) fail(file, errno);
  if (S_ISDIR(status.st_mode)) fail(file, EISDIR);
  constexpr std::size_t kRoom = 1 << 16;  // of what has no size
  bool has_size = S_ISREG(status.st_mode) && status.st_size > 0;
  return read_all(file, descriptor.number,
                  has_size ? static_cast<std::size_t>(status.st_size) + 1 : kRoom,
                  S_ISREG(status.st_mode) ? ~std::size_t{0} : most_bytes, stop);
}

Place place_of(const char* at, const char* from, const Place& begin) {
  Place place = begin;
  if (place.line == 0) place.line = 1;
  if (place.column == 0) place.column = 1;
  const char* line = from;
  while (const void* newline = std::memchr(line, '\n', static_cast<std::size_t>(at - line))) {
    line = static_cast<const char*>(newline) + 1;
    ++place.line;
    place.column = 1;
  }
  place.column += static_cast<std::uint64_t>(at - line);
  return place;
}

}  // namespace winnow
