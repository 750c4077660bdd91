// One loop over the characters keeps the open brackets on a stack and builds a tree; then the
// tree, hypotheses in canonical order, is drafted and committed.
#include "text/hol.h"

#include "term/draft.h"
#include "term/hash.h"
#include "text/hol_names.h"
#include "text/hol_tree.h"
#include "text/hypotheses.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

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

// As in enum HolLogical.
constexpr std::array<std::string_view, 5> kLogical = {"/\\", "\\/", "==>", "=", "~"};
// As in enum HolBinder. The longest one that fits is meant: "?!x." binds x.
constexpr std::array<std::string_view, 5> kBinders = {"!", "?", "?!", "\\", "@"};
// A constant that is printed like a binder: (lambdai. body) is lambda (\i. body).
constexpr std::string_view kLambda = "lambda";

struct BinderToken {
  HolBinder binder;
  bool constant_lambda = false;
  std::string_view variable = {};  // empty: no binder
};

// Needs: `token` ends in a dot.
BinderToken read_binder(std::string_view token) {
  token.remove_suffix(1);
  BinderToken result{};
  for (std::size_t i = 0; i < kBinders.size(); ++i) {
    if (token.size() > kBinders[i].size() && token.starts_with(kBinders[i]))
      result = {static_cast<HolBinder>(i), false, token.substr(kBinders[i].size())};
  }
  if (token.size() > kLambda.size() && token.starts_with(kLambda))
    result = {HolBinder::lambda, true, token.substr(kLambda.size())};
  return result;
}

}  // namespace

struct HolParser::State {
  explicit State(TermBank& term_bank);

  // --- text to tree
  struct Group {  // an open bracket
    std::uint32_t begin;
    std::uint32_t items = 0;
    std::array<std::uint32_t, 3> item{};
    std::uint32_t binder = kNone;  // if it opens with one: its node,
    std::uint32_t name = 0;        // the name it binds,
    std::uint32_t outer = kNone;   // what the name meant outside,
    bool constant_lambda = false;
  };

  void read(std::string_view whole, const Place& place);
  void read_name(std::uint32_t begin, std::uint32_t end);
  void open_binder(const BinderToken& token);
  void add(std::uint32_t node, std::uint32_t begin);
  void close(std::uint32_t at);
  void end_hypothesis(std::uint32_t at, std::string_view mark);
  [[noreturn]] void fail(std::size_t offset, std::string_view what, std::string_view hint) const;

  // --- tree to draft
  TermId draft_sequent();
  void find_shape(std::uint32_t root, std::uint64_t& shape);
  void number_variables(std::span<const std::uint32_t> variables);
  void draft_term(std::uint32_t root);
  SymbolId symbol(std::uint32_t name, bool is_formula);

  TermBank& bank;
  HolNames names;
  HolTree tree;
  Draft draft;
  HypothesisOrder order;

  std::string_view text;
  const Place* at = nullptr;
  std::vector<Group> groups;
  std::uint32_t term = kNone;  // outside of all brackets: the term just read
  bool turnstile = false;
  std::vector<std::uint32_t> roots;  // hypotheses
  std::uint64_t formula = 0;         // counts formulas, for HolName::free_in
  std::uint32_t free_variables = 0;

  static constexpr DraftVariable kUnnumbered{~0u};
  std::vector<DraftVariable> free_drafts;  // per free variable
  std::vector<std::uint32_t> seen_in;      // per free variable: the last root that has it
  std::vector<std::uint32_t> free_places;  // and its place among the variables of that root
  std::uint32_t shapes = 0;                // roots whose shape was taken
  std::vector<std::uint32_t> variables;    // free variables of each root, see Hypothesis
  std::vector<Hypothesis> hypotheses;

  std::array<SymbolId, 5> logical;
  std::array<SymbolId, kBinders.size()> binders;
  SymbolId application, sequent;
};

HolParser::State::State(TermBank& term_bank) : bank(term_bank) {
  SymbolTable& symbols = bank.symbols();
  for (std::string_view name : kLogical) names.add_constant(names.find(name));
  for (std::size_t i = 0; i < kBinders.size(); ++i) {
    names.add_constant(names.find(kBinders[i]));
    binders[i] = symbols.intern(kBinders[i], Kind::quantifier);
  }
  for (std::uint32_t i = 0; i < logical.size(); ++i)
    logical[i] = symbols.intern(kLogical[i], i == kHolEquals ? Kind::equality : Kind::connective);
  application = symbols.intern("@", Kind::application);
  sequent = symbols.intern("|-", Kind::sequent);
}

void HolParser::State::fail(std::size_t offset, std::string_view what,
                            std::string_view hint) const {
  Place place = *at;
  std::string_view before = text.substr(0, offset);
  std::size_t line_begin = before.rfind('\n') + 1;  // 0 if there is none
  if (line_begin != 0) {
    if (place.line != 0) place.line += static_cast<std::uint64_t>(std::ranges::count(before, '\n'));
    place.column = 0;
  }
  place.column = std::max<std::uint64_t>(place.column, 1) + offset - line_begin;
  throw InputError(place, what, hint);
}

void HolParser::State::read(std::string_view whole, const Place& place) {
  text = whole;
  at = &place;
  if (text.size() >= kNone) fail(0, "a term of more than 4 GB", "split it");
  // A text that failed left its binders open.
  for (; !groups.empty(); groups.pop_back())
    if (groups.back().binder != kNone) names[groups.back().name].binder = groups.back().outer;
  names.forget_variables();
  tree.clear();
  roots.clear();
  term = kNone;
  turnstile = false;
  free_variables = 0;
  ++formula;

  auto size = static_cast<std::uint32_t>(text.size());
  for (std::uint32_t i = 0; i < size;) {
    switch (char c = text[i]; c) {
      case '(':
        groups.push_back({.begin = i++});
        break;
      case ')':
        close(i++);
        break;
      case ',':
        if (groups.empty())
          end_hypothesis(i, ",");
        else
          read_name(i, i + 1);
        ++i;
        break;
      default: {
        if (is_space(c)) {
          ++i;
          break;
        }
        std::uint32_t begin = i;
        while (++i < size && !ends_name(text[i])) {
        }
        read_name(begin, i);
      }
    }
  }
  if (!groups.empty())
    fail(groups.back().begin, "this '(' is never closed", "every '(' needs its ')'");
  if (term == kNone)
    fail(size, size == 0 ? "expected a term, found nothing" : "expected a term, found the end",
         "for example: |- (!x. ((f x) = x))");
  if (!roots.empty() && !turnstile)
    fail(size, "expected '|-' after the hypotheses", "for example: p, q |- r");
}

void HolParser::State::read_name(std::uint32_t begin, std::uint32_t end) {
  std::string_view token = text.substr(begin, end - begin);
  if (token == "|-") {
    if (!groups.empty())
      fail(begin, "'|-' inside of brackets", "a sequent stands outside: h1, h2 |- c");
    if (turnstile) fail(begin, "a second '|-'", "a sequent has one: h1, h2 |- c");
    if (term != kNone || !roots.empty()) end_hypothesis(begin, "|-");
    turnstile = true;
    return;
  }
  if (token.back() == '.' && token.find_first_not_of('.') != std::string_view::npos) {
    BinderToken binder = read_binder(token);
    bool opens = !groups.empty() && groups.back().items == 0 && groups.back().binder == kNone;
    if (!opens)
      fail(begin, fmt::format("'{}' does not stand right after a '('", token),
           "each binder has its own brackets and one variable: (!x. (!y. (p x)))");
    if (binder.variable.empty())
      fail(begin, fmt::format("'{}' is not a binder", token),
           "binders are (!x. t), (?x. t), (?!x. t), (\\x. t), (@x. t) and (lambdax. t)");
    open_binder(binder);
    return;
  }
  std::uint32_t number = names.find(token);
  HolName& name = names[number];
  if (name.binder != kNone) {
    add(tree.add_leaf(HolHead::bound, name.binder), begin);
  } else if (names.is_constant(name)) {
    add(tree.add_leaf(HolHead::constant, number), begin);
  } else {
    if (name.free_in != formula) {
      name.free_in = formula;
      name.free_number = free_variables++;
    }
    add(tree.add_leaf(HolHead::free, name.free_number), begin);
  }
}

void HolParser::State::open_binder(const BinderToken& token) {
  Group& group = groups.back();
  group.binder = tree.add_binder(token.binder);
  group.name = names.find(token.variable);
  group.constant_lambda = token.constant_lambda;
  HolName& name = names[group.name];
  group.outer = name.binder;
  name.binder = group.binder;
}

// `node` is the next item of the innermost open bracket.
void HolParser::State::add(std::uint32_t node, std::uint32_t begin) {
  if (groups.empty()) {
    if (term != kNone)
      fail(begin, "expected ',' or '|-' or the end after a term",
           "applications and infix operators stand in brackets: (f x), (a = b)");
    term = node;
    return;
  }
  Group& group = groups.back();
  if (group.items == (group.binder == kNone ? 3 : 1)) {
    if (group.binder != kNone)
      fail(begin, "expected ')' after the body of a binder",
           "the body is one name or stands in brackets: (!x. (p x))");
    fail(begin, "a fourth part between brackets", "there is (x), (f x) and (a op b)");
  }
  group.item[group.items++] = node;
}

void HolParser::State::close(std::uint32_t offset) {
  if (groups.empty()) fail(offset, "this ')' closes nothing", "every ')' needs its '('");
  Group group = groups.back();
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
  groups.pop_back();
  add(value, group.begin);
}

void HolParser::State::end_hypothesis(std::uint32_t offset, std::string_view mark) {
  if (term == kNone)
    fail(offset, fmt::format("expected a term before '{}'", mark), "for example: p, q |- r");
  if (turnstile)
    fail(offset, fmt::format("'{}' after the conclusion", mark),
         "hypotheses come first: h1, h2 |- c");
  roots.push_back(term);
  term = kNone;
}

TermId HolParser::State::draft_sequent() {
  draft.clear();
  free_drafts.assign(free_variables, kUnnumbered);
  if (roots.empty()) {
    draft_term(term);
    return draft.commit(bank);
  }
  seen_in.assign(free_variables, 0);
  free_places.resize(free_variables);
  shapes = 0;
  variables.clear();
  hypotheses.clear();
  std::uint64_t shape = 0;
  find_shape(term, shape);
  auto known = static_cast<std::uint32_t>(variables.size());
  for (std::uint32_t root : roots) {
    auto begin = static_cast<std::uint32_t>(variables.size());
    find_shape(root, shape);
    hypotheses.push_back({shape, root, begin, static_cast<std::uint32_t>(variables.size())});
  }
  std::span<const std::uint32_t> all(variables);
  if (hypotheses.size() > 1) order.arrange(hypotheses, all, all.first(known), free_variables);
  number_variables(all.first(known));
  for (const Hypothesis& h : hypotheses) number_variables(all.subspan(h.begin, h.end - h.begin));
  for (const Hypothesis& h : hypotheses) draft_term(h.root);
  draft_term(term);
  draft.push(sequent, static_cast<std::uint32_t>(hypotheses.size() + 1));
  return draft.commit(bank);
}

// A hash of the term in which variables are numbers: binders count in the order in which they are
// met, free variables in the order of their first occurrence, in which `variables` takes them.
void HolParser::State::find_shape(std::uint32_t root, std::uint64_t& shape) {
  ++shapes;
  std::uint64_t hash = 0;
  std::uint32_t met = 0;
  auto begin = static_cast<std::uint32_t>(variables.size());
  tree.walk(
      root,
      [&](std::uint32_t at_node, bool) {
        HolTree::Node& node = tree[at_node];
        std::uint64_t what = 0;
        switch (node.head) {
          case HolHead::constant:
            what = names[node.what].hash;
            break;
          case HolHead::bound:
            what = tree[node.what].what;
            break;
          case HolHead::free:
            if (seen_in[node.what] != shapes) {
              seen_in[node.what] = shapes;
              free_places[node.what] = static_cast<std::uint32_t>(variables.size()) - begin;
              variables.push_back(node.what);
            }
            what = free_places[node.what];
            break;
          case HolHead::binder:
            node.what = met++;
            what = static_cast<std::uint64_t>(node.binder);
            break;
          case HolHead::compound:
            break;
        }
        std::uint64_t kind = static_cast<std::uint64_t>(node.head);
        hash = mix(mix(hash, what), kind << 32 | node.args);
      },
      [](std::uint32_t, bool) {});
  shape = hash;
}

void HolParser::State::number_variables(std::span<const std::uint32_t> occurring) {
  for (std::uint32_t variable : occurring)
    if (free_drafts[variable] == kUnnumbered) free_drafts[variable] = draft.make_free();
}

SymbolId HolParser::State::symbol(std::uint32_t number, bool is_formula) {
  HolName& name = names[number];
  SymbolId& id = is_formula ? name.predicate : name.function;
  if (id == SymbolId{HolName::kNone})
    id = bank.symbols().intern(names.text(number), is_formula ? Kind::predicate : Kind::function);
  return id;
}

void HolParser::State::draft_term(std::uint32_t root) {
  tree.walk(
      root,
      [&](std::uint32_t at_node, bool) {
        HolTree::Node& node = tree[at_node];
        if (node.head == HolHead::bound) {
          draft.push_variable(DraftVariable{tree[node.what].what});
        } else if (node.head == HolHead::free) {
          DraftVariable& variable = free_drafts[node.what];
          if (variable == kUnnumbered) variable = draft.make_free();
          draft.push_variable(variable);
        } else if (node.head == HolHead::binder) {
          DraftVariable variable = draft.bind();
          node.what = static_cast<std::uint32_t>(variable);
          draft.push_variable(variable);
        }
      },
      [&](std::uint32_t at_node, bool is_formula) {
        const HolTree::Node& node = tree[at_node];
        switch (node.head) {
          case HolHead::constant:
            draft.push(tree.is_logical(node) ? logical[node.what] : symbol(node.what, is_formula),
                       node.args);
            break;
          case HolHead::bound:
          case HolHead::free:
            if (node.args != 0) draft.push(application, node.args + 1);
            break;
          case HolHead::binder:
            draft.push_quantifier(binders[static_cast<std::size_t>(node.binder)], 1);
            break;
          case HolHead::compound:
            draft.push(application, node.args);
            break;
        }
      });
}

HolParser::HolParser(TermBank& bank) : state_(std::make_unique<State>(bank)) {}
HolParser::~HolParser() = default;

void HolParser::set_constants(std::string_view token_line) {
  HolNames& names = state_->names;
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

void HolParser::add_constant(std::string_view name) {
  if (!name.empty()) state_->names.add_constant(state_->names.find(name));
}

TermId HolParser::parse(std::string_view text, const Place& at) {
  state_->read(text, at);
  return state_->draft_sequent();
}

}  // namespace winnow
