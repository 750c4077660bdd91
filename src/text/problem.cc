#include "text/problem.h"

#include "text/hol_file.h"
#include "text/tptp.h"

namespace winnow {

namespace {

TptpOptions tptp_options(const ReadOptions& options) {
  return {.keep_going = options.keep_going,
          .stop = options.stop,
          .include_folders = options.include_folders};
}

Problem read_problem(const std::string& file, TermBank& bank, const ReadOptions& options) {
  switch (options.syntax) {
    case Syntax::tptp:
      return read_tptp(file, bank, tptp_options(options));
    case Syntax::hol:
      return read_hol(file, bank, options.keep_going);
  }
  throw ContractError("a syntax without a reader", std::source_location::current());
}

Problem parse_problem(std::string_view text, TermBank& bank, const ReadOptions& options) {
  switch (options.syntax) {
    case Syntax::tptp:
      return parse_tptp(text, bank, tptp_options(options), options.name);
    case Syntax::hol:
      return parse_hol(text, bank, options.keep_going, options.name);
  }
  throw ContractError("a syntax without a reader", std::source_location::current());
}

std::shared_ptr<Formulas::Impl> finished(std::shared_ptr<Formulas::Impl> impl) {
  for (const Skipped& each : impl->parsed.skipped) impl->skipped.push_back(each.message);
  return impl;
}

}  // namespace

Formulas::Formulas(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

Formulas Formulas::read(const std::string& file, const ReadOptions& options) {
  auto impl = std::make_shared<Impl>();
  impl->parsed = read_problem(file, impl->bank, options);
  return Formulas(finished(std::move(impl)));
}

Formulas Formulas::parse(std::string_view text, const ReadOptions& options) {
  auto impl = std::make_shared<Impl>();
  impl->text = text;
  impl->parsed = parse_problem(impl->text, impl->bank, options);
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
