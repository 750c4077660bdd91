#include "dag/variable_names.h"

#include "text/hol.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace winnow {

namespace {

constexpr std::size_t kMostNames = 3;  // of one node; then "..."

// Walks a formula as its printers do, beside its graph. A text is as long as this walk.
class Walk {
 public:
  Walk(const TermView& terms, const Formula& formula, const Dag& dag)
      : terms_(terms), dag_(dag), syntax_(syntax_of(formula.language)), names_(dag.size()) {
    if (syntax_ == Syntax::hol) prefixes_ = hol_prefixes(terms, formula.term);
    stack_.push_back({formula.term, dag.roots.front()});
    while (!stack_.empty()) {
      Place at = stack_.back();
      stack_.pop_back();
      visit(at.term, at.node);
    }
  }

  std::vector<std::string> text() const {
    std::vector<std::string> result(names_.size());
    for (std::size_t node = 0; node < names_.size(); ++node) {
      const std::vector<std::string>& all = names_[node];
      for (std::size_t i = 0; i < std::min(all.size(), kMostNames); ++i)
        result[node] += (i == 0 ? "" : ", ") + all[i];
      if (all.size() > kMostNames) result[node] += ", ...";
    }
    return result;
  }

 private:
  struct Place {
    TermId term;
    NodeId node;
  };

  void visit(TermId term, NodeId node) {
    Kind kind = terms_.kind(term);
    if (kind == Kind::variable) return name_free(term, node);
    std::span<const TermId> args = terms_.args(term);
    std::uint32_t edge = dag_.first_edge(index(node));
    std::size_t begin = stack_.size();
    for (std::size_t i = 0; i < args.size(); ++i) {
      TermId arg = args[i];
      bool binding = kind == Kind::quantifier && i + 1 < args.size();
      if (binding && terms_.kind(arg) == Kind::type) arg = terms_.args(arg).back();
      if (terms_.kind(arg) == Kind::type) continue;  // no node
      NodeId below = dag_.args[edge++];
      if (binding)
        add(below, name_of(arg));
      else
        stack_.push_back({arg, below});
    }
    std::reverse(stack_.begin() + static_cast<std::ptrdiff_t>(begin), stack_.end());
  }

  // Bound ones have their names from their binder.
  void name_free(TermId variable, NodeId node) {
    if (!names_[index(node)].empty()) return;
    add(node, name_of(variable));
  }

  std::string name_of(TermId variable) {
    switch (syntax_) {
      case Syntax::tptp:
        return fmt::format("X{}", fresh_++);
      case Syntax::hol:
        return hol_name(variable);
    }
    throw ContractError("a syntax without a printer", std::source_location::current());
  }

  std::string hol_name(TermId variable) const {
    VariableName name = variable_name(terms_.name(variable));
    return (name.bound ? prefixes_.bound : prefixes_.free) + std::to_string(name.number);
  }

  void add(NodeId node, const std::string& name) {
    std::vector<std::string>& all = names_[index(node)];
    if (all.size() <= kMostNames && std::ranges::find(all, name) == all.end()) all.push_back(name);
  }

  const TermView& terms_;
  const Dag& dag_;
  Syntax syntax_;
  HolPrefixes prefixes_;
  std::uint32_t fresh_ = 0;  // as print_tptp counts
  std::vector<Place> stack_;
  std::vector<std::vector<std::string>> names_;
};

}  // namespace

std::vector<std::string> variable_names(const TermView& terms, const Formula& formula,
                                        const Dag& dag) {
  return Walk(terms, formula, dag).text();
}

}  // namespace winnow
