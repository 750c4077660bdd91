#include "term/term_bank.h"

#include "term/hash.h"
#include "winnow/error.h"

#include <algorithm>
#include <limits>

namespace winnow {

namespace {

std::uint64_t hash_term(SymbolId symbol, std::span<const TermId> args, bool open) {
  std::uint64_t hash = mix(index(symbol) * 2ull + open, args.size());
  for (TermId arg : args) hash = mix(hash, index(arg));
  return hash;
}

}  // namespace

TermBank::TermBank() { grow(); }

TermId TermBank::make(SymbolId symbol, std::span<const TermId> args, bool open) {
  std::uint64_t hash = hash_term(symbol, args, open);
  auto upper = static_cast<std::uint32_t>(hash >> 32);
  std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    Slot slot = slots_[at];
    if (slot.id == 0) {
      require(size() < std::numeric_limits<std::uint32_t>::max() - 1, "more than 2^32 terms");
      require(arg_ids_.size() + args.size() <= std::numeric_limits<std::uint32_t>::max(),
              "terms with more than 2^32 arguments in all");
      slots_[at] = {upper, size() + 1};
      heads_.push_back(symbol);
      arg_ids_.insert(arg_ids_.end(), args.begin(), args.end());
      arg_ends_.push_back(static_cast<std::uint32_t>(arg_ids_.size()));
      open_.push_back(open);
      TermId id{size() - 1};
      if (2 * static_cast<std::size_t>(size()) > slots_.size()) grow();
      return id;
    }
    if (slot.hash != upper) continue;
    std::uint32_t id = slot.id - 1;
    if (heads_[id] == symbol && (open_[id] != 0) == open &&
        std::ranges::equal(this->args(TermId{id}), args))
      return TermId{id};
  }
}

void TermBank::grow() {
  slots_.assign(slots_.empty() ? 4096 : 2 * slots_.size(), {});
  std::size_t mask = slots_.size() - 1;
  for (std::uint32_t i = 0; i < size(); ++i) {
    std::uint64_t hash = hash_term(heads_[i], args(TermId{i}), open_[i] != 0);
    std::size_t at = hash & mask;
    while (slots_[at].id != 0) at = (at + 1) & mask;
    slots_[at] = {static_cast<std::uint32_t>(hash >> 32), i + 1};
  }
}

}  // namespace winnow
