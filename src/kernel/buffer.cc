#include "kernel/buffer.h"

#include "kernel/huge_pages.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <new>
#include <utility>
#include <vector>

namespace winnow {
namespace {

constexpr std::size_t kPoolBytes = std::size_t{192} << 20;  // waiting in one thread, at most
constexpr std::size_t kPoolBuffers = 256;

struct Block {
  float* data = nullptr;
  std::size_t capacity = 0;  // floats
};

std::size_t bytes(std::size_t floats) { return floats * sizeof(float); }

// Up to an eighth more than asked for, so that the sizes of similar batches fall together.
std::size_t rounded(std::size_t floats) {
  const std::size_t step = std::max<std::size_t>(64, std::bit_floor(floats) / 8);
  return (floats + step - 1) / step * step;
}

Block allocate(std::size_t capacity) {
  // Passes walk through far more memory than 4 KB pages of a TLB cover.
  const bool huge = bytes(capacity) >= 2 * kHugePage;
  const std::size_t alignment = huge ? kHugePage : 64;
  const std::size_t size = (bytes(capacity) + alignment - 1) / alignment * alignment;
  void* data = std::aligned_alloc(alignment, size);
  if (data == nullptr) throw std::bad_alloc();
  if (huge) prefer_huge_pages(data, size);
  return {static_cast<float*>(data), size / sizeof(float)};
}

thread_local bool pool_is_gone = false;  // outlives the pool: a Buffer may outlive it too

class Pool {
 public:
  Pool() { blocks_.reserve(kPoolBuffers + 1); }  // so that give() cannot throw
  ~Pool() {
    pool_is_gone = true;
    for (const Block& block : blocks_) std::free(block.data);
  }

  Block take(std::size_t capacity) {
    auto best = blocks_.end();
    for (auto it = blocks_.begin(); it != blocks_.end(); ++it) {
      const bool fits = it->capacity >= capacity && it->capacity <= capacity + capacity / 2;
      if (fits && (best == blocks_.end() || it->capacity < best->capacity)) best = it;
    }
    if (best == blocks_.end()) return {};
    const Block block = *best;
    blocks_.erase(best);
    waiting_ -= bytes(block.capacity);
    return block;
  }

  void give(Block block) {
    if (bytes(block.capacity) > kPoolBytes) return std::free(block.data);
    blocks_.push_back(block);
    waiting_ += bytes(block.capacity);
    while (waiting_ > kPoolBytes || blocks_.size() > kPoolBuffers) {  // the oldest goes first
      waiting_ -= bytes(blocks_.front().capacity);
      std::free(blocks_.front().data);
      blocks_.erase(blocks_.begin());
    }
  }

 private:
  std::vector<Block> blocks_;  // oldest first; few, so a linear search is quick
  std::size_t waiting_ = 0;    // bytes
};

thread_local Pool pool;

}  // namespace

Buffer::Buffer(std::size_t floats) : size_(floats) {
  if (floats == 0) return;
  const std::size_t capacity = rounded(floats);
  Block block;
  if (!pool_is_gone) block = pool.take(capacity);
  if (block.data == nullptr) block = allocate(capacity);
  data_ = block.data;
  capacity_ = block.capacity;
}

Buffer::~Buffer() {
  if (data_ == nullptr) return;
  if (pool_is_gone) {
    std::free(data_);
  } else {
    pool.give({data_, capacity_});
  }
}

Buffer::Buffer(Buffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      capacity_(std::exchange(other.capacity_, 0)) {}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(capacity_, other.capacity_);
  return *this;
}

}  // namespace winnow
