#include "text/problem.h"

#include "text/hol_file.h"
#include "text/tptp.h"

namespace winnow {

namespace {

std::shared_ptr<Formulas::Impl> finished(std::shared_ptr<Formulas::Impl> impl) {
  for (const Skipped& each : impl->parsed.skipped) impl->skipped.push_back(each.message);
  return impl;
}

}  // namespace

Formulas::Formulas(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

Formulas Formulas::read(const std::string& file, const ReadOptions& options) {
  auto impl = std::make_shared<Impl>();
  impl->parsed = options.syntax == Syntax::hol
                     ? read_hol(file, impl->bank, options.keep_going)
                     : read_tptp(file, impl->bank,
                                 {.keep_going = options.keep_going,
                                  .stop = options.stop,
                                  .include_folders = options.include_folders});
  return Formulas(finished(std::move(impl)));
}

Formulas Formulas::parse(std::string_view text, const ReadOptions& options) {
  auto impl = std::make_shared<Impl>();
  impl->text = text;
  impl->parsed = options.syntax == Syntax::hol
                     ? parse_hol(impl->text, impl->bank, options.keep_going, options.name)
                     : parse_tptp(impl->text, impl->bank,
                                  {.keep_going = options.keep_going,
                                   .stop = options.stop,
                                   .include_folders = options.include_folders},
                                  options.name);
  return Formulas(finished(std::move(impl)));
}

std::size_t Formulas::size() const { return impl_->parsed.formulas.size(); }

FormulaInfo Formulas::operator[](std::size_t i) const {
  require(i < size(), "a formula past the last one");
  const Formula& formula = impl_->parsed.formulas[i];
  return {formula.name,
          formula.role,
          to_string(formula.language),
          formula.text,
          impl_->parsed.files[formula.file],
          formula.line};
}

const std::vector<std::string>& Formulas::files() const { return impl_->parsed.files; }
const std::vector<std::string>& Formulas::skipped() const { return impl_->skipped; }

}  // namespace winnow
