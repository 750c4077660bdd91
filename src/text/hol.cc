// A tree that the reader made, hypotheses in canonical order, is drafted and committed.
#include "text/hol.h"

#include "term/draft.h"
#include "term/hash.h"
#include "text/hol_reader.h"
#include "text/hypotheses.h"

#include <array>
#include <span>
#include <vector>

namespace winnow {

struct HolParser::State {
  explicit State(TermBank& term_bank);

  TermId draft_sequent();
  std::uint64_t find_shape(std::uint32_t root);
  void number_variables(std::span<const std::uint32_t> occurring);
  void draft_term(std::uint32_t root);
  SymbolId symbol(std::uint32_t name, bool is_formula);

  TermBank& bank;
  HolReader reader;
  Draft draft;
  HypothesisOrder order;

  static constexpr DraftVariable kUnnumbered{~0u};
  std::vector<DraftVariable> free_drafts;  // per free variable
  std::vector<std::uint32_t> seen_in;      // per free variable: the last root that has it
  std::vector<std::uint32_t> free_places;  // and its place among the variables of that root
  std::uint32_t shapes = 0;                // roots whose shape was taken
  std::vector<std::uint32_t> variables;    // free variables of each root, see Hypothesis
  std::vector<Hypothesis> hypotheses;

  std::array<SymbolId, kHolLogicalNames.size()> logical;
  std::array<SymbolId, kHolBinderNames.size()> binders;
  SymbolId application, sequent;
};

HolParser::State::State(TermBank& term_bank) : bank(term_bank) {
  SymbolTable& symbols = bank.symbols();
  for (std::uint32_t i = 0; i < logical.size(); ++i)
    logical[i] =
        symbols.intern(kHolLogicalNames[i], i == kHolEquals ? Kind::equality : Kind::connective);
  for (std::size_t i = 0; i < binders.size(); ++i)
    binders[i] = symbols.intern(kHolBinderNames[i], Kind::quantifier);
  application = symbols.intern("@", Kind::application);
  sequent = symbols.intern("|-", Kind::sequent);
}

TermId HolParser::State::draft_sequent() {
  draft.clear();
  free_drafts.assign(reader.free_variables, kUnnumbered);
  if (reader.hypotheses.empty()) {
    draft_term(reader.conclusion);
    return draft.commit(bank);
  }
  seen_in.assign(reader.free_variables, 0);
  free_places.resize(reader.free_variables);
  shapes = 0;
  variables.clear();
  hypotheses.clear();
  find_shape(reader.conclusion);
  auto known = static_cast<std::uint32_t>(variables.size());
  for (std::uint32_t root : reader.hypotheses) {
    auto begin = static_cast<std::uint32_t>(variables.size());
    std::uint64_t shape = find_shape(root);
    hypotheses.push_back({shape, root, begin, static_cast<std::uint32_t>(variables.size())});
  }
  std::span<const std::uint32_t> all(variables);
  if (hypotheses.size() > 1)
    order.arrange(hypotheses, all, all.first(known), reader.free_variables);
  number_variables(all.first(known));
  for (const Hypothesis& h : hypotheses) number_variables(all.subspan(h.begin, h.end - h.begin));
  for (const Hypothesis& h : hypotheses) draft_term(h.root);
  draft_term(reader.conclusion);
  draft.push(sequent, static_cast<std::uint32_t>(hypotheses.size() + 1));
  return draft.commit(bank);
}

// A hash of the term in which variables are numbers: binders count in the order in which they are
// met, free variables in the order of their first occurrence, in which `variables` takes them.
std::uint64_t HolParser::State::find_shape(std::uint32_t root) {
  ++shapes;
  std::uint64_t hash = 0;
  std::uint32_t met = 0;
  auto begin = static_cast<std::uint32_t>(variables.size());
  reader.tree.walk(
      root,
      [&](std::uint32_t at_node, bool) {
        HolTree::Node& node = reader.tree[at_node];
        std::uint64_t what = 0;
        switch (node.head) {
          case HolHead::constant:
            what = reader.names[node.what].hash;
            break;
          case HolHead::bound:
            what = reader.tree[node.what].what;
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
  return hash;
}

void HolParser::State::number_variables(std::span<const std::uint32_t> occurring) {
  for (std::uint32_t variable : occurring)
    if (free_drafts[variable] == kUnnumbered) free_drafts[variable] = draft.make_free();
}

SymbolId HolParser::State::symbol(std::uint32_t number, bool is_formula) {
  HolName& name = reader.names[number];
  SymbolId& id = is_formula ? name.predicate : name.function;
  if (id == SymbolId{HolName::kNone})
    id = bank.symbols().intern(reader.names.text(number),
                               is_formula ? Kind::predicate : Kind::function);
  return id;
}

void HolParser::State::draft_term(std::uint32_t root) {
  reader.tree.walk(
      root,
      [&](std::uint32_t at_node, bool) {
        HolTree::Node& node = reader.tree[at_node];
        if (node.head == HolHead::bound) {
          draft.push_variable(DraftVariable{reader.tree[node.what].what});
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
        const HolTree::Node& node = reader.tree[at_node];
        switch (node.head) {
          case HolHead::constant:
            draft.push(
                reader.tree.is_logical(node) ? logical[node.what] : symbol(node.what, is_formula),
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
  state_->reader.set_constants(token_line);
}

void HolParser::add_constant(std::string_view name) {
  if (!name.empty()) state_->reader.add_constant(name);
}

TermId HolParser::parse(std::string_view text, const Place& at) {
  state_->reader.read(text, at);
  return state_->draft_sequent();
}

}  // namespace winnow
