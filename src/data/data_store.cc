#include "data/data_store.h"

#include "data/store_text.h"
#include "text/hol.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>

namespace winnow {

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
  for (const Split& each : splits())
    if (each.name == name) return each;
  throw InputError(Place{impl_->file}, fmt::format("no split called '{}'", name),
                   "'winnow data info' lists the splits");
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
  bool is_hol = std::ranges::any_of(formulas, [&](std::size_t each) {
    return store.language(FormulaId{static_cast<std::uint32_t>(each)}) == Language::hol;
  });
  std::string text;
  for (std::size_t n = 0; n < formulas.size(); ++n) {
    FormulaId id{static_cast<std::uint32_t>(formulas[n])};
    if (is_hol)
      text += fmt::format("N {}\n{} {}\nT {}\n", printable_name(store, id), n == 0 ? 'C' : 'A',
                          formula_text(store, id), print_hol_tokens(store.terms(), store.term(id)));
    else
      text += annotated_text(store, id, n == 0 ? "conjecture" : "axiom") + '\n';
  }
  return Formulas::parse(text, {.syntax = is_hol ? Syntax::hol : Syntax::tptp,
                                .name = fmt::format("{}: {}", impl_->file, asked.name)});
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
