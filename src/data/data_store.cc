#include "data/data_store.h"

#include "data/store_text.h"
#include "text/hol.h"
#include "winnow/error.h"

#include <fmt/format.h>

namespace winnow {

namespace {

// As a reader of `syntax` takes it, with its name.
std::string entry_text(const Store& store, FormulaId id, Syntax syntax, bool is_goal) {
  switch (syntax) {
    case Syntax::tptp:
      return annotated_text(store, id, is_goal ? "conjecture" : "axiom") + '\n';
    case Syntax::hol:
      return fmt::format("N {}\n{} {}\nT {}\n", printable_name(store, id), is_goal ? 'C' : 'A',
                         formula_text(store, id), print_hol_tokens(store.terms(), store.term(id)));
  }
  throw ContractError("a syntax without a printer", std::source_location::current());
}

}  // namespace

DataStore::DataStore(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

DataStore DataStore::open(const std::string& file) {
  return DataStore(std::make_shared<const Impl>(Impl{file, Store::open(file)}));
}

std::vector<Split> DataStore::splits() const {
  std::vector<Split> result;
  for (std::uint32_t i = 0; i < impl_->store.splits(); ++i) {
    auto examples = impl_->store.examples(SplitId{i});
    std::size_t first = result.empty() ? 0 : result.back().last;
    result.push_back({impl_->store.name(SplitId{i}), first, first + examples.size()});
  }
  return result;
}

Split DataStore::split(std::string_view name) const {
  return splits()[index(split_called(impl_->store, name, Place{impl_->file}))];
}

std::size_t DataStore::examples() const { return impl_->store.examples(); }

Example DataStore::example(std::size_t i) const {
  require(i < examples(), "an example past the last one");
  ExampleId id{static_cast<std::uint32_t>(i)};
  Example result{impl_->store.name(id), index(impl_->store.conjecture(id)), {}};
  for (Premise premise : impl_->store.premises(id))
    result.premises.push_back({index(premise.formula()), premise.useful()});
  return result;
}

Formulas DataStore::problem(std::size_t i) const {
  Example asked = example(i);
  const Store& store = impl_->store;
  std::vector<std::size_t> formulas = {asked.conjecture};
  for (ExamplePremise premise : asked.premises) formulas.push_back(premise.formula);
  Syntax syntax = Syntax::tptp;  // unless one of them has another
  for (std::size_t each : formulas) {
    FormulaId id{static_cast<std::uint32_t>(each)};
    if (Syntax own = syntax_of(store.language(id)); own != Syntax::tptp) syntax = own;
  }
  std::string text;
  for (std::size_t n = 0; n < formulas.size(); ++n)
    text += entry_text(store, FormulaId{static_cast<std::uint32_t>(formulas[n])}, syntax, n == 0);
  return Formulas::parse(
      text, {.syntax = syntax, .name = fmt::format("{}: {}", impl_->file, asked.name)});
}

std::size_t DataStore::formulas() const { return impl_->store.formulas(); }

std::string_view DataStore::name(std::size_t formula) const {
  require(formula < formulas(), "a formula past the last one");
  return impl_->store.name(FormulaId{static_cast<std::uint32_t>(formula)});
}

std::string DataStore::text(std::size_t formula) const {
  require(formula < formulas(), "a formula past the last one");
  return formula_text(impl_->store, FormulaId{static_cast<std::uint32_t>(formula)});
}

const std::string& DataStore::file() const { return impl_->file; }

}  // namespace winnow
