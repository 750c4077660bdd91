#include "prover/slice_names.h"

#include "prover/problem_text.h"
#include "text/tptp_printer.h"

#include <cctype>
#include <set>
#include <utility>
#include <vector>

namespace winnow {
namespace {

constexpr std::string_view kPrefix = "winnow_same_name_";

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

}  // namespace

SliceNames::SliceNames(std::span<const std::string_view> formulas, std::string_view conjecture) {
  std::set<std::string> seen = {formula_name(conjecture)};
  std::vector<std::pair<const char*, std::string>> again;  // whose name another one has, that name
  for (const std::string_view formula : formulas)
    if (std::string name = formula_name(formula); !seen.insert(name).second && !name.empty())
      again.emplace_back(formula.data(), std::move(name));
  std::size_t number = 0;  // in the order of the slice: the same slice is the same text
  for (const auto& [formula, name] : again) {
    std::string other;
    do other = std::string(kPrefix) + std::to_string(++number);
    while (!seen.insert(other).second);
    print_name(name, own_[other]);
    replaced_.emplace(formula, std::move(other));
  }
}

std::string_view SliceNames::replaced(std::string_view formula) const {
  const auto found = replaced_.find(formula.data());
  return found == replaced_.end() ? std::string_view() : found->second;
}

std::string SliceNames::name_of(std::string_view formula) const {
  const std::string_view other = replaced(formula);
  return other.empty() ? formula_name(formula) : std::string(other);
}

std::string SliceNames::restore(const std::string& proof) const {
  if (own_.empty()) return proof;
  std::string restored;
  std::size_t done = 0;
  for (std::size_t at = proof.find(kPrefix); at != std::string::npos;
       at = proof.find(kPrefix, at + 1)) {
    std::size_t end = at + kPrefix.size();
    while (end < proof.size() && is_name_character(proof[end])) ++end;
    const auto own = own_.find(std::string_view(proof).substr(at, end - at));
    if (own == own_.end() || at < done) continue;
    restored += proof.substr(done, at - done) + own->second;
    done = end;
  }
  return restored + proof.substr(done);
}

}  // namespace winnow
