// kernel/buffer.h - uninitialised memory, aligned for SIMD, recycled instead of given back.
// in: a size     out: memory that a destructor gives back to the pool
// Passes of one training step take hundreds of megabytes and drop them again; asking the system
// each time costs more in page faults than the passes compute. Freed buffers wait in a small pool
// of their thread and serve the next request of about their size.
#pragma once

#include "kernel/matrix.h"

#include <cstddef>

namespace winnow {

class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::size_t floats);
  ~Buffer();
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&& other) noexcept;

  float* data() const { return data_; }
  std::size_t size() const { return size_; }
  Matrix matrix(std::size_t rows, std::size_t cols) const { return {data_, rows, cols}; }

 private:
  float* data_ = nullptr;
  std::size_t size_ = 0;      // asked for
  std::size_t capacity_ = 0;  // got
};

}  // namespace winnow
