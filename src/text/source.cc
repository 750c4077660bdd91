#include "text/source.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

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
  throw InputError(Place{file.string()}, fmt::format("cannot read: {}", std::strerror(error)),
                   "check the name and the permissions of the file");
}

Source read_all(const std::filesystem::path& file, int descriptor) {
  auto buffer = std::make_shared<std::string>();
  std::size_t size = 0;
  for (;;) {
    buffer->resize(size + (1 << 16));
    ssize_t got = read(descriptor, buffer->data() + size, buffer->size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(file, errno);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
    if (buffer->size() - size < (1 << 16)) buffer->resize(2 * buffer->size());
  }
  buffer->resize(size);
  std::string_view text = *buffer;
  return {std::move(buffer), text};
}

}  // namespace

Source open_source(const std::filesystem::path& file) {
  Descriptor descriptor{open(file.c_str(), O_RDONLY | O_CLOEXEC)};
  if (descriptor.number < 0) fail(file, errno);
  struct stat status {};
  if (fstat(descriptor.number, &status) != 0) fail(file, errno);
  if (S_ISDIR(status.st_mode)) fail(file, EISDIR);
  auto size = static_cast<std::size_t>(status.st_size);
  if (!S_ISREG(status.st_mode) || size == 0) return read_all(file, descriptor.number);
  void* data = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor.number, 0);
  if (data == MAP_FAILED) fail(file, errno);
  madvise(data, size, MADV_SEQUENTIAL);
  std::shared_ptr<const void> buffer(data, [size](void* mapped) { munmap(mapped, size); });
  return {std::move(buffer), {static_cast<const char*>(data), size}};
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
