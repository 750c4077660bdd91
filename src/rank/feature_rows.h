// rank/feature_rows.h - features that were prepared and features that a question adds, as one.
// in: feature sets with ids of a table of their own     out: the same with the ids of all of them
#pragma once

#include "dag/features.h"
#include "term/key_map.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
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

  std::uint32_t size() const { return first_ + static_cast<std::uint32_t>(hashes_.size()); }
  void reserve(std::size_t features) {
    hashes_.reserve(features);
    if (ids_.size() == 0) ids_ = KeyMap(features);
  }

  FeatureId intern(std::uint64_t hash) {
    if (base_ != nullptr)
      if (auto known = base_->ids_.find(hash)) return FeatureId{*known};
    auto [id, is_new] = ids_.insert(hash, size());
    if (is_new) hashes_.push_back(hash);
    return FeatureId{id};
  }

  std::optional<FeatureId> find(std::uint64_t hash) const {
    for (const FeatureMap* map = this; map != nullptr; map = map->base_)
      if (auto known = map->ids_.find(hash)) return FeatureId{*known};
    return std::nullopt;
  }

  // [ids] what `of` says about the hash of each.
  template <class Of>
  std::vector<std::uint8_t> flags(Of&& of) const {
    std::vector<std::uint8_t> result(size(), 0);
    for (const FeatureMap* map = this; map != nullptr; map = map->base_) map->put_flags(of, result);
    return result;
  }

  // The same for the ids that the base does not have.
  template <class Of>
  void add_flags(Of&& of, std::vector<std::uint8_t>& result) const {
    result.resize(size(), 0);
    put_flags(of, result);
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
  template <class Of>
  void put_flags(Of&& of, std::vector<std::uint8_t>& result) const {
    for (std::size_t i = 0; i < hashes_.size(); ++i) result[first_ + i] = of(hashes_[i]) ? 1 : 0;
  }

  const FeatureMap* base_ = nullptr;
  std::uint32_t first_ = 0;
  KeyMap ids_;
  std::vector<std::uint64_t> hashes_;  // [ids from first_ on]
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
