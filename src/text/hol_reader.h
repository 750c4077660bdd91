// text/hol_reader.h - from the text of a HOL term or sequent to its tree.
// in: a text and which names are constants     out: trees of the hypotheses and the conclusion
// One loop over the characters; the open brackets are on a stack, and a binder changes what its
// name means until its bracket closes.
#pragma once

#include "text/hol_names.h"
#include "text/hol_tree.h"
#include "winnow/error.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace winnow {

// As in enum HolLogical.
inline constexpr std::array<std::string_view, 5> kHolLogicalNames = {"/\\", "\\/", "==>", "=", "~"};
// As in enum HolBinder.
inline constexpr std::array<std::string_view, 5> kHolBinderNames = {"!", "?", "?!", "\\", "@"};

class HolReader {
 public:
  HolReader();

  void set_constants(std::string_view token_line);
  void add_constant(std::string_view name) { names.add_constant(names.find(name)); }

  // Fills what follows. Throws InputError.
  void read(std::string_view text, const Place& at);

  HolNames names;
  HolTree tree;
  std::vector<std::uint32_t> hypotheses;  // nodes of `tree`
  std::uint32_t conclusion = HolTree::kNone;
  std::uint32_t free_variables = 0;  // how many

 private:
  struct Group {  // an open bracket
    std::uint32_t begin = 0;
    std::uint32_t items = 0;
    std::array<std::uint32_t, 3> item{};
    std::uint32_t binder = HolTree::kNone;  // if it opens with one: its node,
    std::uint32_t name = 0;                 // the name it binds,
    std::uint32_t outer = HolTree::kNone;   // what the name meant outside,
    bool constant_lambda = false;
  };

  void read_name(std::uint32_t begin, std::uint32_t end);
  void open_binder(std::uint32_t begin, std::string_view token);
  void add(std::uint32_t node, std::uint32_t begin);
  void close(std::uint32_t offset);
  void end_hypothesis(std::uint32_t offset, std::string_view mark);
  [[noreturn]] void fail(std::size_t offset, std::string_view what, std::string_view hint) const;

  std::string_view text_;
  const Place* at_ = nullptr;
  std::vector<Group> groups_;
  bool turnstile_ = false;
  std::uint64_t formula_ = 0;  // counts formulas, for HolName::free_in
};

}  // namespace winnow
