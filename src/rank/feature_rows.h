// rank/feature_rows.h - features that were prepared and features that a question adds, as one.
// in: feature sets with ids of a table of their own     out: the same with the ids of all of them
#pragma once

#include "dag/features.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace winnow {

// Two sets of sets as one: what was prepared, then what a question adds. Neither may grow
// meanwhile.
class FeatureRows {
 public:
  FeatureRows() = default;
  FeatureRows(const FeatureSets& only) : own_(&only) {}
  FeatureRows(const FeatureSets& prepared, const FeatureSets& own)
      : prepared_(&prepared), own_(&own), first_own_(prepared.size()) {}

  std::span<const FeatureId> operator[](std::size_t i) const {
    return i < first_own_ ? (*prepared_)[i] : (*own_)[i - first_own_];
  }

 private:
  const FeatureSets* prepared_ = nullptr;
  const FeatureSets* own_ = nullptr;
  std::uint32_t first_own_ = 0;
};

// Feature ids by hash. A map may go on where another ends: several questions can each add what is
// new to them to one prepared map, which must outlive them and not grow meanwhile.
class FeatureMap {
 public:
  FeatureMap() = default;
  explicit FeatureMap(const FeatureMap* base) : base_(base), first_(base->size()) {}

  std::uint32_t size() const { return first_ + static_cast<std::uint32_t>(ids_.size()); }

  FeatureId intern(std::uint64_t hash) {
    if (base_ != nullptr)
      if (auto known = base_->ids_.find(hash); known != base_->ids_.end()) return known->second;
    return ids_.try_emplace(hash, FeatureId{size()}).first->second;
  }

  std::optional<FeatureId> find(std::uint64_t hash) const {
    for (const FeatureMap* map = this; map != nullptr; map = map->base_)
      if (auto known = map->ids_.find(hash); known != map->ids_.end()) return known->second;
    return std::nullopt;
  }

  // [ids] what `of` says about the hash of each.
  template <class Of>
  std::vector<std::uint8_t> flags(Of&& of) const {
    std::vector<std::uint8_t> result(size(), 0);
    for (const FeatureMap* map = this; map != nullptr; map = map->base_)
      for (const auto& [hash, id] : map->ids_) result[index(id)] = of(hash) ? 1 : 0;
    return result;
  }

  // The same for the ids that the base does not have.
  template <class Of>
  void add_flags(Of&& of, std::vector<std::uint8_t>& result) const {
    result.resize(size(), 0);
    for (const auto& [hash, id] : ids_) result[index(id)] = of(hash) ? 1 : 0;
  }

  // Appends one set whose ids are places in `hashes`.
  void add(std::span<const FeatureId> ids, std::span<const std::uint64_t> hashes,
           FeatureSets& sets) {
    auto first = static_cast<std::ptrdiff_t>(sets.ids.size());
    for (FeatureId id : ids) sets.ids.push_back(intern(hashes[index(id)]));
    std::sort(sets.ids.begin() + first, sets.ids.end());
    sets.ends.push_back(static_cast<std::uint32_t>(sets.ids.size()));
  }

 private:
  const FeatureMap* base_ = nullptr;
  std::uint32_t first_ = 0;
  std::unordered_map<std::uint64_t, FeatureId> ids_;
};

// Reads the symbols of formulas straight into sets with the ids of a map.
class MappedFeatureReader {
 public:
  MappedFeatureReader(const TermView& terms, FeatureMap& map) : reader_(terms), map_(map) {}

  std::uint64_t hash(TermId term) const { return reader_.hash(term); }
  void add(TermId formula, FeatureSets& sets) {
    read_.ids.clear();
    read_.ends.clear();
    reader_.add(formula, FeatureKind::symbols, table_, read_);
    map_.add(read_.ids, table_.hashes(), sets);
  }

 private:
  FeatureReader reader_;
  FeatureMap& map_;
  FeatureTable table_;
  FeatureSets read_;
};

}  // namespace winnow
