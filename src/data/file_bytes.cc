#include "data/file_bytes.h"

#include "text/input_file.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

namespace winnow {

namespace {

constexpr std::size_t kAlignment = 64;  // of arrays in a store or an index
constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t kFirstPiece = std::size_t{1} << 16;  // of what has no size

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

// Reads on until there are so many bytes, or no more.
class FileBytes::Reader {
 public:
  Reader(const std::filesystem::path& path, FileBytes& into) : path_(path), file_(path), to_(into) {
    if (file_ < 0 || ::fstat(file_, &status_) != 0) refuse(errno);
  }

  bool has_size() const { return S_ISREG(status_.st_mode); }
  std::size_t size() const { return static_cast<std::size_t>(status_.st_size); }

  bool read_up_to(std::size_t wanted) {  // false: there are fewer
    while (to_.size_ < wanted) {
      if (to_.size_ == room_) grow(wanted);
      const ssize_t got =
          ::read(file_, to_.data_.get() + to_.size_, std::min(room_, wanted) - to_.size_);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) refuse(errno);
      if (got == 0) return false;
      to_.size_ += static_cast<std::size_t>(got);
    }
    return true;
  }

  void check_memory(std::uint64_t stated) const {
    if (stated < most_stream_bytes()) return;
    throw InputError(Place{input_name(path_)},
                     fmt::format("says that it has {} bytes, too many for this machine", stated),
                     "is it really a file that winnow wrote?");
  }

 private:
  [[noreturn]] void refuse(int error) const {
    throw InputError(Place{input_name(path_)},
                     fmt::format("cannot be read: {}", std::strerror(error)));
  }
  // A file gets its room at once; what only says how long it is gets more as it comes.
  void grow(std::size_t wanted) {
    room_ = has_size() ? wanted : std::min(wanted, std::max(kFirstPiece, 2 * room_));
    auto larger = allocate(room_);
    std::copy_n(to_.data_.get(), to_.size_, larger.get());
    to_.data_ = std::move(larger);
  }

  const std::filesystem::path& path_;
  Descriptor file_;
  FileBytes& to_;
  struct stat status_ {};
  std::size_t room_ = 0;
};

FileBytes::FileBytes(const std::filesystem::path& path, const StatedSize& stated) {
  Reader reader(path, *this);
  if (reader.has_size()) {  // one byte more than its size: who still writes has more to come
    for (std::size_t wanted = reader.size() + 1; reader.read_up_to(wanted);) wanted *= 2;
    return;
  }
  std::uint64_t wanted = 0;
  for (;;) {
    const std::uint64_t more = stated(bytes());
    if (more <= wanted) break;
    reader.check_memory(more);
    wanted = more;
    if (!reader.read_up_to(wanted)) return;
  }
  reader.read_up_to(wanted + 1);
}

}  // namespace winnow
