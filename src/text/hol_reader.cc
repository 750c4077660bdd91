#include "text/hol_reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace winnow {

namespace {

constexpr std::uint32_t kNone = HolTree::kNone;

// Where a name ends. A comma is always a name of its own: "p, q |- r", "(a , b)".
constexpr std::array<bool, 256> table_of(std::string_view characters) {
  std::array<bool, 256> table{};
  for (char c : characters) table[static_cast<unsigned char>(c)] = true;
  return table;
}
constexpr std::array<bool, 256> kSpaces = table_of(" \t\n\r\v\f");
constexpr std::array<bool, 256> kEnds = table_of(" \t\n\r\v\f(),");
bool is_space(char c) { return kSpaces[static_cast<unsigned char>(c)]; }
bool ends_name(char c) { return kEnds[static_cast<unsigned char>(c)]; }

// A constant that is printed like a binder: (lambdai. body) is lambda (\i. body).
constexpr std::string_view kLambda = "lambda";

struct BinderToken {
  HolBinder binder;
  bool constant_lambda = false;
  std::string_view variable = {};  // empty: no binder
};

// Needs: `token` ends in a dot. The longest binder that fits is meant: "?!x." binds x.
BinderToken read_binder(std::string_view token) {
  token.remove_suffix(1);
  BinderToken result{};
  for (std::size_t i = 0; i < kHolBinderNames.size(); ++i) {
    if (token.size() > kHolBinderNames[i].size() && token.starts_with(kHolBinderNames[i]))
      result = {static_cast<HolBinder>(i), false, token.substr(kHolBinderNames[i].size())};
  }
  if (token.size() > kLambda.size() && token.starts_with(kLambda))
    result = {HolBinder::lambda, true, token.substr(kLambda.size())};
  return result;
}

}  // namespace

HolReader::HolReader() {
  // In this order: the numbers of these names are those of HolLogical.
  for (std::string_view name : kHolLogicalNames) add_constant(name);
  for (std::string_view name : kHolBinderNames) add_constant(name);
}

void HolReader::set_constants(std::string_view token_line) {
  names.begin_token_line();
  const char* at = token_line.data();
  const char* end = at + token_line.size();
  while (at != end) {
    const char* token = at;
    while (at != end && !is_space(*at)) ++at;
    if (at - token > 1 && *token == 'c')
      names.add_to_token_line(names.find({token + 1, static_cast<std::size_t>(at - token - 1)}));
    if (at != end) ++at;
  }
}

void HolReader::fail(std::size_t offset, std::string_view what, std::string_view hint) const {
  Place place = *at_;
  std::string_view before = text_.substr(0, offset);
  std::size_t line_begin = before.rfind('\n') + 1;  // 0 if there is none
  if (line_begin != 0) {
    if (place.line != 0) place.line += static_cast<std::uint64_t>(std::ranges::count(before, '\n'));
    place.column = 0;
  }
  place.column = std::max<std::uint64_t>(place.column, 1) + offset - line_begin;
  throw InputError(place, what, hint);
}

// The three that are called for every name or bracket are inline.

// `node` is the next item of the innermost open bracket.
inline void HolReader::add(std::uint32_t node, std::uint32_t begin) {
  if (groups_.empty()) {
    if (conclusion != kNone)
      fail(begin, "expected ',' or '|-' or the end after a term",
           "applications and infix operators stand in brackets: (f x), (a = b)");
    conclusion = node;
    return;
  }
  Group& group = groups_.back();
  if (group.items == (group.binder == kNone ? 3 : 1)) {
    if (group.binder != kNone)
      fail(begin, "expected ')' after the body of a binder",
           "the body is one name or stands in brackets: (!x. (p x))");
    fail(begin, "a fourth part between brackets", "there is (x), (f x) and (a op b)");
  }
  group.item[group.items++] = node;
}

inline void HolReader::read_name(std::uint32_t begin, std::uint32_t end) {
  std::string_view token = text_.substr(begin, end - begin);
  if (token == "|-") {
    if (!groups_.empty())
      fail(begin, "'|-' inside of brackets", "a sequent stands outside: h1, h2 |- c");
    if (turnstile_) fail(begin, "a second '|-'", "a sequent has one: h1, h2 |- c");
    if (conclusion != kNone || !hypotheses.empty()) end_hypothesis(begin, "|-");
    turnstile_ = true;
    return;
  }
  if (token.back() == '.' && token.find_first_not_of('.') != std::string_view::npos) {
    open_binder(begin, token);
    return;
  }
  std::uint32_t number = names.find(token);
  HolName& name = names[number];
  if (name.binder != kNone) {
    add(tree.add_leaf(HolHead::bound, name.binder), begin);
  } else if (names.is_constant(name)) {
    add(tree.add_leaf(HolHead::constant, number), begin);
  } else {
    if (name.free_in != formula_) {
      name.free_in = formula_;
      name.free_number = free_variables++;
    }
    add(tree.add_leaf(HolHead::free, name.free_number), begin);
  }
}

inline void HolReader::close(std::uint32_t offset) {
  if (groups_.empty()) fail(offset, "this ')' closes nothing", "every ')' needs its '('");
  Group group = groups_.back();
  if (group.items == 0) {
    if (group.binder != kNone)
      fail(offset, "expected the body of the binder", "for example: (!x. (p x))");
    fail(offset, "expected a term between '(' and ')'", "there is (x), (f x) and (a op b)");
  }
  std::uint32_t value = group.item[0];
  if (group.binder != kNone) {
    tree.set_body(group.binder, value);
    names[group.name].binder = group.outer;
    value = group.binder;
    if (group.constant_lambda)
      value = tree.apply(tree.add_leaf(HolHead::constant, names.find(kLambda)), value);
  } else if (group.items == 2) {
    value = tree.apply(value, group.item[1]);
  } else if (group.items == 3) {
    const HolTree::Node& infix = tree[group.item[1]];
    if (infix.args != 0)
      fail(group.begin, "the second of three parts between brackets is not a name",
           "there is (x), (f x) and (a op b); write ((f x) y) for f applied to x and y");
    value = tree.apply(tree.apply(group.item[1], value), group.item[2]);
  }
  groups_.pop_back();
  add(value, group.begin);
}

void HolReader::read(std::string_view whole, const Place& place) {
  text_ = whole;
  at_ = &place;
  if (text_.size() >= kNone) fail(0, "a term of more than 4 GB", "split it");
  // A text that failed left its binders open.
  for (; !groups_.empty(); groups_.pop_back())
    if (groups_.back().binder != kNone) names[groups_.back().name].binder = groups_.back().outer;
  names.forget_variables();
  tree.clear();
  hypotheses.clear();
  conclusion = kNone;
  turnstile_ = false;
  free_variables = 0;
  ++formula_;

  auto size = static_cast<std::uint32_t>(text_.size());
  for (std::uint32_t i = 0; i < size;) {
    switch (char c = text_[i]; c) {
      case '(':
        groups_.emplace_back().begin = i++;
        break;
      case ')':
        close(i++);
        break;
      case ',':
        if (groups_.empty()) {
          end_hypothesis(i++, ",");
          break;
        }
        [[fallthrough]];
      default: {
        std::uint32_t begin = i++;
        if (is_space(c)) break;
        if (c != ',')
          while (i < size && !ends_name(text_[i])) ++i;
        read_name(begin, i);
      }
    }
  }
  if (!groups_.empty())
    fail(groups_.back().begin, "this '(' is never closed", "every '(' needs its ')'");
  if (conclusion == kNone)
    fail(size, size == 0 ? "expected a term, found nothing" : "expected a term, found the end",
         "for example: |- (!x. ((f x) = x))");
  if (!hypotheses.empty() && !turnstile_)
    fail(size, "expected '|-' after the hypotheses", "for example: p, q |- r");
}

void HolReader::open_binder(std::uint32_t begin, std::string_view token) {
  bool opens = !groups_.empty() && groups_.back().items == 0 && groups_.back().binder == kNone;
  if (!opens)
    fail(begin, fmt::format("'{}' does not stand right after a '('", token),
         "each binder has its own brackets and one variable: (!x. (!y. (p x)))");
  BinderToken binder = read_binder(token);
  if (binder.variable.empty())
    fail(begin, fmt::format("'{}' is not a binder", token),
         "binders are (!x. t), (?x. t), (?!x. t), (\\x. t), (@x. t) and (lambdax. t)");
  Group& group = groups_.back();
  group.binder = tree.add_binder(binder.binder);
  group.name = names.find(binder.variable);
  group.constant_lambda = binder.constant_lambda;
  HolName& name = names[group.name];
  group.outer = name.binder;
  name.binder = group.binder;
}

void HolReader::end_hypothesis(std::uint32_t offset, std::string_view mark) {
  if (conclusion == kNone)
    fail(offset, fmt::format("expected a term before '{}'", mark), "for example: p, q |- r");
  if (turnstile_)
    fail(offset, fmt::format("'{}' after the conclusion", mark),
         "hypotheses come first: h1, h2 |- c");
  hypotheses.push_back(conclusion);
  conclusion = kNone;
}

}  // namespace winnow
