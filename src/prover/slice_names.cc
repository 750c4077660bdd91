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
  std::set<std::string> seen;
  for (std::string& name : formula_names(conjecture)) seen.insert(std::move(name));
  std::vector<std::pair<const char*, std::string>> again;  // whose name another one has, that name
  for (const std::string_view formula : formulas)
    if (std::string name = formula_name(formula); !seen.insert(name).second && !name.empty())
      again.emplace_back(formula.data(), std::move(name));
  std::size_t number = 0;  // in the order of the slice: the same slice is the same text
  for (const auto& [formula, name] : again) {
    std::string other;
    do other = std::string(kPrefix) + std::to_string(++number);
    while (!seen.insert(other).second);
    own_.emplace(other, name);
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

std::string SliceNames::restore(const std::string& proof, const std::set<std::string>& used) const {
  std::set<std::string> taken;  // own names that a formula of the proof has
  for (const std::string& name : used)
    if (!own_.contains(name)) taken.insert(name);
  std::map<std::string_view, std::string> written;  // of those that get their own name back
  for (const auto& [other, own] : own_)
    if (used.empty() || (used.contains(other) && taken.insert(own).second))
      print_name(own, written[other]);
  std::string restored;
  std::size_t done = 0;
  for (std::size_t at = proof.find(kPrefix); at != std::string::npos;
       at = proof.find(kPrefix, at + 1)) {
    std::size_t end = at + kPrefix.size();
    while (end < proof.size() && is_name_character(proof[end])) ++end;
    const auto own = written.find(std::string_view(proof).substr(at, end - at));
    if (own == written.end() || at < done) continue;
    restored += proof.substr(done, at - done) + own->second;
    done = end;
  }
  return restored + proof.substr(done);
}

}  // namespace winnow
