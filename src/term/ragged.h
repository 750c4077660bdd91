// term/ragged.h - lists of different lengths, one after another in one array.
// in: where each list ends     out: where it begins, and what it holds
// Only the ends are kept, since each list begins where the one before it ends: n lists take n
// numbers, and one more list is one push_back.
//
//   std::vector<std::uint32_t> ends = {2, 2, 5};
//   Ends(ends).begin(2);                // 2
//   Ends(ends).list(items, 2);          // the items 2, 3 and 4
#pragma once

#include <cstddef>
#include <iterator>
#include <span>
#include <type_traits>
#include <utility>

namespace winnow {

template <class End>
class Ends {
 public:
  explicit constexpr Ends(const End* ends) : ends_(ends) {}
  template <class Array>
  requires requires(const Array& array) { std::data(array); }
  explicit constexpr Ends(const Array& ends) : ends_(std::data(ends)) {}

  constexpr End begin(std::size_t i) const { return i == 0 ? End{0} : ends_[i - 1]; }
  constexpr End end(std::size_t i) const { return ends_[i]; }
  constexpr End size(std::size_t i) const { return static_cast<End>(end(i) - begin(i)); }

  template <class Item>
  constexpr std::span<const Item> list(const Item* items, std::size_t i) const {
    return {items + begin(i), static_cast<std::size_t>(size(i))};
  }
  template <class Array>
  requires requires(const Array& array) { std::data(array); }
  constexpr auto list(const Array& items, std::size_t i) const { return list(std::data(items), i); }

 private:
  const End* ends_;
};

template <class Array>
Ends(const Array&) -> Ends<std::remove_cvref_t<decltype(*std::data(std::declval<const Array&>()))>>;

}  // namespace winnow
