// select/library.cc - the public Library and LibraryBuilder: an index, and how one is made.
#include "winnow/library.h"

#include "rank/index.h"
#include "select/loaded_model.h"
#include "text/tptp.h"
#include "winnow/error.h"

#include <deque>
#include <filesystem>
#include <optional>
#include <vector>

namespace winnow {

struct LibraryBuilder::Impl {
  TermBank bank;
  std::deque<std::string> texts;
  std::vector<Problem> problems;
};

LibraryBuilder::LibraryBuilder() : impl_(std::make_unique<Impl>()) {}
LibraryBuilder::~LibraryBuilder() = default;
LibraryBuilder::LibraryBuilder(LibraryBuilder&&) noexcept = default;
LibraryBuilder& LibraryBuilder::operator=(LibraryBuilder&&) noexcept = default;

void LibraryBuilder::read(const std::string& file, const ReadOptions& options) {
  impl_->problems.push_back(read_tptp(file, impl_->bank,
                                      {.keep_going = options.keep_going,
                                       .stop = options.stop,
                                       .include_folders = options.include_folders}));
}

void LibraryBuilder::add(std::string_view text) {
  impl_->texts.emplace_back(text);
  try {
    impl_->problems.push_back(parse_tptp(impl_->texts.back(), impl_->bank));
  } catch (...) {
    impl_->texts.pop_back();
    throw;
  }
}

std::vector<std::string> LibraryBuilder::files() const {
  std::vector<std::string> files;
  for (const Problem& problem : impl_->problems)
    files.insert(files.end(), problem.files.begin(), problem.files.end());
  return files;
}

SaveReport LibraryBuilder::save(const std::string& file, const SaveOptions& options) const {
  std::vector<const Formula*> library;
  for (const Problem& problem : impl_->problems)
    for (const Formula& formula : problem.formulas) library.push_back(&formula);
  SaveReport report;
  std::unique_ptr<LoadedModel> model;
  if (options.model != "none") model = load_model({options.model, "", options.threads});
  if (model != nullptr) report.model = model->path;
  std::optional<Index> old;
  try {
    if (std::filesystem::is_regular_file(file)) old = Index::open(file);
  } catch (const InputError& error) {
    report.note = error.what();
  }
  auto progress = [&](std::size_t done) {
    if (options.progress) options.progress(done, library.size());
  };
  IndexCounts counts =
      write_index(file, impl_->bank.view(), library, model ? &model->network : nullptr,
                  old ? &*old : nullptr, progress);
  report.formulas = counts.formulas;
  report.repeated = counts.repeated;
  report.encoded = counts.encoded;
  return report;
}

struct Library::Impl {
  Index index;
};

Library::Library(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

Library Library::open(const std::string& file) {
  return Library(std::make_shared<const Impl>(Impl{Index::open(file)}));
}

std::size_t Library::size() const { return impl_->index.size(); }

std::string_view Library::name(std::size_t i) const {
  require(i < size(), "a formula past the last one");
  return impl_->index.name(static_cast<std::uint32_t>(i));
}

std::string_view Library::text(std::size_t i) const {
  require(i < size(), "a formula past the last one");
  return impl_->index.text(static_cast<std::uint32_t>(i));
}

bool Library::declares_type(std::size_t i) const {
  require(i < size(), "a formula past the last one");
  return impl_->index.is_type(static_cast<std::uint32_t>(i));
}

bool Library::has_encodings() const { return impl_->index.fingerprint() != 0; }

}  // namespace winnow
