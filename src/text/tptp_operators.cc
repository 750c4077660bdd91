// text/tptp_operators.cc - the part of the reader that opens operators after a value.
// Each open_...() checks that its operator may stand here, settles the value as its left side, and
// leaves a frame that waits for the right side.
#include "text/tptp_reader.h"

#include <fmt/format.h>

namespace winnow {

void TptpReader::open_equality() {
  Shape shape = frames_.back().shape;
  if (shape == Shape::equality)
    fail(token().begin, "an equation whose side is an equation", "put brackets around one of them");
  if (shape == Shape::application)
    fail(token().begin, fmt::format("'@' and '{}' are mixed without brackets", to_string(kind())),
         "write (f @ a) = b, or f @ (a = b)");
  settle(Mode::term);
  push_frame(Shape::equality, Mode::term);
  frames_.back().op = kind();
  tokens_->advance();
}

void TptpReader::open_application() {
  if (language_ != Language::thf)
    fail(token().begin, fmt::format("'@' is not part of {}", to_string(language_)),
         "application with '@' belongs to thf; elsewhere write f(a)");
  Frame& top = frames_.back();
  if (top.shape == Shape::negation || top.shape == Shape::quantifier ||
      top.shape == Shape::equality)
    fail(token().begin,
         fmt::format("'{}' and '@' are mixed without brackets",
                     to_string(top.shape == Shape::negation ? Tok::negation : top.op)),
         "write brackets around the application, as in ~ (p @ a)");
  if (top.shape == Shape::application) {
    settle(mode_);  // the condition of $ite is a formula
    ++top.count;
  } else {
    push_frame(Shape::application, Mode::term);
    Frame& frame = frames_.back();
    bool waits = value_.what == What::atom || value_.what == What::application;
    frame.name = value_.name;
    frame.at = value_.at;
    frame.count = waits ? value_.args : 1;
  }
  Frame& frame = frames_.back();
  mode_ = frame.name == "$ite" && frame.count == 0 ? Mode::formula : Mode::term;
  tokens_->advance();
}

// f @ (A > B) @ a: an argument of TH1 that is a type. Simple types are read as terms anyway.
bool TptpReader::is_type_argument() const {
  if (language_ != Language::thf) return false;
  std::size_t at = frames_.size() - 1;
  while (frames_[at].shape == Shape::application || frames_[at].shape == Shape::mapping) --at;
  while (at > 0 && frames_[at].shape == Shape::paren) {
    --at;
    if (frames_[at].shape == Shape::application) return true;
    if (frames_[at].shape == Shape::mapping) --at;
  }
  return false;
}

void TptpReader::open_mapping() {
  while (frames_.back().shape == Shape::application) reduce();
  settle(Mode::term);
  push_frame(Shape::mapping, Mode::term);
  frames_.back().op = Tok::arrow;
  frames_.back().count = 1;
  tokens_->advance();
}

void TptpReader::open_chain() {
  Tok op = kind();
  if (language_ == Language::cnf && op != Tok::disjunction)
    fail(token().begin, fmt::format("'{}' in a clause", to_string(op)),
         "a clause is a disjunction of literals; other formulas are fof");
  if (first_order() && mode_ == Mode::term)
    fail(token().begin, fmt::format("'{}' inside a term", to_string(op)),
         "arguments and sides of equations are terms in fof and cnf; formulas are allowed there in "
         "tff");
  settle_operand(op);
  push_frame(Shape::chain, Mode::formula);
  frames_.back().op = op;
  frames_.back().count = 1;
  tokens_->advance();
}

// a := b among the definitions of $let.
TptpReader::Next TptpReader::open_assignment() {
  std::size_t at = frames_.size() - 1;
  if (frames_[at].shape == Shape::tuple && at > 0) --at;
  const Frame& frame = frames_[at];
  if (frame.shape != Shape::arguments || frame.special != Special::let || frame.count != 1)
    fail(token().begin, "':=' outside the definitions of $let",
         "for example $let(c: $i, c := f(a), p(c))");
  settle(Mode::term);
  push_frame(Shape::chain, Mode::term);
  frames_.back().op = Tok::assign;
  frames_.back().count = 1;
  tokens_->advance();
  return Next::unit;
}

}  // namespace winnow
