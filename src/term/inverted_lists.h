// term/inverted_lists.h - for each key the list of what has it: an inverted index, as two arrays.
// in: how long each list will be, then items     out: a span for each key
// TF-IDF, precedents and whoever else asks "which of them have this" keep their postings here.
#pragma once

#include "term/ragged.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace winnow {

template <class Item>
class InvertedLists {
 public:
  InvertedLists() = default;
  explicit InvertedLists(std::span<const std::uint32_t> sizes) : ends_(sizes.size(), 0) {
    std::uint32_t begin = 0;
    for (std::size_t key = 0; key < sizes.size(); ++key) {
      ends_[key] = begin;  // for now where its list begins; add() moves it
      begin += sizes[key];
    }
    items_.resize(begin);
  }

  // Items of a list keep their order. Needs: as many calls for each key as its size.
  void add(std::uint32_t key, Item item) { items_[ends_[key]++] = item; }

  std::uint32_t keys() const { return static_cast<std::uint32_t>(ends_.size()); }
  std::span<const Item> operator[](std::uint32_t key) const {
    return Ends(ends_).list(items_, key);
  }

 private:
  std::vector<std::uint32_t> ends_;  // [keys]
  std::vector<Item> items_;
};

}  // namespace winnow
