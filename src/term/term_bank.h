// term/term_bank.h - every term once; equal terms have equal ids.
// in: a symbol and arguments that are already in the bank     out: a TermId
// Arguments precede their parents, so a bank is a DAG in topological order, for free.
//
// What a term looks like (draft.h makes them so):
//   f(a,b)          symbol f, arguments a and b; nested equal & and | are one n-ary term
//   ! [X,Y] : body  the quantifier's symbol; arguments X, Y, body. A typed variable is the term
//                   ":"(type, X) of kind `type`
//   X               a variable symbol: the n-th bound variable of its scope, or the n-th free
//                   variable of its formula. Names are gone: renaming changes no term.
// A scope is a closed quantified term with no closed quantified term between it and the variable,
// or else the whole formula. Closed terms that differ only in names of bound variables are thus
// one term, wherever they stand, and a variable symbol means one variable within its scope.
#pragma once

#include "term/hash.h"
#include "term/ragged.h"
#include "term/symbol.h"

#include <cstdint>
#include <span>
#include <vector>

namespace winnow {

enum class TermId : std::uint32_t {};
constexpr std::uint32_t index(TermId id) { return static_cast<std::uint32_t>(id); }

// A read-only picture of a term bank: it may point into a TermBank or into a store's bytes.
struct TermView {
  SymbolView symbols;
  const SymbolId* heads = nullptr;          // [size]
  const std::uint32_t* arg_ends = nullptr;  // [size] where a term's arguments end in `arg_ids`
  const TermId* arg_ids = nullptr;
  const std::uint8_t* open_flags = nullptr;  // [size] 1: has variables that no binder in it binds
  std::uint32_t size = 0;

  SymbolId symbol(TermId term) const { return heads[index(term)]; }
  Kind kind(TermId term) const { return symbols.kind(symbol(term)); }
  std::string_view name(TermId term) const { return symbols.name(symbol(term)); }
  std::span<const TermId> args(TermId term) const {
    return Ends(arg_ends).list(arg_ids, index(term));
  }
  bool is_open(TermId term) const { return open_flags[index(term)] != 0; }
};

class TermBank {
 public:
  TermBank();

  SymbolTable& symbols() { return symbols_; }
  const SymbolTable& symbols() const { return symbols_; }

  // The id of symbol(args...): the same call always gives the same id. `open` says whether the
  // term has variables that are bound outside of it or free.
  // Needs: all `args` come from this bank.
  TermId make(SymbolId symbol, std::span<const TermId> args, bool open);

  // The same for a whole formula at once. A term's hash depends on nothing but its symbols, so
  // all hashes can be known, and the places where the terms will be looked for be on their way to
  // the cache, before the first of them is made: begin_hash, then mix in the arguments' hashes.
  static std::uint64_t begin_hash(SymbolId symbol, std::size_t args, bool open) {
    return mix(index(symbol) * 2ull + open, args);
  }
  void prefetch(std::uint64_t hash) const {
    __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]);
  }
  TermId make(SymbolId symbol, std::span<const TermId> args, bool open, std::uint64_t hash) {
    return args.empty() ? make_leaf(symbol, open) : find_or_add(symbol, args, open, hash);
  }

  SymbolId symbol(TermId term) const { return heads_[index(term)]; }
  Kind kind(TermId term) const { return symbols_.kind(symbol(term)); }
  std::span<const TermId> args(TermId term) const { return view().args(term); }  // until make()
  std::uint32_t size() const { return static_cast<std::uint32_t>(heads_.size()); }
  TermView view() const {
    return {symbols_.view(), heads_.data(), arg_ends_.data(),
            arg_ids_.data(), open_.data(),  size()};
  }

 private:
  TermId make_leaf(SymbolId symbol, bool open);
  TermId add_leaf(SymbolId symbol, bool open);
  TermId find_or_add(SymbolId symbol, std::span<const TermId> args, bool open, std::uint64_t hash);
  void grow();

  SymbolTable symbols_;
  std::vector<SymbolId> heads_;
  std::vector<std::uint32_t> arg_ends_;
  std::vector<TermId> arg_ids_;
  std::vector<std::uint8_t> open_;
  std::vector<std::uint64_t> hashes_;
  // A term with at most two arguments is told apart by its slot alone: one look at memory instead
  // of four. With more arguments, `second` is a part of the hash.
  struct Slot {
    std::uint32_t id = 0;      // id + 1, 0 is empty
    std::uint32_t head = 0;    // symbol, number of arguments (3: or more), open
    std::uint32_t first = 0;   // argument
    std::uint32_t second = 0;  // argument
  };
  static Slot make_slot(SymbolId symbol, std::span<const TermId> args, bool open,
                        std::uint64_t hash);
  void add(SymbolId symbol, std::span<const TermId> args, bool open, std::uint64_t hash);

  std::vector<Slot> slots_;            // open addressing
  std::vector<std::uint32_t> leaves_;  // [2 * symbol + open] the term without arguments + 1, or 0
};

}  // namespace winnow
