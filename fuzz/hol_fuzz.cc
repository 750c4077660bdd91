// Any bytes as a HOL term: a first line of tokens, then the text. What can be read must read back
// from its own print as the same term; what cannot must be an InputError.
#include "text/hol.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input(reinterpret_cast<const char*>(data), size);
  std::size_t end = input.find('\n');
  std::string_view tokens = end == std::string_view::npos ? "" : input.substr(0, end);
  std::string_view text = end == std::string_view::npos ? input : input.substr(end + 1);

  winnow::TermBank bank;
  winnow::HolParser parser(bank);
  winnow::TermId term;
  parser.set_constants(tokens);
  try {
    term = parser.parse(text);
  } catch (const winnow::InputError&) {
    return 0;
  }
  std::string printed = print_hol(bank.view(), term);
  parser.set_constants(print_hol_tokens(bank.view(), term));
  if (parser.parse(printed) != term) std::abort();
  return 0;
}
