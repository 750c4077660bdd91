#include "data/store_writer.h"

#include "data/store_format.h"
#include "term/hash.h"
#include "winnow/error.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>

namespace winnow {

namespace {

namespace format = store_format;

constexpr std::size_t kMaxCount = std::numeric_limits<std::uint32_t>::max() / 2;

template <class T>
std::span<const std::byte> bytes_of(const T& items) {
  return std::as_bytes(std::span(items.data(), items.size()));
}

}  // namespace

std::size_t StoreWriter::FormulaHash::operator()(const Formula& formula) const {
  return mix(index(formula.term), mix(formula.name, static_cast<std::uint64_t>(formula.language)));
}

StoreWriter::StoreWriter(const TermBank& bank) : bank_(bank) { add_name(""); }

std::uint32_t StoreWriter::add_name(std::string_view name) {
  auto [found, is_new] =
      names_.try_emplace(std::string(name), static_cast<std::uint32_t>(names_.size()));
  if (is_new) {
    require(name_text_.size() + name.size() < kMaxCount, "names exceed 2 GB");
    name_text_.append(name);
    name_ends_.push_back(static_cast<std::uint32_t>(name_text_.size()));
  }
  return found->second;
}

FormulaId StoreWriter::add_formula(TermId term, Language language, std::string_view name) {
  require(index(term) < bank_.size(), "a formula whose term is not in the bank");
  Formula formula{term, name.empty() ? 0 : add_name(name), language};
  auto [found, is_new] = formulas_.try_emplace(formula, FormulaId{formulas()});
  if (is_new) {
    require(formulas() < kMaxCount, "more than 2^31 formulas");
    formula_terms_.push_back(term);
    formula_names_.push_back(formula.name);
    languages_.push_back(language);
  }
  return found->second;
}

SplitId StoreWriter::add_split(std::string_view name) {
  std::uint32_t id = add_name(name);
  auto found = std::ranges::find(splits_, id);
  if (found == splits_.end()) found = splits_.insert(found, id);
  return SplitId{static_cast<std::uint32_t>(found - splits_.begin())};
}

bool StoreWriter::has_example(std::string_view name) const {
  auto found = names_.find(std::string(name));
  return found != names_.end() && example_names_.contains(found->second);
}

void StoreWriter::add_example(const ExampleDraft& example) {
  require(!has_example(example.name), "two examples with one name");
  require(index(example.split) < splits_.size(), "an example of an unknown split");
  require(index(example.conjecture) < formulas(), "an example with an unknown conjecture");
  require(premises_.size() + example.premises.size() < kMaxCount, "more than 2^31 premises");
  require(dependencies_.size() + example.dependencies.size() < kMaxCount,
          "more than 2^31 dependencies");
  for (Premise premise : example.premises)
    require(index(premise.formula()) < formulas(), "an example with an unknown premise");
  for (FormulaId id : example.dependencies)
    require(index(id) < formulas(), "an example with an unknown dependency");
  std::uint32_t name = add_name(example.name);
  example_names_.insert(name);
  premises_.insert(premises_.end(), example.premises.begin(), example.premises.end());
  dependencies_.insert(dependencies_.end(), example.dependencies.begin(),
                       example.dependencies.end());
  examples_.push_back({name, example.split, example.conjecture});
  premise_ends_.push_back(premises_.size());
  dependency_ends_.push_back(dependencies_.size());
}

void StoreWriter::set_chronology(std::span<const std::string_view> names_oldest_first) {
  std::vector<std::uint32_t> position_of_name(names_.size(), Store::kNoPosition);
  for (std::uint32_t at = 0; at < names_oldest_first.size(); ++at) {
    auto found = names_.find(std::string(names_oldest_first[at]));
    // A name that is there twice is as old as its first place.
    if (found != names_.end() && position_of_name[found->second] == Store::kNoPosition)
      position_of_name[found->second] = at;
  }
  position_of_name[0] = Store::kNoPosition;  // the name of formulas without one
  positions_.clear();
  chronology_.clear();
  for (std::uint32_t i = 0; i < formulas(); ++i) {
    positions_.push_back(position_of_name[formula_names_[i]]);
    if (positions_.back() != Store::kNoPosition) chronology_.push_back(FormulaId{i});
  }
  std::ranges::stable_sort(chronology_, {}, [&](FormulaId id) { return positions_[index(id)]; });
}

template <class Sink>
void StoreWriter::serialize(Sink&& sink) {
  // Examples of one split stand together, each split in the order of the calls.
  std::vector<std::uint32_t> order(examples_.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return examples_[i].split; });
  std::vector<std::uint32_t> example_names, premise_ends, dependency_ends,
      split_ends(splits_.size());
  std::vector<FormulaId> conjectures, dependencies;
  std::vector<Premise> premises;
  for (std::uint32_t i : order) {
    const Example& example = examples_[i];
    example_names.push_back(example.name);
    conjectures.push_back(example.conjecture);
    std::ranges::copy(Ends(premise_ends_).list(premises_, i), std::back_inserter(premises));
    premise_ends.push_back(static_cast<std::uint32_t>(premises.size()));
    std::ranges::copy(Ends(dependency_ends_).list(dependencies_, i),
                      std::back_inserter(dependencies));
    dependency_ends.push_back(static_cast<std::uint32_t>(dependencies.size()));
    ++split_ends[index(example.split)];
  }
  std::partial_sum(split_ends.begin(), split_ends.end(), split_ends.begin());
  positions_.resize(chronology_.empty() ? 0 : formulas(), Store::kNoPosition);

  TermView terms = bank_.view();
  std::uint32_t symbols = terms.symbols.size;
  struct Piece {
    format::Section section;
    std::span<const std::byte> bytes;
  };
  const Piece pieces[] = {
      {format::kSymbolText,
       std::as_bytes(std::span(terms.symbols.text, terms.symbols.ends[symbols - 1]))},
      {format::kSymbolEnds, std::as_bytes(std::span(terms.symbols.ends, symbols))},
      {format::kSymbolKinds, std::as_bytes(std::span(terms.symbols.kinds, symbols))},
      {format::kTermHeads, std::as_bytes(std::span(terms.heads, terms.size))},
      {format::kTermArgEnds, std::as_bytes(std::span(terms.arg_ends, terms.size))},
      {format::kTermArgs,
       std::as_bytes(std::span(terms.arg_ids, Ends(terms.arg_ends).begin(terms.size)))},
      {format::kTermOpen, std::as_bytes(std::span(terms.open_flags, terms.size))},
      {format::kNameText, bytes_of(name_text_)},
      {format::kNameEnds, bytes_of(name_ends_)},
      {format::kFormulaTerms, bytes_of(formula_terms_)},
      {format::kFormulaNames, bytes_of(formula_names_)},
      {format::kFormulaLanguages, bytes_of(languages_)},
      {format::kFormulaPositions, bytes_of(positions_)},
      {format::kChronology, bytes_of(chronology_)},
      {format::kExampleNames, bytes_of(example_names)},
      {format::kExampleConjectures, bytes_of(conjectures)},
      {format::kPremiseEnds, bytes_of(premise_ends)},
      {format::kPremises, bytes_of(premises)},
      {format::kDependencyEnds, bytes_of(dependency_ends)},
      {format::kDependencies, bytes_of(dependencies)},
      {format::kSplitNames, bytes_of(splits_)},
      {format::kSplitEnds, bytes_of(split_ends)},
  };

  std::vector<format::Entry> table;
  std::uint64_t table_end = sizeof(format::Header) + std::size(pieces) * sizeof(format::Entry);
  std::uint64_t end = table_end;
  for (const Piece& piece : pieces) {
    format::Entry entry{.offset = format::padded(end),
                        .length = piece.bytes.size(),
                        .checksum = format::checksum(piece.bytes)};
    std::ranges::copy(piece.section.tag, entry.tag.begin());
    table.push_back(entry);
    end = entry.offset + entry.length;
  }
  format::Header header{.size = end,
                        .sections = static_cast<std::uint32_t>(table.size()),
                        .table_checksum = format::checksum(bytes_of(table))};
  auto header_bytes = std::as_bytes(std::span(&header, 1));
  header.header_checksum =
      format::checksum(header_bytes.first(offsetof(format::Header, header_checksum)));

  sink(header_bytes);
  sink(bytes_of(table));
  std::uint64_t at = table_end;
  for (std::size_t i = 0; i < table.size(); ++i) {
    constexpr std::byte kZeros[format::kAlignment] = {};
    sink(std::span(kZeros).first(table[i].offset - at));
    sink(pieces[i].bytes);
    at = table[i].offset + table[i].length;
  }
}

void StoreWriter::write(const std::filesystem::path& path) {
  AtomicFile file(path);
  write(file);
}

void StoreWriter::write(AtomicFile& file) {
  serialize([&](std::span<const std::byte> bytes) { file.write(bytes); });
  file.commit();
}

std::vector<std::byte> StoreWriter::bytes() {
  std::vector<std::byte> result;
  serialize([&](std::span<const std::byte> bytes) {
    result.insert(result.end(), bytes.begin(), bytes.end());
  });
  return result;
}

}  // namespace winnow
