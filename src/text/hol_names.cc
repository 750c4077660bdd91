#include "text/hol_names.h"

#include "winnow/error.h"

#include <algorithm>
#include <limits>

namespace winnow {

namespace {

constexpr std::size_t kNamesKept = 1u << 16;

}  // namespace

HolNames::HolNames() : limit_(kNamesKept) { rehash(1024); }

std::uint32_t HolNames::add(std::string_view text, std::uint64_t head, std::uint64_t hash) {
  require(text_.size() + text.size() <= std::numeric_limits<std::uint32_t>::max(),
          "names of HOL terms exceed 4 GB");
  HolName name;
  name.hash = hash;
  name.head = head;
  name.begin = static_cast<std::uint32_t>(text_.size());
  name.size = static_cast<std::uint32_t>(text.size());
  text_.append(text);
  names_.push_back(name);
  auto number = static_cast<std::uint32_t>(names_.size() - 1);
  insert(number);
  if (2 * names_.size() > slots_.size()) rehash(2 * slots_.size());
  return number;
}

void HolNames::insert(std::uint32_t name) {
  std::size_t mask = slots_.size() - 1;
  std::size_t at = names_[name].hash & mask;
  while (slots_[at].name != 0) at = (at + 1) & mask;
  slots_[at] = {static_cast<std::uint32_t>(names_[name].hash >> 32), name + 1};
}

void HolNames::rehash(std::size_t slots) {
  slots_.assign(slots, {});
  for (std::uint32_t i = 0; i < names_.size(); ++i) insert(i);
}

void HolNames::forget_variables() {
  if (names_.size() <= limit_) return;
  std::vector<HolName> names;
  std::string text;
  for (HolName& name : names_) {
    if (!is_constant(name)) continue;
    auto begin = static_cast<std::uint32_t>(text.size());
    text.append(text_, name.begin, name.size);
    name.begin = begin;
    names.push_back(name);
  }
  names_ = std::move(names);
  text_ = std::move(text);
  limit_ = std::max(kNamesKept, 2 * names_.size());
  rehash(slots_.size());
}

}  // namespace winnow
