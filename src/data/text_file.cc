#include "data/text_file.h"

#include "data/atomic_file.h"
#include "text/input_file.h"
#include "winnow/error.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>

namespace winnow {

namespace {

constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd";

// A block of a frame takes at least 3 bytes and becomes at most 128 KB.
constexpr std::size_t most_of_a_frame(std::size_t packed) {
  return (packed / 3 + 1) * ZSTD_BLOCKSIZE_MAX;
}
constexpr std::size_t kFirstRatio = 16;  // of text, mostly at most 10

// Appends what one frame holds. Both the window and the size that a frame's header asks for are
// only claims, and 55 bytes may claim gigabytes. So a frame is decompressed at once, which needs no
// window, into room that grows only after it was filled.
void append_frame(std::string_view frame, std::string& text, const std::filesystem::path& path) {
  const std::size_t used = text.size(), most = most_of_a_frame(frame.size());
  const unsigned long long claimed = ZSTD_getFrameContentSize(frame.data(), frame.size());
  for (std::size_t room = std::max(kFirstRatio * frame.size(), std::size_t{ZSTD_BLOCKSIZE_MAX});;
       room *= 2) {
    if (claimed < room) room = std::max<std::size_t>(claimed, 1);
    text.resize(used + room);
    std::size_t got = ZSTD_decompress(text.data() + used, room, frame.data(), frame.size());
    if (ZSTD_isError(got) && ZSTD_getErrorCode(got) == ZSTD_error_dstSize_tooSmall &&
        room < claimed && room < most)
      continue;
    if (ZSTD_isError(got))
      throw InputError(Place{input_name(path)},
                       fmt::format("cannot be decompressed: {}", ZSTD_getErrorName(got)));
    text.resize(used + got);
    return;
  }
}

std::string decompress(std::string_view packed, const std::filesystem::path& path) {
  std::string text;
  while (!packed.empty()) {
    std::size_t size = ZSTD_findFrameCompressedSize(packed.data(), packed.size());
    if (ZSTD_isError(size)) {
      bool cut_off = ZSTD_getErrorCode(size) == ZSTD_error_srcSize_wrong;
      throw InputError(Place{input_name(path)},
                       fmt::format("cannot be decompressed: {}",
                                   cut_off ? "it is cut off" : ZSTD_getErrorName(size)));
    }
    append_frame(packed.substr(0, size), text, path);
    packed.remove_prefix(size);
  }
  return text;
}

}  // namespace

std::string read_text_file(const std::filesystem::path& path, std::size_t most_bytes) {
  int file = open_input(path);
  auto refuse = [&](const std::string& what, std::string_view hint = {}) {
    ::close(file);
    throw InputError(Place{input_name(path)}, what, hint);
  };
  auto refuse_with = [&](int error) {
    refuse(fmt::format("cannot be read: {}", std::strerror(error)));
  };
  if (file < 0) refuse_with(errno);
  struct stat status {};
  ::fstat(file, &status);
  std::string text;
  std::size_t used = 0;
  for (;;) {
    // One byte more than the file's size: then a file that did not grow takes a single resize.
    if (used == text.size())
      text.resize(used == 0 ? static_cast<std::size_t>(status.st_size) + 1 : 2 * used);
    ssize_t got = ::read(file, text.data() + used, text.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse_with(errno);
    if (got == 0) break;
    used += static_cast<std::size_t>(got);
    if (!S_ISREG(status.st_mode) && used > most_bytes)
      refuse(fmt::format("does not end within {} bytes", most_bytes),
             "is something written into it for ever?");
  }
  ::close(file);
  text.resize(used);
  if (text.starts_with(kZstdMagic)) text = decompress(text, path);
  text.erase(0, text.size() - without_mark(text).size());
  return text;
}

void write_text_file(const std::filesystem::path& path, std::string_view text) {
  AtomicFile file(path);
  file.write(std::as_bytes(std::span(text)));
  file.commit();
}

std::vector<TextLine> lines_of(std::string_view text) {
  std::vector<TextLine> lines;
  std::uint64_t number = 0;
  while (!text.empty()) {
    ++number;
    std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty()) lines.push_back({line, number});
  }
  return lines;
}

}  // namespace winnow
