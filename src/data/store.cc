#include "data/store.h"

#include "data/store_check.h"
#include "data/store_format.h"
#include "winnow/error_code.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>

namespace winnow {

namespace {

namespace format = store_format;

constexpr std::string_view kImportAgain = "import the data again";

// Finds sections in bytes that nobody has vouched for.
class Reader {
 public:
  Reader(std::span<const std::byte> bytes, const std::string& name) : bytes_(bytes), name_(name) {
    read_header();
    read_table();
  }

  template <class T>
  std::span<const T> section(const format::Section& section) const {
    static_assert(std::is_trivially_copyable_v<T>);
    require(sizeof(T) == section.width, "a section has another width");
    for (const format::Entry& entry : table_) {
      if (std::string_view(entry.tag.data(), strnlen(entry.tag.data(), entry.tag.size())) !=
          section.tag)
        continue;
      if (entry.length % sizeof(T) != 0 || entry.length / sizeof(T) > UINT32_MAX)
        refuse(fmt::format("is corrupt: section {} has an impossible length", section.tag));
      auto content = bytes_.subspan(entry.offset, entry.length);
      if (format::checksum(content) != entry.checksum)
        refuse(fmt::format("is corrupt: section {} has a wrong checksum", section.tag));
      return {reinterpret_cast<const T*>(content.data()), content.size() / sizeof(T)};
    }
    refuse(fmt::format("is corrupt: section {} is missing", section.tag));
  }

  [[noreturn]] void refuse(std::string_view what, std::string_view hint = kImportAgain) const {
    throw CodedError(ErrorCode::not_a_store, {name_}, Place{name_}, what, hint);
  }

 private:
  void read_header() {
    if (bytes_.size() < sizeof(header_.magic) ||
        std::memcmp(bytes_.data(), format::kMagic.data(), sizeof(header_.magic)) != 0)
      refuse("is not a winnow store", "import the data first");
    if (bytes_.size() < sizeof(header_)) refuse("is cut off within its header");
    std::memcpy(&header_, bytes_.data(), sizeof(header_));
    if (header_.byte_order != format::kByteOrder)
      refuse("was written by a machine with another byte order");
    if (header_.version != format::kVersion)
      refuse(fmt::format("is a store of version {}; this program reads version {}", header_.version,
                         format::kVersion));
    if (format::checksum(bytes_.first(offsetof(format::Header, header_checksum))) !=
        header_.header_checksum)
      refuse("is corrupt: the header has a wrong checksum");
    if (header_.size != bytes_.size())
      refuse(fmt::format("{}: it has {} bytes and should have {}",
                         bytes_.size() < header_.size ? "is cut off" : "is too long", bytes_.size(),
                         header_.size));
  }

  void read_table() {
    std::uint64_t length = std::uint64_t{header_.sections} * sizeof(format::Entry);
    if (length > bytes_.size() - sizeof(header_))
      refuse("is corrupt: the section table is too long");
    auto table = bytes_.subspan(sizeof(header_), length);
    if (format::checksum(table) != header_.table_checksum)
      refuse("is corrupt: the section table has a wrong checksum");
    table_ = {reinterpret_cast<const format::Entry*>(table.data()), header_.sections};
    for (const format::Entry& entry : table_)
      if (entry.offset % format::kAlignment != 0 || entry.offset > bytes_.size() ||
          entry.length > bytes_.size() - entry.offset)
        refuse("is corrupt: a section lies outside the file");
  }

  std::span<const std::byte> bytes_;
  std::string name_;
  format::Header header_;
  std::span<const format::Entry> table_;
};

}  // namespace

Store Store::open(const std::filesystem::path& path) {
  Store store{FileBytes(path, format::stated_size)};
  store.attach(path.string());
  return store;
}

Store Store::from_bytes(std::span<const std::byte> bytes, const std::string& name) {
  Store store{FileBytes(bytes)};
  store.attach(name);
  return store;
}

void Store::attach(const std::string& name) {
  Reader reader(file_.bytes(), name);

  auto symbol_text = reader.section<char>(format::kSymbolText);
  auto symbol_ends = reader.section<std::uint32_t>(format::kSymbolEnds);
  auto symbol_kinds = reader.section<Kind>(format::kSymbolKinds);
  auto heads = reader.section<SymbolId>(format::kTermHeads);
  auto arg_ends = reader.section<std::uint32_t>(format::kTermArgEnds);
  auto arg_ids = reader.section<TermId>(format::kTermArgs);
  auto open_flags = reader.section<std::uint8_t>(format::kTermOpen);
  name_text_ = reader.section<char>(format::kNameText);
  name_ends_ = reader.section<std::uint32_t>(format::kNameEnds);
  formula_terms_ = reader.section<TermId>(format::kFormulaTerms);
  formula_names_ = reader.section<std::uint32_t>(format::kFormulaNames);
  languages_ = reader.section<Language>(format::kFormulaLanguages);
  positions_ = reader.section<std::uint32_t>(format::kFormulaPositions);
  chronology_ = reader.section<FormulaId>(format::kChronology);
  example_names_ = reader.section<std::uint32_t>(format::kExampleNames);
  conjectures_ = reader.section<FormulaId>(format::kExampleConjectures);
  premise_ends_ = reader.section<std::uint32_t>(format::kPremiseEnds);
  premises_ = reader.section<Premise>(format::kPremises);
  dependency_ends_ = reader.section<std::uint32_t>(format::kDependencyEnds);
  dependencies_ = reader.section<FormulaId>(format::kDependencies);
  split_names_ = reader.section<std::uint32_t>(format::kSplitNames);
  split_ends_ = reader.section<std::uint32_t>(format::kSplitEnds);

  // Checksums find accidents. A file that was made on purpose must not lead out of its arrays
  // either, so everything that is used as an index is looked at.
  auto check = [&](bool holds, std::string_view what) {
    if (!holds) reader.refuse(fmt::format("is corrupt: {}", what));
  };
  auto same_size = [](const auto& a, const auto& b) { return a.size() == b.size(); };
  check(same_size(symbol_ends, symbol_kinds) && are_ends(symbol_ends, symbol_text.size()),
        "bad symbol names");
  terms_.symbols = {symbol_text.data(), symbol_ends.data(), symbol_kinds.data(),
                    count(symbol_ends)};
  check(are_symbols(terms_.symbols), "bad symbols");
  check(same_size(heads, arg_ends) && same_size(heads, open_flags) &&
            are_ends(arg_ends, arg_ids.size()),
        "bad argument lists");
  terms_.heads = heads.data();
  terms_.arg_ends = arg_ends.data();
  terms_.arg_ids = arg_ids.data();
  terms_.open_flags = open_flags.data();
  terms_.size = count(heads);
  check(are_terms(terms_), "bad terms");

  check(are_ends(name_ends_, name_text_.size()), "bad names");
  auto are_names = [&](std::span<const std::uint32_t> names) {
    return std::ranges::all_of(names, [&](std::uint32_t i) { return i < name_ends_.size(); });
  };
  auto are_formulas = [&](std::span<const FormulaId> ids) {
    return std::ranges::all_of(ids, [&](FormulaId id) { return index(id) < formulas(); });
  };
  check(same_size(formula_names_, formula_terms_) && same_size(languages_, formula_terms_) &&
            are_names(formula_names_),
        "bad formula names");
  check(std::ranges::all_of(languages_, [](Language l) { return l <= kLastLanguage; }) &&
            std::ranges::all_of(formula_terms_, [&](TermId t) { return is_formula(terms_, t); }),
        "bad formulas");
  check(same_size(example_names_, conjectures_) && are_names(example_names_) &&
            are_formulas(conjectures_),
        "bad examples");
  check(same_size(premise_ends_, conjectures_) && are_ends(premise_ends_, premises_.size()) &&
            std::ranges::all_of(premises_,
                                [&](Premise p) { return index(p.formula()) < formulas(); }),
        "bad premises");
  check(same_size(dependency_ends_, conjectures_) &&
            are_ends(dependency_ends_, dependencies_.size()) && are_formulas(dependencies_),
        "bad dependencies");
  check(same_size(split_names_, split_ends_) && are_names(split_names_) &&
            are_ends(split_ends_, conjectures_.size()),
        "bad splits");
  check((positions_.empty() || same_size(positions_, formula_terms_)) &&
            are_formulas(chronology_) &&
            std::ranges::is_sorted(chronology_, {}, [&](FormulaId id) { return position(id); }),
        "bad chronology");
}

std::optional<ExampleId> Store::find_example(std::string_view name) const {
  for (std::uint32_t i = 0; i < examples(); ++i)
    if (this->name(ExampleId{i}) == name) return ExampleId{i};
  return std::nullopt;
}

std::optional<SplitId> Store::find_split(std::string_view name) const {
  for (std::uint32_t i = 0; i < splits(); ++i)
    if (this->name(SplitId{i}) == name) return SplitId{i};
  return std::nullopt;
}

SplitId Store::split(ExampleId id) const {
  auto end = std::ranges::upper_bound(split_ends_, index(id));
  return SplitId{static_cast<std::uint32_t>(end - split_ends_.begin())};
}

std::optional<std::uint32_t> Store::position(FormulaId id) const {
  if (positions_.empty() || positions_[index(id)] == kNoPosition) return std::nullopt;
  return positions_[index(id)];
}

std::span<const FormulaId> Store::older_than(FormulaId id) const {
  auto at = position(id);
  if (!at) return {};
  auto end = std::ranges::lower_bound(chronology_, *at, {},
                                      [&](FormulaId other) { return positions_[index(other)]; });
  return {chronology_.begin(), end};
}

Store Store::with_unknown_symbols() const {
  auto names = std::make_shared<SymbolNames>();
  const SymbolView& symbols = terms_.symbols;
  for (std::uint32_t i = 0; i < symbols.size; ++i) {
    const SymbolId id{i};
    const Kind kind = symbols.kind(id);
    const std::string_view name = symbols.name(id);
    const bool named_by_the_data =
        (kind == Kind::predicate || kind == Kind::function || kind == Kind::distinct_object) &&
        !name.starts_with('$');
    // A control character is in no name that a reader lets through.
    names->text += named_by_the_data ? fmt::format("\x01{}", i) : std::string(name);
    names->ends.push_back(static_cast<std::uint32_t>(names->text.size()));
  }
  Store renamed = *this;
  renamed.terms_.symbols.text = names->text.data();
  renamed.terms_.symbols.ends = names->ends.data();
  renamed.other_names_ = std::move(names);
  return renamed;
}

SplitId split_called(const Store& store, std::string_view name, const Place& at) {
  if (const auto found = store.find_split(name)) return *found;
  std::vector<std::string_view> known;
  for (std::uint32_t i = 0; i < store.splits(); ++i) known.push_back(store.name(SplitId{i}));
  throw CodedError(ErrorCode::unknown_split, {std::string(name)}, at,
                   fmt::format("no split called '{}'", name),
                   known.empty() ? "there are no splits"
                                 : fmt::format("it is one of: {}", fmt::join(known, ", ")));
}

}  // namespace winnow
