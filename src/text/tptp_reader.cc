#include "text/tptp_reader.h"

#include <fmt/format.h>

namespace winnow {

namespace {

bool is_connective(Tok op) { return op >= Tok::conjunction && op <= Tok::sequent; }
bool is_associative(Tok op) { return op == Tok::conjunction || op == Tok::disjunction; }
bool is_binder(Tok op) { return op >= Tok::forall && op <= Tok::type_exists; }
bool is_constant(Tok op) { return op >= Tok::forall_term && op <= Tok::equal_term; }

bool begins_unit(Tok op) {
  return op == Tok::lower_word || op == Tok::upper_word || op == Tok::single_quoted ||
         op == Tok::dollar_word || op == Tok::left_paren || is_binder(op);
}

}  // namespace

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
  if (is_constant(op) && language_ == Language::thf) return read_binder_constant();
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

void TptpReader::fail(const char* at, std::string_view what, std::string_view hint) const {
  throw SyntaxError{at, std::string(what), std::string(hint)};
}

void TptpReader::fail_unit() const {
  std::string found = describe(token());
  std::string_view wanted = mode_ == Mode::formula ? "a formula" : "a term";
  std::string hint;
  if (is_connective(kind())) hint = "a connective stands between two formulas";
  if (kind() == Tok::right_paren) hint = "something is missing before this bracket";
  if (kind() == Tok::left_brace) hint = "modal connectives are not supported";
  if (kind() == Tok::end) hint = "the formula is cut off";
  if (first_order() && mode_ == Mode::term && hint.empty())
    hint =
        "arguments and sides of equations are terms in fof and cnf; formulas are allowed there in "
        "tff";
  fail(token().begin, fmt::format("expected {}, found {}", wanted, found), hint);
}

void TptpReader::fail_mixed(const Frame& chain) const {
  std::string_view first = to_string(chain.op), second = to_string(kind());
  if (chain.op == Tok::assign && kind() == Tok::assign)
    fail(token().begin, "':=' does not chain",
         "definitions of $let stand in a list: [a := b, c := d]");
  if (chain.op == Tok::assign)
    fail(token().begin, fmt::format("':=' and '{}' are mixed without brackets", second),
         "put brackets around what is defined");
  if (chain.op == kind())
    fail(token().begin, fmt::format("'{}' does not chain", first),
         fmt::format("write (a {0} b) {0} c, or a {0} (b {0} c)", first));
  fail(token().begin, fmt::format("'{}' and '{}' are mixed without brackets", first, second),
       fmt::format("write (a {0} b) {1} c, or a {0} (b {1} c)", first, second));
}

void TptpReader::fail_group(const Frame& group) const {
  std::string found = describe(token());
  std::string hint;
  if (kind() == Tok::end || kind() == Tok::dot) hint = "a closing bracket is missing";
  if (kind() == Tok::colon)
    hint = "the variables of a quantifier stand in square brackets: ! [X] : p(X)";
  if (begins_unit(kind()) && hint.empty()) hint = "a connective or a comma is missing before it";
  switch (group.shape) {
    case Shape::root:
      fail(token().begin,
           fmt::format("expected a connective, ',' or ')' after the formula, found {}", found),
           hint);
    case Shape::paren:
      fail(token().begin, fmt::format("expected a connective or ')', found {}", found), hint);
    case Shape::arguments:
      fail(token().begin,
           fmt::format("expected ',' or ')' among the arguments of '{}', found {}",
                       group.name.substr(0, 60), found),
           hint);
    default:
      fail(token().begin, fmt::format("expected ',' or ']', found {}", found), hint);
  }
}

void TptpReader::fail_value(Mode mode) const {
  if (mode == Mode::term)
    fail(value_.at, "a formula where a term is expected",
         "write <=> between formulas; '=' stands between terms");
  if (value_.what == What::tuple)
    fail(value_.at, "a list where a formula is expected", "lists stand on both sides of '-->'");
  fail(value_.at,
       value_.what == What::variable ? "a variable is not a formula" : "a term is not a formula",
       "predicates begin with a lower-case letter");
}

}  // namespace winnow
