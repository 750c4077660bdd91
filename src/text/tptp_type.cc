// text/tptp_type.cc - the part of the reader for binders and types.
// Types use the reader's frames above a base, so that a type inside a formula inside a type needs
// no recursion either. Binding strength: '@', then '*' and '+', then '>' to the right.
#include "text/tptp_reader.h"

#include <fmt/format.h>

namespace winnow {

TermId TptpReader::read_declaration(Tokenizer& tokens, Language language) {
  begin(tokens, language);
  std::size_t brackets = 0;
  for (; kind() == Tok::left_paren; ++brackets) tokens_->advance();
  read_typing();
  for (; brackets != 0; --brackets) expect(Tok::right_paren, "after the type");
  if (kind() != Tok::comma && kind() != Tok::right_paren)
    fail(token().begin,
         fmt::format("expected ',' or ')' after the type, found {}", describe(token())));
  return draft_.commit(bank_);
}

// name : type, or name << type; becomes ":"(type, name), as bindings do.
void TptpReader::read_typing() {
  SymbolId name = bank_.symbols().intern(take_name("the name that is declared"), Kind::type);
  Tok op = kind();
  if (op != Tok::colon && op != Tok::subtype)
    fail(token().begin,
         fmt::format("expected ':' after the declared name, found {}", describe(token())),
         "a declaration is a name, ':' and a type: f: $i > $i");
  tokens_->advance();
  read_type();
  draft_.push(name, 0);
  draft_.push(fixed(op, Kind::type), 2);
}

// The first argument of $let: one typing, or several in square brackets.
void TptpReader::read_typings() {
  value_ = {What::constant, 0, {}, token().begin};
  if (kind() != Tok::left_bracket) return read_typing();
  std::uint32_t count = 0;
  do {
    tokens_->advance();
    read_typing();
    ++count;
  } while (kind() == Tok::comma);
  expect(Tok::right_bracket, "after the types of $let");
  draft_.push(bank_.symbols().intern("[]", Kind::type), count);
}

// [X, Y: type] : after a binder. The bindings become operands of the draft.
std::uint32_t TptpReader::read_variables(Tok binder) {
  tokens_->advance();
  if (kind() != Tok::left_bracket)
    fail(token().begin,
         fmt::format("expected '[' after '{}', found {}", to_string(binder), describe(token())),
         "the variables of a quantifier stand in square brackets: ! [X] : p(X)");
  std::uint32_t count = 0;
  do {
    tokens_->advance();
    if (kind() != Tok::upper_word) fail_variable();
    std::string_view name = token().text();
    tokens_->advance();
    if (kind() == Tok::colon) {
      if (first_order())
        fail(token().begin, fmt::format("a typed variable in {}", to_string(language_)),
             "types belong to tff and thf");
      tokens_->advance();
      read_type();
      DraftVariable variable = draft_.bind();
      draft_.push_typed_variable(variable, fixed(Tok::colon, Kind::type));
      variables_.bind(name, variable);
    } else {
      DraftVariable variable = draft_.bind();
      draft_.push_variable(variable);
      variables_.bind(name, variable);
    }
    ++count;
  } while (kind() == Tok::comma);
  expect(Tok::right_bracket, "after the variables");
  expect(Tok::colon, "before the body of a quantifier");
  return count;
}

// Leaves one operand, the type, in the draft.
void TptpReader::read_type() {
  std::size_t base = frames_.size();
  do {
    while (!read_type_unit()) continue;
  } while (after_type_value(base));
}

// True: value_ is there; false: a frame was opened that needs a type.
bool TptpReader::read_type_unit() {
  Token first = token();
  switch (first.kind) {
    case Tok::lower_word:
    case Tok::single_quoted:
    case Tok::dollar_word:
      tokens_->advance();
      value_ = {What::atom, 0, plain_name(first), first.begin};
      if (kind() != Tok::left_paren) return true;
      push_frame(Shape::arguments, mode_);
      frames_.back().name = value_.name;
      tokens_->advance();
      return false;
    case Tok::upper_word:
      draft_.push_variable(variables_.use(first.text(), draft_));
      value_ = {What::variable, 0, {}, first.begin};
      tokens_->advance();
      return true;
    case Tok::left_paren:
      push_frame(Shape::paren, mode_);
      tokens_->advance();
      return false;
    case Tok::left_bracket:
      push_frame(Shape::tuple, mode_);
      tokens_->advance();
      return false;
    case Tok::type_forall:
    case Tok::type_exists:
      push_frame(Shape::binding, mode_);
      frames_.back().op = first.kind;
      tokens_->advance();
      if (kind() != Tok::left_bracket)
        fail(token().begin,
             fmt::format("expected '[' after '{}', found {}", first.text(), describe(token())));
      break;
    default:
      fail(first.begin, fmt::format("expected a type, found {}", describe(first)),
           "for example $i, $o, $int or (a * b) > c");
  }
  return open_binding();
}

// At '[' or ',' of a type's binder: reads variables up to one that has a type, which comes next,
// or to the end of the list, when the body comes next.
bool TptpReader::open_binding() {
  do {
    tokens_->advance();
    if (kind() != Tok::upper_word) fail_variable();
    Frame& frame = frames_.back();
    frame.name = token().text();
    tokens_->advance();
    if (kind() == Tok::colon) {
      tokens_->advance();
      return false;
    }
    DraftVariable variable = draft_.bind();
    draft_.push_variable(variable);
    variables_.bind(frame.name, variable);
    ++frame.count;
  } while (kind() == Tok::comma);
  return open_type_body();
}

bool TptpReader::open_type_body() {
  expect(Tok::right_bracket, "after the variables");
  expect(Tok::colon, "before the body of a type");
  frames_.back().shape = Shape::quantifier;
  return false;
}

// What the token after a type does: true if another type must follow, false if the type ended.
bool TptpReader::after_type_value(std::size_t base) {
  for (;;) {
    Tok op = kind();
    bool is_operator = op == Tok::star || op == Tok::plus || op == Tok::arrow;
    Shape shape = frames_.size() > base ? frames_.back().shape : Shape::root;
    if (op == Tok::apply) {
      open_type_application(shape);
      return true;
    }
    if (shape == Shape::application) {
      reduce_type();
    } else if (shape == Shape::chain) {
      if (op == frames_.back().op) {
        settle_type();
        ++frames_.back().count;
        tokens_->advance();
        return true;
      }
      if (op == Tok::star || op == Tok::plus) fail_mixed(frames_.back());
      reduce_type();
    } else if (is_operator) {
      settle_type();
      push_frame(op == Tok::arrow ? Shape::mapping : Shape::chain, mode_);
      frames_.back().op = op;
      frames_.back().count = 1;
      tokens_->advance();
      return true;
    } else if (shape == Shape::mapping || shape == Shape::quantifier) {
      reduce_type();
    } else if (shape == Shape::root) {
      settle_type();
      return false;
    } else if (close_type_group()) {
      return true;
    }
  }
}

void TptpReader::open_type_application(Shape shape) {
  if (shape == Shape::application) {
    settle_type();
    ++frames_.back().count;
  } else {
    bool waits = value_.what == What::atom || value_.what == What::application;
    push_frame(Shape::application, mode_);
    frames_.back().name = value_.name;
    frames_.back().at = value_.at;
    frames_.back().count = waits ? value_.args : 1;
  }
  tokens_->advance();
}

void TptpReader::reduce_type() {
  Frame frame = frames_.back();
  pop_frame();
  settle_type();
  switch (frame.shape) {
    case Shape::application:
      value_ = {frame.name.empty() ? What::application : What::atom, frame.count + 1, frame.name,
                frame.at};
      return;
    case Shape::quantifier:
      draft_.push_quantifier(fixed(frame.op, Kind::quantifier), frame.count);
      variables_.unbind(frame.count);
      break;
    default:  // a chain of '*' or '+', or a mapping
      draft_.push(fixed(frame.op, Kind::type), frame.count + 1, frame.shape == Shape::chain);
      break;
  }
  value_ = {What::constant, 0, {}, frame.at};
}

// At the end of a type within brackets. True if another type must follow.
bool TptpReader::close_type_group() {
  Frame& frame = frames_.back();
  Tok op = kind();
  Tok closer = frame.shape == Shape::paren || frame.shape == Shape::arguments ? Tok::right_paren
                                                                              : Tok::right_bracket;
  if (op != closer && (op != Tok::comma || frame.shape == Shape::paren))
    fail(token().begin,
         fmt::format("expected '{}' after a type, found {}", to_string(closer), describe(token())));
  if (frame.shape == Shape::paren) {
    pop_frame();
    tokens_->advance();
    return false;
  }
  settle_type();
  ++frame.count;
  if (frame.shape == Shape::binding) {
    DraftVariable variable = draft_.bind();
    draft_.push_typed_variable(variable, fixed(Tok::colon, Kind::type));
    variables_.bind(frame.name, variable);
    op == Tok::comma ? open_binding() : open_type_body();
    return true;
  }
  tokens_->advance();
  if (op == Tok::comma) return true;
  value_ = {What::atom, frame.count, frame.shape == Shape::tuple ? "[]" : frame.name, frame.at};
  pop_frame();
  return false;
}

void TptpReader::settle_type() {
  if (value_.what == What::atom || value_.what == What::application) {
    std::string_view name = value_.what == What::atom ? value_.name : "@";
    draft_.push(bank_.symbols().intern(name, Kind::type), value_.args);
  }
  value_.what = What::constant;
}

void TptpReader::fail_variable() const {
  fail(token().begin, fmt::format("expected a variable, found {}", describe(token())),
       "variables begin with an upper-case letter");
}

}  // namespace winnow
