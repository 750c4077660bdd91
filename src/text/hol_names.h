// text/hol_names.h - what a name of a HOL term means right now.
// in: names as they stand in the text, constants, binders as they open and close
// out: a small number for each name, and its meaning: bound, constant or free
// Every name is looked up once per occurrence; all that a reader asks about it is then one array
// entry away. Entries carry stamps, so a new formula or token line forgets the old one for free.
#pragma once

#include "term/hash.h"
#include "term/symbol.h"

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

struct HolName {
  static constexpr std::uint32_t kNone = ~0u;
  static constexpr std::uint64_t kAlways = ~0ull;

  std::uint64_t hash = 0;
  std::uint64_t head = 0;  // the first eight bytes, padded with zeros
  std::uint32_t begin = 0, size = 0;
  std::uint64_t constant_in = 0;  // the token line that calls it a constant, or kAlways
  std::uint64_t free_in = 0;      // the formula in which it was last a free variable
  std::uint32_t free_number = 0;  // and which one
  std::uint32_t binder = kNone;   // the binder that binds it here
  SymbolId function{kNone}, predicate{kNone};  // made when first needed
};

class HolNames {
 public:
  HolNames();

  // The number of `text`, which must not be empty: new names get the next one.
  // Called for every name that is read, hence here.
  std::uint32_t find(std::string_view text) {
    std::uint64_t head = load_word(text.data(), text.size() < 8 ? text.size() : 8);
    std::uint64_t hash = hash_name(text, head);
    auto upper = static_cast<std::uint32_t>(hash >> 32);
    std::size_t mask = slots_.size() - 1;
    for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
      Slot slot = slots_[at];
      if (slot.name == 0) return add(text, head, hash);
      if (slot.hash != upper) continue;
      const HolName& name = names_[slot.name - 1];
      if (name.head == head && name.size == text.size() &&
          (text.size() <= 8 || is_same_tail(text_.data() + name.begin, text)))
        return slot.name - 1;
    }
  }
  HolName& operator[](std::uint32_t name) { return names_[name]; }
  std::string_view text(std::uint32_t name) const {
    return std::string_view(text_).substr(names_[name].begin, names_[name].size);
  }

  // The constants of the token lines before are forgotten.
  void begin_token_line() { ++line_; }
  void add_to_token_line(std::uint32_t name) {
    if (names_[name].constant_in < line_) names_[name].constant_in = line_;
  }
  void add_constant(std::uint32_t name) { names_[name].constant_in = HolName::kAlways; }
  bool is_constant(const HolName& name) const { return name.constant_in >= line_; }

  // Forgets variables if there are so many that looking up would get slow: a large data set makes
  // up millions of them. Numbers of names change, but those of the first names stay: constants
  // keep their order. Needs: no binder is open.
  void forget_variables();

 private:
  static std::uint64_t hash_name(std::string_view text, std::uint64_t head) {
    if (text.size() <= 8) return mix(head, text.size());
    if (text.size() <= 16)
      return mix(mix(head, text.size()), load_word(text.data() + text.size() - 8, 8));
    return hash_text(text);
  }
  // Needs: more than eight bytes, of which the first eight are equal.
  static bool is_same_tail(const char* name, std::string_view text) {
    if (load_word(name + text.size() - 8, 8) != load_word(text.data() + text.size() - 8, 8))
      return false;
    return text.size() <= 16 || std::memcmp(name + 8, text.data() + 8, text.size() - 16) == 0;
  }
  std::uint32_t add(std::string_view text, std::uint64_t head, std::uint64_t hash);
  void insert(std::uint32_t name);
  void rehash(std::size_t slots);

  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t name = 0;  // number + 1, 0 is empty
  };
  std::vector<HolName> names_;
  std::string text_;
  std::vector<Slot> slots_;  // open addressing
  std::uint64_t line_ = 1;
  std::size_t limit_;
};

}  // namespace winnow
