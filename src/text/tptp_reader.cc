// text/tptp_reader.cc - the loop of the reader: units, what follows them, closing what is open.
#include "text/tptp_reader.h"

#include <fmt/format.h>

namespace winnow {

void TptpReader::begin(Tokenizer& tokens, Language language) {
  tokens_ = &tokens;
  start_ = tokens;
  language_ = language;
  draft_.clear();
  variables_.clear();
  frames_.clear();
  arms_known_ = false;
  mode_ = Mode::formula;
}

TermId TptpReader::read_formula(Tokenizer& tokens, Language language) {
  begin(tokens, language);
  push_frame(Shape::root, Mode::formula);
  for (;;) {
    while (!read_unit()) poll_();
    Next next;
    while ((next = after_value()) == Next::value) poll_();
    if (next == Next::done) return draft_.commit(bank_);
  }
}

bool TptpReader::read_unit() {
  closed_bracket_ = false;
  Tok op = kind();
  const char* at = token().begin;
  switch (op) {
    case Tok::lower_word:
    case Tok::single_quoted:
    case Tok::dollar_word:
      return read_name();
    case Tok::upper_word:
      draft_.push_variable(variables_.use(token().text(), draft_));
      value_ = {What::variable, 0, {}, at};
      tokens_->advance();
      if (kind() == Tok::left_paren)
        fail(at, "a variable cannot have arguments",
             "names of functions and predicates begin with a lower-case letter");
      return true;
    case Tok::number:
    case Tok::distinct_object:
      draft_.push(bank_.symbols().intern(token().text(),
                                         op == Tok::number ? Kind::number : Kind::distinct_object),
                  0);
      value_ = {What::constant, 0, {}, at};
      tokens_->advance();
      return true;
    case Tok::left_paren:
      return open_bracket();
    case Tok::left_bracket:
      return open_tuple();
    case Tok::negation:
      if (first_order() && mode_ == Mode::term) fail_unit();
      push_frame(Shape::negation, Mode::formula);
      tokens_->advance();
      return false;
    default:
      break;
  }
  if (is_binder_constant(op) && language_ == Language::thf) return read_binder_constant();
  if (!is_binder(op)) fail_unit();
  if (language_ == Language::cnf)
    fail(at, "a quantifier in a clause",
         "the variables of cnf are free; formulas with quantifiers are fof");
  if (op >= Tok::lambda && language_ != Language::thf)
    fail(at, fmt::format("'{}' is not part of {}", to_string(op), to_string(language_)),
         "it belongs to thf");
  if (first_order() && mode_ == Mode::term) fail_unit();
  std::uint32_t count = read_variables(op);
  push_frame(Shape::quantifier, op == Tok::lambda ? Mode::term : Mode::formula);
  frames_.back().op = op;
  frames_.back().at = at;
  frames_.back().count = count;
  return false;
}

bool TptpReader::read_name() {
  const char* at = token().begin;
  std::string_view name = plain_name(token());
  tokens_->advance();
  if (kind() == Tok::left_paren) return open_arguments(name, at);
  value_.what = What::atom;
  value_.args = 0;
  value_.name = name;
  value_.at = at;
  return true;
}

bool TptpReader::open_arguments(std::string_view name, const char* at) {
  Mode outside = mode_;
  push_frame(Shape::arguments, Mode::term);
  Frame& frame = frames_.back();
  frame.name = name;
  frame.at = at;
  if (name[0] == '$' && !first_order()) {
    if (name == "$ite") frame.special = Special::ite;
    if (name == "$let") frame.special = Special::let;
  }
  if (frame.special != Special::none && language_ == Language::tff) {
    if (!arms_known_) find_arms();
    while (next_arm_ < arms_.size() && arms_[next_arm_].name != at) ++next_arm_;
    bool in_equation = next_arm_ < arms_.size() && arms_[next_arm_].in_equation;
    frame.in_formula = outside == Mode::formula && !in_equation;
  }
  tokens_->advance();
  if (kind() == Tok::right_paren)
    fail(token().begin, fmt::format("'{}' has no arguments between its brackets", name),
         "write a constant without brackets");
  if (frame.special == Special::none) return false;
  bool has_value = frame.special == Special::let;
  begin_argument(frame);
  return has_value;
}

bool TptpReader::open_bracket() {
  const char* at = token().begin;
  Mode inner = mode_;
  tokens_->advance();
  Tok op = kind();
  if (language_ == Language::thf &&
      (is_connective(op) || op == Tok::equal || op == Tok::unequal || op == Tok::negation)) {
    Tokenizer ahead = *tokens_;
    ahead.advance();
    if (ahead.kind() == Tok::right_paren) {  // (&): a connective as a term
      bool equality = op == Tok::equal || op == Tok::unequal;
      draft_.push(fixed(op, equality ? Kind::equality : Kind::connective), 0);
      value_ = {What::constant, 0, {}, at};
      ahead.advance();
      *tokens_ = ahead;
      return true;
    }
  }
  push_frame(Shape::paren, inner);
  frames_.back().at = at;
  return false;
}

// [a, b]: the sides of a sequent in fof, tuples of terms elsewhere.
bool TptpReader::open_tuple() {
  const char* at = token().begin;
  if (language_ == Language::cnf || (first_order() && mode_ == Mode::term)) fail_unit();
  push_frame(Shape::tuple, first_order() ? Mode::formula : Mode::term);
  tokens_->advance();
  if (kind() != Tok::right_bracket) return false;
  tokens_->advance();
  pop_frame();
  draft_.push(bank_.symbols().intern("[]", Kind::function), 0);
  value_ = {What::tuple, 0, {}, at};
  return true;
}

// !! F and !! @ F are both the application of the constant !! to F.
bool TptpReader::read_binder_constant() {
  const char* at = token().begin;
  draft_.push(fixed(kind(), Kind::connective), 0);
  value_ = {What::constant, 0, {}, at};
  tokens_->advance();
  if (!begins_unit(kind())) return true;
  push_frame(Shape::application, Mode::term);
  frames_.back().count = 1;
  return false;
}

TptpReader::Next TptpReader::after_value() {
  Tok op = kind();
  if (op == Tok::equal || op == Tok::unequal) {
    open_equality();
    return Next::unit;
  }
  if (op == Tok::apply) {
    // ^ [X] : (t) @ a: a binder's body is a unit, so that it ends before '@'. Without brackets
    // around it, somebody may have meant ^ [X] : (f @ X).
    if (frames_.back().shape == Shape::quantifier && frames_.back().op == Tok::lambda &&
        (closed_bracket_ || value_.what == What::variable))
      reduce();
    open_application();
    return Next::unit;
  }
  if (op == Tok::arrow && is_type_argument()) {
    open_mapping();
    return Next::unit;
  }
  for (;;) {
    Frame& frame = frames_.back();
    if (frame.shape <= Shape::tuple) break;  // a group
    if (frame.shape == Shape::chain &&
        (is_connective(op) || (op == Tok::assign && frame.op == Tok::assign))) {
      if (frame.op != op || !is_associative(op)) fail_mixed(frame);
      settle_operand(op);
      ++frame.count;
      tokens_->advance();
      return Next::unit;
    }
    reduce();
  }
  if (is_connective(op)) {
    open_chain();
    return Next::unit;
  }
  if (op == Tok::assign) return open_assignment();
  return close_group();
}

void TptpReader::reduce() {
  Frame& frame = frames_.back();
  What result = What::formula;
  switch (frame.shape) {
    case Shape::negation:
      settle(Mode::formula);
      draft_.push(fixed(Tok::negation, Kind::connective), 1);
      break;
    case Shape::quantifier:
      settle(mode_);
      draft_.push_quantifier(fixed(frame.op, Kind::quantifier), frame.count);
      variables_.unbind(frame.count);
      break;
    case Shape::equality:
      settle(Mode::term);
      draft_.push(fixed(frame.op, Kind::equality), 2);
      break;
    case Shape::application: {
      settle(mode_);
      Value head{frame.name.empty() ? What::application : What::atom, frame.count + 1, frame.name,
                 frame.at};
      pop_frame();
      value_ = head;
      return;
    }
    case Shape::mapping:
      settle(Mode::term);
      draft_.push(fixed(frame.op, Kind::type), frame.count + 1);
      break;
    default:  // a chain
      if (frame.op == Tok::assign)
        settle(Mode::term);
      else
        settle_operand(frame.op);
      draft_.push(fixed(frame.op, Kind::connective), frame.count + 1, is_associative(frame.op));
      break;
  }
  value_ = {result, 0, {}, frame.at};
  pop_frame();
}

TptpReader::Next TptpReader::close_group() {
  Frame& frame = frames_.back();
  Tok op = kind();
  switch (frame.shape) {
    case Shape::root:
      if (op != Tok::comma && op != Tok::right_paren) fail_group(frame);
      settle(Mode::formula);
      return Next::done;
    case Shape::paren:
      if (op != Tok::right_paren) fail_group(frame);
      pop_frame();
      tokens_->advance();
      closed_bracket_ = true;
      return Next::value;
    case Shape::arguments:
      if (op != Tok::comma && op != Tok::right_paren) fail_group(frame);
      settle(mode_);
      ++frame.count;
      tokens_->advance();
      if (op == Tok::comma) {
        if (frame.special != Special::none) begin_argument(frame);
        return Next::unit;
      }
      value_ = {What::atom, frame.count, frame.name, frame.at};
      pop_frame();
      return Next::value;
    default:  // a tuple
      if (op != Tok::comma && op != Tok::right_bracket) fail_group(frame);
      settle(mode_);
      ++frame.count;
      tokens_->advance();
      if (op == Tok::comma) return Next::unit;
      draft_.push(bank_.symbols().intern("[]", Kind::function), frame.count);
      value_ = {What::tuple, 0, {}, frame.at};
      pop_frame();
      return Next::value;
  }
}

void TptpReader::settle(Mode mode) {
  switch (value_.what) {
    case What::atom: {
      bool truth = value_.name[0] == '$' && (value_.name == "$true" || value_.name == "$false");
      Kind atom = mode == Mode::formula || truth ? Kind::predicate : Kind::function;
      draft_.push(bank_.symbols().intern(value_.name, atom), value_.args);
      break;
    }
    case What::application:
      draft_.push(fixed(Tok::apply, Kind::application), value_.args);
      break;
    default:
      if (first_order() && (mode == Mode::formula) != (value_.what == What::formula))
        fail_value(mode);
      break;
  }
  value_.what = mode == Mode::formula ? What::formula : What::constant;
}

void TptpReader::settle_operand(Tok op) {
  if (op == Tok::sequent && value_.what == What::tuple) return;
  settle(Mode::formula);
}

void TptpReader::expect(Tok expected, std::string_view where) {
  if (kind() == expected) return tokens_->advance();
  fail(token().begin,
       fmt::format("expected '{}' {}, found {}", to_string(expected), where, describe(token())));
}

std::string_view TptpReader::take_name(std::string_view what) {
  Tok op = kind();
  if (op != Tok::lower_word && op != Tok::single_quoted && op != Tok::dollar_word)
    fail(token().begin, fmt::format("expected {}, found {}", what, describe(token())));
  std::string_view name = plain_name(token());
  tokens_->advance();
  return name;
}

SymbolId TptpReader::fixed(Tok op, Kind symbol_kind) {
  SymbolId& id = fixed_[static_cast<std::size_t>(op)];
  if (index(id) == 0) id = bank_.symbols().intern(to_string(op), symbol_kind);
  return id;
}

}  // namespace winnow
