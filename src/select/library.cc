// select/library.cc - the public Library and LibraryBuilder: an index, and how one is made.
#include "winnow/library.h"

#include "rank/index_set.h"
#include "select/loaded_model.h"
#include "term/hash.h"
#include "text/role.h"
#include "text/tptp.h"
#include "winnow/error.h"
#include "winnow/options.h"

#include <fmt/format.h>

#include <deque>
#include <filesystem>
#include <optional>
#include <vector>

namespace winnow {

struct LibraryBuilder::Impl {
  TermBank bank;
  std::deque<std::string> texts;
  std::vector<Problem> problems;
  IndexPart part;
  std::uint64_t met = 0;  // formulas of the whole library

  // Adds what `read` gives for options that take the shard's part; a failure changes nothing.
  template <class Read>
  void add(TptpOptions options, Read&& read) {
    if (part.shard.is_whole()) {
      problems.push_back(read(options));
      return;
    }
    struct Taken {
      const char* text;
      std::uint32_t position;
    };
    std::vector<Taken> taken;
    std::uint64_t position = met, library = part.library;
    options.take = [&](const Formula& formula) {
      RoleKind kind = role_kind(formula.role);
      if (kind != RoleKind::axiom && kind != RoleKind::type) return false;
      library = mix(library, hash_text(formula.text));
      std::uint64_t here = position++;
      if (here > UINT32_MAX) throw InputError("the library has more than 4,294,967,296 formulas");
      if (here % part.shard.count != part.shard.index) return false;
      taken.push_back({formula.text.data(), static_cast<std::uint32_t>(here)});
      return true;
    };
    Problem problem = read(options);
    // Some of them may have been skipped as wrong. Their texts are copied, so that of the whole
    // library no more than one file at a time is in memory.
    auto each = taken.begin();
    for (Formula& formula : problem.formulas) {
      while (each->text != formula.text.data()) ++each;
      part.positions.push_back(each->position);
      formula.text = texts.emplace_back(formula.text);
    }
    problem.buffers.clear();
    problems.push_back(std::move(problem));
    met = position;
    part.library = library;
  }
};

LibraryBuilder::LibraryBuilder(const Shard& shard) : impl_(std::make_unique<Impl>()) {
  if (shard.index >= shard.count)
    throw InputError(fmt::format("there is no shard {} of {}", shard.index, shard.count),
                     "shards are counted from 0");
  impl_->part.shard = shard;
}
LibraryBuilder::~LibraryBuilder() = default;
LibraryBuilder::LibraryBuilder(LibraryBuilder&&) noexcept = default;
LibraryBuilder& LibraryBuilder::operator=(LibraryBuilder&&) noexcept = default;

void LibraryBuilder::read(const std::string& file, const ReadOptions& options) {
  if (options.syntax != Syntax::tptp)
    throw InputError(Place{file}, "a library is read as TPTP", "HOL terms have no names of axioms");
  impl_->add({.keep_going = options.keep_going,
              .stop = options.stop,
              .include_folders = options.include_folders},
             [&](const TptpOptions& how) { return read_tptp(file, impl_->bank, how); });
}

void LibraryBuilder::add(std::string_view text) {
  // A shard copies what it takes.
  std::string_view kept = impl_->part.shard.is_whole() ? impl_->texts.emplace_back(text) : text;
  try {
    impl_->add({}, [&](const TptpOptions& how) { return parse_tptp(kept, impl_->bank, how); });
  } catch (...) {
    if (impl_->part.shard.is_whole()) impl_->texts.pop_back();
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
  check_value("threads", options.threads, kThreads);
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
                  old ? &*old : nullptr, progress, impl_->part);
  report.formulas = counts.formulas;
  report.repeated = counts.repeated;
  report.encoded = counts.encoded;
  return report;
}

struct Library::Impl {
  IndexSet index;
};

Library::Library(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

Library Library::open(const FileNames& files) {
  if (files.empty()) throw InputError("no index is named");
  return Library(std::make_shared<const Impl>(Impl{IndexSet::open(files)}));
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
