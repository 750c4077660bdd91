#include "term/term_keys.h"

#include "term/hash.h"

namespace winnow {

std::vector<std::uint64_t> symbol_keys(const SymbolView& symbols) {
  std::vector<std::uint64_t> keys(symbols.size);
  for (std::uint32_t i = 0; i < symbols.size; ++i)
    keys[i] =
        hash_text(symbols.name(SymbolId{i}), static_cast<std::uint64_t>(symbols.kind(SymbolId{i})));
  return keys;
}

// Arguments precede their parents, so one sweep sees every argument's key before it is needed.
std::vector<std::uint64_t> term_keys(const TermView& terms,
                                     const std::vector<std::uint64_t>& symbol_keys) {
  std::vector<std::uint64_t> keys(terms.size);
  for (std::uint32_t i = 0; i < terms.size; ++i) {
    auto args = terms.args(TermId{i});
    std::uint64_t key = mix(symbol_keys[index(terms.symbol(TermId{i}))], args.size());
    for (TermId arg : args) key = mix(key, keys[index(arg)]);
    keys[i] = key;
  }
  return keys;
}

}  // namespace winnow
