#include "data/text_file.h"

#include "data/atomic_file.h"
#include "text/input_file.h"
#include "winnow/error.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <span>

namespace winnow {

namespace {

constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd";

struct FreeStream {
  void operator()(ZSTD_DCtx* stream) const { ZSTD_freeDCtx(stream); }
};

std::string decompress(std::string_view packed, const std::filesystem::path& path) {
  std::unique_ptr<ZSTD_DCtx, FreeStream> stream(ZSTD_createDCtx());
  ZSTD_DCtx_setParameter(stream.get(), ZSTD_d_windowLogMax, 31);  // what `zstd --long=31` makes
  std::string text;
  ZSTD_inBuffer in{packed.data(), packed.size(), 0};
  std::size_t left = 0;
  do {
    std::size_t used = text.size();
    text.resize(used + ZSTD_DStreamOutSize());
    ZSTD_outBuffer out{text.data() + used, text.size() - used, 0};
    left = ZSTD_decompressStream(stream.get(), &out, &in);
    text.resize(used + out.pos);
    if (ZSTD_isError(left))
      throw InputError(Place{path.string()},
                       fmt::format("cannot be decompressed: {}", ZSTD_getErrorName(left)));
    if (out.pos == 0 && in.pos == in.size && left != 0)
      throw InputError(Place{path.string()}, "cannot be decompressed: it is cut off");
  } while (left != 0 || in.pos < in.size);
  return text;
}

}  // namespace

std::string read_text_file(const std::filesystem::path& path) {
  auto refuse = [&](int error) {
    throw InputError(Place{input_name(path)},
                     fmt::format("cannot be read: {}", std::strerror(error)));
  };
  int file = open_input(path);
  if (file < 0) refuse(errno);
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
    if (got < 0) {
      int error = errno;
      ::close(file);
      refuse(error);
    }
    if (got == 0) break;
    used += static_cast<std::size_t>(got);
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

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
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
