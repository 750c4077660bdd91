// text/tptp_arms.cc - the part of the reader that knows $ite and $let.
// Whether their arms are formulas or terms shows only after their closing bracket.
#include "text/tptp_reader.h"

namespace winnow {

// The condition of $ite is a formula; its arms and the body of $let are what the whole is.
// The typings of $let come as a finished value.
void TptpReader::begin_argument(Frame& frame) {
  Mode arms = frame.in_formula ? Mode::formula : Mode::term;
  if (frame.special == Special::ite) mode_ = frame.count == 0 ? Mode::formula : arms;
  if (frame.special == Special::let) {
    mode_ = frame.count == 2 ? arms : Mode::term;
    if (frame.count == 0) read_typings();
  }
}

// Looks once through the formula: what follows the bracket that closes each $ite and $let? An
// equality sign there makes their arms terms. Brackets around them alone change nothing.
void TptpReader::find_arms() {
  arms_known_ = true;
  arms_.clear();
  next_arm_ = 0;
  constexpr std::size_t kNone = ~std::size_t{0};
  struct Open {
    std::size_t position;  // of the unit that the bracket begins
    std::size_t arm;
  };
  std::vector<Open> open;
  std::size_t arm = kNone, begin = 0, position = 0;
  const char* name = nullptr;  // of a $ite or $let, if that was the last token
  Tokenizer ahead = start_;
  try {
    for (; ahead.kind() != Tok::end; ahead.advance(), ++position) {
      Tok op = ahead.kind();
      if (op == Tok::left_paren) {
        open.push_back({name ? position - 1 : position, name ? arms_.size() : kNone});
        if (name) arms_.push_back({name, false});
        arm = kNone;
      } else if (op == Tok::right_paren) {
        if (open.empty()) break;
        if (open.back().arm != kNone) {
          arm = open.back().arm;
          begin = open.back().position;
        } else if (arm != kNone && begin == open.back().position + 1) {
          begin = open.back().position;
        } else {
          arm = kNone;
        }
        open.pop_back();
      } else {
        if ((op == Tok::equal || op == Tok::unequal) && arm != kNone) arms_[arm].in_equation = true;
        arm = kNone;
      }
      std::string_view text = ahead.token().text();
      bool special = op == Tok::dollar_word && (text == "$ite" || text == "$let");
      name = special ? text.data() : nullptr;
    }
  } catch (const SyntaxError&) {
    // The same token will stop the reader, if nothing does so before.
  }
}

}  // namespace winnow
