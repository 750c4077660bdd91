#include "prover/numbers.h"

#include "prover/profile.h"
#include "winnow/error_code.h"
#include "winnow/options.h"

#include <fmt/format.h>

#include <algorithm>

namespace winnow {
namespace {

bool any_contains(std::span<const std::span<const std::string_view>> formulas,
                  std::string_view word) {
  for (const auto& part : formulas)
    for (const std::string_view formula : part)
      if (formula.find(word) != std::string_view::npos) return true;
  return false;
}

std::string why_doubt(const FormulaContents& contents, const ProverProfile& profile, bool free) {
  if (contents.logic.th0) return "provers of higher-order logic are not complete";
  if (contents.logic.rationals) return "provers may take rational numbers for real ones";
  if (profile.refutes_arithmetic && contents.typed()) return {};
  if (contents.numbers && !free) return "the prover does not know what numbers are";
  if (contents.defined) return "the prover may not know what TPTP's defined symbols mean";
  return {};
}

}  // namespace

Numbers parse_numbers(std::string_view text) {
  check_value("numbers", text, kNumbers);
  if (text == "interpreted") return Numbers::interpreted;
  return text == "free" ? Numbers::free : Numbers::automatic;
}

ProblemContents::ProblemContents(std::span<const std::span<const std::string_view>> formulas) {
  for (const auto& part : formulas)
    for (const std::string_view formula : part) *this |= contents_of(formula);
  if (!numbers) return;
  number_prefix = "number_";
  while (any_contains(formulas, number_prefix)) number_prefix += "n_";
}

ProblemRendering make_rendering(const ProverCommand& command, Numbers numbers,
                                const ProblemContents& contents) {
  const ProverProfile& profile = profile_of(command);
  const bool flagged =
      !profile.free_numbers.empty() &&
      std::ranges::find(command.words, profile.free_numbers) != command.words.end();
  const bool free = numbers == Numbers::free || (numbers == Numbers::automatic && flagged);
  if (numbers == Numbers::free && contents.numbers && contents.typed())
    throw CodedError(ErrorCode::typed_numbers, {},
                     "numbers of TFF and THF are typed and cannot be free",
                     "free numbers are for FOF and CNF");

  ProblemRendering rendering;
  rendering.command = command;
  rendering.doubt = why_doubt(contents, profile, free);
  if (const std::string_view option = doubted_option(command);
      rendering.doubt.empty() && !option.empty())
    rendering.doubt = fmt::format("with {} the prover may leave something out", option);
  if (contents.typed() && profile.mixes_up_types) rendering.types = VariableTypes::all;
  if (!contents.numbers || contents.typed()) return rendering;
  if (free && !profile.free_numbers.empty()) {
    if (!flagged)
      rendering.command.words.insert(rendering.command.words.begin() + 1,
                                     std::string(profile.free_numbers));
    return rendering;
  }
  rendering.numbers =
      !free && profile.distinct_objects ? NumbersAs::distinct : NumbersAs::constants;
  rendering.prefix = contents.number_prefix;
  return rendering;
}

}  // namespace winnow
