// text/annotated.h - one statement of a TPTP file: an annotated formula or an include.
// in: a tokenizer at its first token     out: the statement; its '.' is the current token
// (what comes behind the '.' is another statement's affair, also when it is no token at all)
#pragma once

#include "text/formula.h"
#include "text/token.h"
#include "text/tptp_reader.h"

#include <string>
#include <string_view>
#include <vector>

namespace winnow {

struct Include {
  const char* at = nullptr;        // its first character
  std::string file;                // as it is written, without quotes
  bool all = true;                 // no list of names is given
  std::vector<std::string> names;  // the formulas to take
};

bool at_include(const Token& token);

// include('file') or include('file', [names]). Throws SyntaxError.
Include read_include(Tokenizer& tokens);

// An annotated formula in two steps. After the head, `name`, `role` and `language` are known, and
// a reader who does not want that formula may skip it. The last step sets `text`.
void read_head(Tokenizer& tokens, Formula& formula);
void read_body(Tokenizer& tokens, TptpReader& reader, Formula& formula);
void skip_body(Tokenizer& tokens, Formula& formula);

}  // namespace winnow
