#include "term/term_bank.h"

#include "term/hash.h"
#include "winnow/error.h"

#include <algorithm>
#include <limits>

namespace winnow {

TermBank::TermBank() { grow(); }

inline TermBank::Slot TermBank::make_slot(SymbolId symbol, std::span<const TermId> args, bool open,
                                          std::uint64_t hash) {
  Slot slot;
  slot.head = index(symbol) << 3 |
              static_cast<std::uint32_t>(std::min<std::size_t>(args.size(), 3)) << 1 | open;
  slot.first = args.empty() ? 0 : index(args[0]);
  slot.second = args.size() == 2 ? index(args[1]) : static_cast<std::uint32_t>(hash >> 32);
  return slot;
}

// Most nodes of a formula are constants and variables, and a symbol has at most two leaves (open
// and closed): they are found by the symbol alone.
TermId TermBank::make(SymbolId symbol, std::span<const TermId> args, bool open) {
  if (args.empty()) return make_leaf(symbol, open);
  std::uint64_t hash = begin_hash(symbol, args.size(), open);
  for (TermId arg : args) hash = mix(hash, hashes_[index(arg)]);
  return find_or_add(symbol, args, open, hash);
}

TermId TermBank::make_leaf(SymbolId symbol, bool open) {
  std::size_t leaf = 2 * static_cast<std::size_t>(index(symbol)) + open;
  if (leaf < leaves_.size() && leaves_[leaf] != 0) [[likely]]
    return TermId{leaves_[leaf] - 1};
  return add_leaf(symbol, open);
}

TermId TermBank::add_leaf(SymbolId symbol, bool open) {
  std::size_t leaf = 2 * static_cast<std::size_t>(index(symbol)) + open;
  if (leaf >= leaves_.size())
    leaves_.resize(2 * static_cast<std::size_t>(symbols_.size()) + leaf + 1);
  TermId term = find_or_add(symbol, {}, open, begin_hash(symbol, 0, open));
  leaves_[leaf] = index(term) + 1;
  return term;
}

TermId TermBank::find_or_add(SymbolId symbol, std::span<const TermId> args, bool open,
                             std::uint64_t hash) {
  require(index(symbol) < 1u << 29, "more than 2^29 symbols");
  Slot wanted = make_slot(symbol, args, open, hash);
  std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.id == 0) {
      add(symbol, args, open, hash);
      wanted.id = size();
      slots_[at] = wanted;
      if (3 * static_cast<std::size_t>(size()) > 2 * slots_.size()) grow();
      return TermId{wanted.id - 1};
    }
    if (slot.head != wanted.head || slot.first != wanted.first || slot.second != wanted.second)
      continue;
    TermId id{slot.id - 1};
    // Who makes a term is going to look at it.
    __builtin_prefetch(&heads_[index(id)]);
    __builtin_prefetch(&arg_ends_[index(id)]);
    __builtin_prefetch(&open_[index(id)]);
    if (args.size() < 3 || std::ranges::equal(this->args(id), args)) return id;
  }
}

void TermBank::add(SymbolId symbol, std::span<const TermId> args, bool open, std::uint64_t hash) {
  require(size() < std::numeric_limits<std::uint32_t>::max() - 1, "more than 2^32 terms");
  require(arg_ids_.size() + args.size() <= std::numeric_limits<std::uint32_t>::max(),
          "terms with more than 2^32 arguments in all");
  heads_.push_back(symbol);
  arg_ids_.insert(arg_ids_.end(), args.begin(), args.end());
  arg_ends_.push_back(static_cast<std::uint32_t>(arg_ids_.size()));
  open_.push_back(open);
  hashes_.push_back(hash);
}

void TermBank::grow() {
  // Every term is put into every table: few tables while they are small, no more room than needed
  // when they are large.
  constexpr std::size_t kLarge = std::size_t{1} << 20;
  std::size_t slots = slots_.empty() ? 4096 : slots_.size() * (slots_.size() < kLarge ? 4 : 2);
  slots_ = std::vector<Slot>(slots);
  std::size_t mask = slots_.size() - 1;
  for (std::uint32_t i = 0; i < size(); ++i) {
    bool open = open_[i] != 0;
    std::uint64_t hash = hashes_[i];
    std::size_t at = hash & mask;
    while (slots_[at].id != 0) at = (at + 1) & mask;
    slots_[at] = make_slot(heads_[i], args(TermId{i}), open, hash);
    slots_[at].id = i + 1;
  }
}

}  // namespace winnow
