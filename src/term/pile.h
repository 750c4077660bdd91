// term/pile.h - a stack for loops that count every instruction.
// It asks for room once for many things, pushes without looking, and keeps its memory when cleared.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace winnow {

template <class T>
class Pile {
 public:
  Pile() = default;
  Pile(const Pile& other) : space_(other.space_) { place(other.size()); }
  Pile(Pile&& other) noexcept { swap(other); }
  Pile& operator=(Pile other) noexcept {
    swap(other);
    return *this;
  }

  void make_room(std::size_t count) {
    if (static_cast<std::size_t>(limit_ - top_) < count) [[unlikely]]
      grow(count);
  }
  void push(const T& one) { *top_++ = one; }  // into room that was made
  void pop(std::size_t count) { top_ -= count; }
  void clear() { top_ = space_.data(); }

  std::size_t size() const { return static_cast<std::size_t>(top_ - space_.data()); }
  bool empty() const { return top_ == space_.data(); }
  T& operator[](std::size_t i) { return space_.data()[i]; }
  const T& operator[](std::size_t i) const { return space_.data()[i]; }
  T& back() { return top_[-1]; }
  const T& back() const { return top_[-1]; }
  T* begin() { return space_.data(); }
  const T* begin() const { return space_.data(); }
  T* end() { return top_; }
  const T* end() const { return top_; }

 private:
  [[gnu::noinline, gnu::cold]] void grow(std::size_t count) {
    std::size_t used = size();
    space_.resize(2 * (used + count));
    place(used);
  }
  void place(std::size_t used) {
    top_ = space_.data() + used;
    limit_ = space_.data() + space_.size();
  }
  void swap(Pile& other) noexcept {
    space_.swap(other.space_);
    std::swap(top_, other.top_);
    std::swap(limit_, other.limit_);
  }

  std::vector<T> space_;
  T* top_ = nullptr;
  T* limit_ = nullptr;
};

}  // namespace winnow
