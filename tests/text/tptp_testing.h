// tests/text/tptp_testing.h - what the tests of the TPTP reader share.
#pragma once

#include "text/tptp.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace winnow::testing {

inline std::string annotated(std::string_view body, Language language,
                             std::string_view role = "axiom") {
  return std::string(to_string(language)) + "(n, " + std::string(role) + ", " + std::string(body) +
         ").";
}

inline TermId parse(TermBank& bank, std::string_view body, Language language = Language::fof,
                    std::string_view role = "axiom") {
  return TptpParser(bank).parse(annotated(body, language, role)).term;
}

// The term, symbols with their kinds: "=(f(a),b)" is "=:e(f:f(a:f),b:f)".
inline std::string shape(const TermView& terms, TermId term) {
  static constexpr std::string_view kLetters = "qcepfvasndt";
  std::string out(terms.name(term));
  out += ':';
  out += kLetters[static_cast<std::size_t>(terms.kind(term))];
  auto args = terms.args(term);
  for (std::size_t i = 0; i < args.size(); ++i) out += (i == 0 ? "(" : ",") + shape(terms, args[i]);
  return args.empty() ? out : out + ")";
}
inline std::string shape(std::string_view body, Language language = Language::fof,
                         std::string_view role = "axiom") {
  TermBank bank;
  TermId term = parse(bank, body, language, role);
  return shape(bank.view(), term);
}

inline void expect_round_trip(std::string_view body, Language language,
                              std::string_view role = "axiom") {
  TermBank bank;
  TermId term = parse(bank, body, language, role);
  std::string printed = print_tptp(bank.view(), term, language);
  EXPECT_EQ(parse(bank, printed, language, role), term) << body << "\nprinted as " << printed;
}

// "message | hint" of the error that reading `text` gives.
inline std::string error_of(std::string_view text) {
  TermBank bank;
  try {
    TptpParser(bank).parse(text, {.file = "f.p", .line = 1, .column = 1});
  } catch (const InputError& error) {
    return std::string(error.what()) + " | " + error.hint();
  }
  return "no error";
}

}  // namespace winnow::testing
