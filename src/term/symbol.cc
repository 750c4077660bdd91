#include "term/symbol.h"

#include "term/hash.h"
#include "winnow/error.h"

#include <array>
#include <charconv>
#include <limits>

namespace winnow {

namespace {

constexpr std::array<std::string_view, kKinds> kKindNames = {
    "quantifier",  "connective", "equality", "predicate", "function", "variable",
    "application", "sequent",    "number",   "distinct",  "type"};

std::string numbered(std::string_view prefix, std::uint32_t n) {
  return std::string(prefix) + std::to_string(n);
}

}  // namespace

std::string_view to_string(Kind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }

Kind kind_of(std::string_view name) {
  for (std::size_t i = 0; i < kKindNames.size(); ++i)
    if (kKindNames[i] == name) return static_cast<Kind>(i);
  throw ContractError("no such kind", std::source_location::current());
}

SymbolTable::SymbolTable() {
  grow();
  intern("VAR", Kind::variable);
  for (std::uint32_t i = 0; i < kIndexedVariables; ++i)
    intern(numbered("BOUND", i), Kind::variable);
  for (std::uint32_t i = 0; i < kIndexedVariables; ++i) intern(numbered("FREE", i), Kind::variable);
}

SymbolId SymbolTable::intern(std::string_view name, Kind kind) {
  std::uint64_t hash = hash_name(name, static_cast<std::uint64_t>(kind));
  std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    Slot slot = slots_[at];
    if (slot.id == 0) return add(name, kind, hash, at);
    if (slot.hash != static_cast<std::uint32_t>(hash >> 32)) continue;
    SymbolId id{slot.id - 1};
    if (kinds_[index(id)] == kind && is_same_text(this->name(id), name)) return id;
  }
}

SymbolId SymbolTable::add(std::string_view name, Kind kind, std::uint64_t hash, std::size_t at) {
  require(text_.size() + name.size() < std::numeric_limits<std::uint32_t>::max(),
          "symbol names exceed 4 GB");
  text_.append(name);
  ends_.push_back(static_cast<std::uint32_t>(text_.size()));
  kinds_.push_back(kind);
  hashes_.push_back(hash);
  slots_[at] = {static_cast<std::uint32_t>(hash >> 32), size()};
  SymbolId id{size() - 1};
  if (2 * kinds_.size() > slots_.size()) grow();
  return id;
}

void SymbolTable::grow() {
  slots_.assign(slots_.empty() ? 1024 : 2 * slots_.size(), {});
  std::size_t mask = slots_.size() - 1;
  for (std::uint32_t i = 0; i < size(); ++i) {
    std::size_t at = hashes_[i] & mask;
    while (slots_[at].id != 0) at = (at + 1) & mask;
    slots_[at] = {static_cast<std::uint32_t>(hashes_[i] >> 32), i + 1};
  }
}

// '?' and a quote cannot begin a name that a parser hands over as a variable.
SymbolId SymbolTable::bound_variable(std::uint32_t n) {
  while (bound_.size() <= n)
    bound_.push_back(
        intern(numbered("?", static_cast<std::uint32_t>(bound_.size())), Kind::variable));
  return bound_[n];
}

SymbolId SymbolTable::free_variable(std::uint32_t n) {
  while (free_.size() <= n)
    free_.push_back(
        intern(numbered("'", static_cast<std::uint32_t>(free_.size())), Kind::variable));
  return free_[n];
}

VariableName variable_name(std::string_view name) {
  require(name.size() >= 2 && (name[0] == '?' || name[0] == '\''), "not the name of a variable");
  VariableName result{name[0] == '?', 0};
  std::from_chars(name.data() + 1, name.data() + name.size(), result.number);
  return result;
}

}  // namespace winnow
