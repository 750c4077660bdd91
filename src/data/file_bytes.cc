#include "data/file_bytes.h"

#include "text/input_file.h"
#include "winnow/error.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <string>

namespace winnow {

namespace {

constexpr std::size_t kAlignment = 64;  // of arrays in a store or an index
constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t kFirstPiece = std::size_t{1} << 16;  // of what has no size: a pipe

// Large blocks begin at a huge page: filling them then costs a page fault each 2 MB.
std::shared_ptr<std::byte> allocate(std::size_t size) {
  std::align_val_t alignment{size >= kHugePage ? kHugePage : kAlignment};
  auto* data = static_cast<std::byte*>(::operator new(size, alignment));
  if (size >= kHugePage) ::madvise(data, size / kHugePage * kHugePage, MADV_HUGEPAGE);
  return {data, [alignment](std::byte* memory) { ::operator delete(memory, alignment); }};
}

class Descriptor {
 public:
  explicit Descriptor(const std::filesystem::path& path) : number_(open_input(path)) {}
  Descriptor(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  operator int() const { return number_; }

 private:
  int number_;
};

}  // namespace

FileBytes::FileBytes(std::span<const std::byte> bytes)
    : data_(allocate(bytes.size())), size_(bytes.size()) {
  std::ranges::copy(bytes, data_.get());
}

FileBytes::FileBytes(const std::filesystem::path& path) {
  auto refuse = [&](int error) {
    throw InputError(Place{input_name(path)},
                     std::string("cannot be read: ") + std::strerror(error));
  };
  Descriptor file(path);
  struct stat status {};
  if (file < 0 || ::fstat(file, &status) != 0) refuse(errno);
  // One byte more than the file's size: then a file that does not grow is read at once, with its
  // end.
  std::size_t room =
      S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) + 1 : kFirstPiece;
  data_ = allocate(room);
  for (;;) {
    if (size_ == room) {
      auto larger = allocate(room *= 2);
      std::copy_n(data_.get(), size_, larger.get());
      data_ = std::move(larger);
    }
    ssize_t got = ::read(file, data_.get() + size_, room - size_);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse(errno);
    if (got == 0) return;
    size_ += static_cast<std::size_t>(got);
  }
}

}  // namespace winnow
