// text/variables.h - which variable a name means where it stands.
// in: names as they are bound and used     out: the draft's variables
// A name that no binder around it binds is free: one variable for the whole formula. Every
// operation takes constant time, however many binders are open.
#pragma once

#include "term/draft.h"
#include "term/hash.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace winnow {

class VariableScopes {
 public:
  VariableScopes() { clear(); }

  void clear() {
    if (entries_.size() != kShort) entries_.resize(kShort);
    for (std::uint32_t id : touched_) entries_[id] = {};
    touched_.clear();
    undo_.clear();
    if (++epoch_ == 0) {
      slots_.clear();
      epoch_ = 1;
    }
  }

  // Binds `name` until `unbind` takes it back. The last binding hides those before it.
  void bind(std::string_view name, DraftVariable variable) {
    std::uint32_t id = find(name);
    undo_.push_back({id, entries_[id].bound});
    entries_[id].bound = static_cast<std::uint32_t>(variable);
  }
  void unbind(std::uint32_t count) {
    for (; count != 0; --count) {
      entries_[undo_.back().id].bound = undo_.back().bound;
      undo_.pop_back();
    }
  }
  DraftVariable use(std::string_view name, Draft& draft) {
    if (name.size() == 1) {  // an entry that was never bound says so, whatever its name
      const Entry& entry = entries_[short_id(name)];
      if (entry.bound != kNone) return DraftVariable{entry.bound};
    }
    return find_or_make(name, draft);
  }

 private:
  static constexpr std::uint32_t kNone = ~0u;
  static constexpr std::uint32_t kShort = 128;  // names of one character are their own index
  struct Entry {
    std::uint32_t bound = kNone;
    std::uint32_t free = kNone;
    std::string_view name;
  };
  struct Undo {
    std::uint32_t id;
    std::uint32_t bound;
  };
  struct Slot {
    std::uint32_t epoch = 0;
    std::uint32_t id = 0;
  };

  static std::uint32_t short_id(std::string_view name) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(name[0])) % kShort;
  }
  [[gnu::noinline]] DraftVariable find_or_make(std::string_view name, Draft& draft) {
    Entry& entry = entries_[find(name)];
    if (entry.bound != kNone) return DraftVariable{entry.bound};
    if (entry.free == kNone) entry.free = static_cast<std::uint32_t>(draft.make_free());
    return DraftVariable{entry.free};
  }
  std::uint32_t find(std::string_view name) {
    if (name.size() == 1) {
      std::uint32_t id = short_id(name);
      if (entries_[id].name.empty()) {
        entries_[id].name = name;
        touched_.push_back(id);
      }
      return id;
    }
    if (slots_.size() < 2 * entries_.size()) grow();
    std::uint32_t at = slot_of(name);
    if (slots_[at].epoch != epoch_) {
      slots_[at] = {epoch_, static_cast<std::uint32_t>(entries_.size())};
      entries_.push_back({kNone, kNone, name});
    }
    return slots_[at].id;
  }
  std::uint32_t slot_of(std::string_view name) const {
    std::size_t mask = slots_.size() - 1, at = hash_text(name) & mask;
    while (slots_[at].epoch == epoch_ && entries_[slots_[at].id].name != name) at = (at + 1) & mask;
    return static_cast<std::uint32_t>(at);
  }
  void grow() {
    slots_.assign(slots_.empty() ? std::size_t{4} * kShort : 2 * slots_.size(), {});
    for (std::uint32_t id = kShort; id < entries_.size(); ++id)
      slots_[slot_of(entries_[id].name)] = {epoch_, id};
  }

  std::vector<Entry> entries_ = std::vector<Entry>(kShort);
  std::vector<std::uint32_t> touched_;  // the short names in use
  std::vector<Undo> undo_;
  std::vector<Slot> slots_;
  std::uint32_t epoch_ = 0;
};

}  // namespace winnow
