// select/library.cc - the public Library and LibraryBuilder: an index, and how one is made.
#include "winnow/library.h"

#include "rank/clusters.h"
#include "rank/index_set.h"
#include "rank/inverted_file.h"
#include "select/loaded_model.h"
#include "term/hash.h"
#include "term/key_map.h"
#include "text/role.h"
#include "text/tptp.h"
#include "winnow/error_code.h"
#include "winnow/options.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <vector>

namespace winnow {

// Formulas are read a part at a time. What is known of a part before its terms are looked at: which
// formulas of it are to be read, and which rows of the older index stand between them.
struct LibraryBuilder::Impl {
  std::vector<std::string> files;
  std::optional<LibraryIndex> old;
  std::string old_file;
  std::optional<KeyMap> old_texts;  // hashes of the texts of the older index to its rows
  std::uint32_t next_old = 0;       // its row that is expected next
  std::uint32_t taken_old = 0;      // how often a row of it was taken
  IndexDraft draft;
  IndexPart part;
  std::uint64_t met = 0;  // formulas of the whole library

  static constexpr std::size_t kPart = 1 << 14;  // formulas

  struct Pending {
    const char* text;        // of a formula that is to be read, or null:
    std::uint32_t position;  // of it in the library, or a row of the older index
  };
  std::vector<Pending> pending;

  // A library that has grown, or was changed here and there, has most formulas where they were.
  std::size_t known_length(std::string_view rest) {
    if (next_old >= old->size() || !rest.starts_with(old->text(next_old))) return 0;
    pending.push_back({nullptr, next_old});
    ++taken_old;
    return old->text(next_old++).size();
  }
  bool is_in_old(std::string_view text) {
    if (taken_old >= old->size()) return false;  // what comes now is new, or comes again
    if (!old_texts) {
      old_texts.emplace(old->size());
      for (std::uint32_t row = 0; row < old->size(); ++row)
        old_texts->insert(hash_text(old->text(row)), row);
    }
    const auto row = old_texts->find(hash_text(text));
    if (!row || old->text(*row) != text) return false;
    pending.push_back({nullptr, *row});
    ++taken_old;
    next_old = *row + 1;
    return true;
  }

  // Whether a formula is to be read.
  bool take(const Formula& formula) {
    if (part.shard.is_whole()) {
      if (is_in_old(formula.text)) return false;
      pending.push_back({formula.text.data(), 0});
      return true;
    }
    const RoleKind kind = role_kind(formula.role);
    if (kind != RoleKind::axiom && kind != RoleKind::type) return false;
    part.library = mix(part.library, hash_text(formula.text));
    const std::uint64_t here = met++;
    if (here > UINT32_MAX) throw InputError("the library has more than 4,294,967,296 formulas");
    if (here % part.shard.count != part.shard.index) return false;
    pending.push_back({formula.text.data(), static_cast<std::uint32_t>(here)});
    return true;
  }

  // Formulas that were read and rows of the older index, in the order of the library.
  void settle(const TermView& terms, std::span<const Formula> formulas) {
    FeatureReader reader(terms);
    auto next = formulas.begin();
    for (const Pending& each : pending)
      if (each.text == nullptr)
        draft.add_old(each.position);
      else if (next != formulas.end() && next->text.data() == each.text)  // else it was wrong
        draft.add(*next++, reader, each.position);
    for (; next != formulas.end(); ++next) draft.add(*next, reader);  // nobody asked about them
  }

  // Adds what stream_of(options) has; a failure changes nothing.
  template <class StreamOf>
  void add(TptpOptions options, StreamOf&& stream_of) {
    if (old) options.known = [this](std::string_view rest) { return known_length(rest); };
    if (old || !part.shard.is_whole())
      options.take = [this](const Formula& formula) { return take(formula); };
    const std::uint32_t rows = draft.size(), repeated = draft.repeated, expected = next_old,
                        taken = taken_old;
    const std::uint64_t met_before = met, library = part.library;
    try {
      const std::unique_ptr<TptpStream> stream = stream_of(options);
      while (!stream->at_end()) {
        TermBank bank;
        pending.clear();
        const std::vector<Formula> formulas = stream->read(bank, kPart);
        settle(bank.view(), formulas);
      }
      files.insert(files.end(), stream->files().begin(), stream->files().end());
    } catch (...) {
      draft.shrink(rows, repeated);
      next_old = expected;
      taken_old = taken;
      met = met_before;
      part.library = library;
      throw;
    }
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
             [&](const TptpOptions& how) {
               return std::make_unique<TptpStream>(std::filesystem::path(file), how);
             });
}

void LibraryBuilder::add(std::string_view text) {
  impl_->add({}, [&](const TptpOptions& how) { return std::make_unique<TptpStream>(text, how); });
}

void LibraryBuilder::reuse(const std::string& file) {
  require(impl_->draft.size() == 0 && impl_->met == 0,
          "an index is reused before anything is read");
  std::error_code none;  // a pipe would be waited for
  if (!impl_->part.shard.is_whole() || !std::filesystem::is_regular_file(file, none)) return;
  try {
    LibraryIndex old = LibraryIndex::open(file);
    if (!old.shard().is_whole()) return;
    impl_->old.emplace(std::move(old));
  } catch (const InputError&) {  // save() says so, if it is the file to be written
    return;
  }
  impl_->old_file = file;
  impl_->draft = IndexDraft(&*impl_->old);
}

std::vector<std::string> LibraryBuilder::files() const { return impl_->files; }

SaveReport LibraryBuilder::save(const std::string& file, const SaveOptions& options) const {
  check_value("threads", options.threads, kThreads);
  SaveReport report;
  std::unique_ptr<LoadedModel> model;
  if (options.model != "none") model = load_model({options.model, "", options.threads});
  if (model != nullptr) report.model = model->path;
  std::optional<LibraryIndex> there;
  const LibraryIndex* old = nullptr;
  try {
    if (impl_->old && impl_->old_file == file) {
      old = &*impl_->old;
    } else if (std::filesystem::is_regular_file(file)) {
      there = LibraryIndex::open(file);
      old = &*there;
    }
  } catch (const InputError& error) {
    report.note = error.what();
  }
  auto progress = [&](std::size_t done) {
    if (options.progress) options.progress(done, impl_->draft.size());
  };
  const IndexCounts counts = write_index(file, impl_->draft, model ? &model->network : nullptr, old,
                                         progress, impl_->part);
  report.formulas = counts.formulas;
  report.repeated = counts.repeated;
  report.encoded = counts.encoded;
  return report;
}

void check_inverted_files() { check_clusters(); }

InvertedFileReport write_inverted_file(const std::string& index,
                                       const InvertedFileOptions& options) {
  check_value("threads", options.threads, kThreads);
  check_inverted_files();
  const auto model = load_model({options.model, "", options.threads});
  if (model == nullptr || !model->network.retrieves())
    throw CodedError(ErrorCode::no_retrieval, {},
                     "lists are of vectors by which a model retrieves, and there is none",
                     "take the model that made the index");
  const LibraryIndex library = LibraryIndex::open(index);
  if (library.fingerprint() != fingerprint(model->model.file()))
    throw InputError(Place{index}, "has no encodings by this model",
                     "take the model that made it, or make it again with this one");
  InvertedFileReport report{inverted_file_of(index), 0};
  const auto progress = [&](std::size_t done) {
    if (options.progress) options.progress(done, library.size());
  };
  const std::size_t width = retrieval_width(model->model.config());
  report.lists = winnow::write_inverted_file(
      report.file, library, width, [&](auto vectors, std::uint32_t lists) {
        return cluster(vectors, width, lists, options.threads, progress);
      });
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
