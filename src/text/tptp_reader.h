// text/tptp_reader.h - one formula of TPTP, from tokens to a term.
// in: tokens from the first one of a formula on     out: its term; the token after it is next
// The stack of frames holds what is open: brackets, argument lists, negations, binders, and
// operators whose right side is missing. A name is not made a symbol before the token after it
// (and after its arguments, and after brackets around it) says whether it is a predicate or a
// function: until then it waits in `value_`.
#pragma once

#include "term/draft.h"
#include "term/pile.h"
#include "text/formula.h"
#include "text/token.h"
#include "text/variables.h"
#include "winnow/deadline.h"

#include <array>
#include <string>
#include <vector>

namespace winnow {

class TptpReader {
 public:
  explicit TptpReader(TermBank& bank, const Stop& stop = {}) : bank_(bank), stop_(stop) {}

  // A formula; stops at the ',' or ')' that ends it. Throws SyntaxError, and Stopped when `stop`
  // says so, also in the midst of a formula.
  TermId read_formula(Tokenizer& tokens, Language language);
  // What stands in a formula of role `type`: a name and its type.
  TermId read_declaration(Tokenizer& tokens, Language language);

 private:
  enum class Mode : std::uint8_t { formula, term };  // what an atom is here
  enum class Shape : std::uint8_t {
    root,
    paren,
    arguments,
    tuple,
    negation,
    quantifier,
    equality,
    application,
    chain,    // operands of one connective
    mapping,  // the right side of a type's '>'
    binding,  // the type of a variable of '!>'
  };
  enum class Special : std::uint8_t { none, ite, let };
  struct Frame {
    Shape shape;
    Mode outer;  // the mode to go back to
    Tok op;
    Special special;
    bool in_formula;        // what the arms of $ite and the body of $let are
    std::uint32_t count;    // arguments, operands or variables so far
    const char* at;         // the token that opened it
    std::string_view name;  // of the function that is applied
  };
  // What was read last. Only atoms and applications are not in the draft yet (their arguments are).
  enum class What : std::uint8_t { atom, application, variable, constant, tuple, formula };
  struct Value {
    What what{};
    std::uint32_t args = 0;
    std::string_view name;
    const char* at = nullptr;
  };
  enum class Next : std::uint8_t { unit, value, done };

  void begin(Tokenizer& tokens, Language language);
  bool first_order() const { return language_ == Language::fof || language_ == Language::cnf; }
  const Token& token() const { return tokens_->token(); }
  Tok kind() const { return tokens_->kind(); }

  // formulas (tptp_reader.cc)
  bool read_unit();    // true: value_ is there; false: a frame was opened that needs one
  Next after_value();  // what the token after a value does
  bool read_name();
  bool open_arguments(std::string_view name, const char* at);
  bool open_bracket();
  bool open_tuple();
  bool read_binder_constant();
  void reduce();  // closes the innermost frame that is no group
  Next close_group();
  void settle(Mode mode);  // value_ goes into the draft as what it is here
  void settle_operand(Tok op);
  void push_frame(Shape shape, Mode inner) {
    frames_.make_room(1);
    frames_.push({shape, mode_, {}, {}, false, 0, token().begin, {}});
    mode_ = inner;
  }
  void pop_frame() {
    mode_ = frames_.back().outer;
    frames_.pop(1);
  }

  // operators (tptp_operators.cc)
  void open_equality();
  void open_application();
  bool is_type_argument() const;
  void open_mapping();
  void open_chain();
  Next open_assignment();

  // $ite and $let (tptp_arms.cc)
  void begin_argument(Frame& frame);
  void find_arms();

  // binders and types (tptp_type.cc)
  std::uint32_t read_variables(Tok binder);
  void read_typing();
  void read_typings();
  void read_type();
  bool read_type_unit();
  bool open_binding();
  bool open_type_body();
  bool after_type_value(std::size_t base);
  void open_type_application(Shape shape);
  bool close_type_group();
  void reduce_type();
  void settle_type();

  void expect(Tok kind, std::string_view where);
  std::string_view take_name(std::string_view what);
  SymbolId fixed(Tok op, Kind kind);

  // what is wrong (tptp_reader_errors.cc)
  [[noreturn]] void fail(const char* at, std::string_view what, std::string_view hint = {}) const;
  [[noreturn]] void fail_unit() const;
  [[noreturn]] void fail_variable() const;
  [[noreturn]] void fail_mixed(const Frame& chain) const;
  [[noreturn]] void fail_group(const Frame& group) const;
  [[noreturn]] void fail_value(Mode mode) const;

  TermBank& bank_;
  Stop stop_;
  StopPoll poll_{stop_, 4096};
  Draft draft_;
  VariableScopes variables_;
  Pile<Frame> frames_;
  Tokenizer* tokens_ = nullptr;
  Tokenizer start_{{}};  // where the formula begins
  Language language_ = Language::fof;
  Mode mode_ = Mode::formula;
  Value value_;
  bool closed_bracket_ = false;          // value_ stood in brackets
  std::array<SymbolId, kToks> fixed_{};  // symbols of operators, made when first seen

  // Each `$ite(` and `$let(` of the formula, in order.
  struct Arms {
    const char* name;
    bool in_equation;  // the whole is a side of an equation, so its arms are terms
  };
  std::vector<Arms> arms_;
  std::size_t next_arm_ = 0;
  bool arms_known_ = false;
};

// The name as terms carry it: 'abc' is abc; a name that needs its quotes keeps them.
inline std::string_view plain_name(const Token& token) {
  std::string_view text = token.text();
  if (token.kind != Tok::single_quoted) return text;
  std::string_view inner = text.substr(1, text.size() - 2);
  return is_lower_word(inner) ? inner : text;
}

}  // namespace winnow
