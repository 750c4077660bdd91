#include "data/store.h"

#include "data/store_format.h"
#include "data/store_writer.h"
#include "term/draft.h"
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>

namespace winnow {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TermId atom(TermBank& bank, std::string_view predicate, std::string_view argument) {
  Draft draft;
  draft.push(bank.symbols().intern(argument, Kind::function), 0);
  draft.push(bank.symbols().intern(predicate, Kind::predicate), 1);
  return draft.commit(bank);
}

// ! [X] : p(X)
TermId forall(TermBank& bank, std::string_view predicate) {
  Draft draft;
  DraftVariable x = draft.bind();
  draft.push_variable(x);
  draft.push_variable(x);
  draft.push(bank.symbols().intern(predicate, Kind::predicate), 1);
  draft.push_quantifier(bank.symbols().intern("!", Kind::quantifier), 1);
  return draft.commit(bank);
}

// Three examples in two splits; t1 and t2 are two names of p(a).
std::vector<std::byte> small_store() {
  TermBank bank;
  StoreWriter writer(bank);
  FormulaId t1 = writer.add_formula(atom(bank, "p", "a"), Language::fof, "t1");
  FormulaId t2 = writer.add_formula(atom(bank, "p", "a"), Language::fof, "t2");
  FormulaId t3 = writer.add_formula(forall(bank, "p"), Language::fof, "t3");
  FormulaId step = writer.add_formula(atom(bank, "q", "b"), Language::hol);
  SplitId train = writer.add_split("train"), dev = writer.add_split("dev");
  const Premise both[] = {{t3, true}, {step, false}};
  writer.add_example({.name = "first", .split = dev, .conjecture = t1, .premises = both});
  const FormulaId known[] = {t1, t2};
  writer.add_example({.name = "second", .split = train, .conjecture = t2, .dependencies = known});
  writer.add_example(
      {.name = "third", .split = dev, .conjecture = t3, .premises = std::span(both).first(1)});
  const std::string_view order[] = {"t3", "t0", "t2", "t1"};
  writer.set_chronology(order);
  return writer.bytes();
}

std::string why_not(std::span<const std::byte> bytes) {
  try {
    Store::from_bytes(bytes, "x.store");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Store, GivesBackWhatWasWritten) {
  Store store = Store::from_bytes(small_store());
  ASSERT_EQ(store.formulas(), 4u);
  ASSERT_EQ(store.examples(), 3u);
  EXPECT_EQ(store.premises(), 3u);
  EXPECT_EQ(store.name(FormulaId{2}), "t3");
  EXPECT_EQ(store.name(FormulaId{3}), "");
  EXPECT_EQ(store.language(FormulaId{3}), Language::hol);
  TermId term = store.term(FormulaId{3});
  EXPECT_EQ(store.terms().name(term), "q");
  EXPECT_EQ(store.terms().name(store.terms().args(term)[0]), "b");
  EXPECT_FALSE(store.terms().is_open(store.term(FormulaId{2})));

  ExampleId first = store.find_example("first").value();
  EXPECT_EQ(store.conjecture(first), FormulaId{0});
  ASSERT_EQ(store.premises(first).size(), 2u);
  EXPECT_EQ(store.premises(first)[0].formula(), FormulaId{2});
  EXPECT_TRUE(store.premises(first)[0].useful());
  EXPECT_EQ(store.premises(first)[1].formula(), FormulaId{3});
  EXPECT_FALSE(store.premises(first)[1].useful());
  ExampleId second = store.find_example("second").value();
  EXPECT_TRUE(store.premises(second).empty());
  EXPECT_THAT(store.dependencies(second), ElementsAre(FormulaId{0}, FormulaId{1}));
  EXPECT_FALSE(store.find_example("fourth").has_value());
}

// A mapped file that is cut off, or written into, would end the program or lead out of its arrays.
TEST(Store, CutOffWhileItIsOpenItStaysAsItWas) {
  Scratch scratch;
  std::vector<std::byte> bytes = small_store();
  std::string file =
      scratch.write("x.store", {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  Store store = Store::open(file);
  std::filesystem::resize_file(file, 0);
  EXPECT_EQ(store.name(FormulaId{2}), "t3");
  EXPECT_EQ(store.terms().name(store.term(FormulaId{3})), "q");
  EXPECT_EQ(store.bytes(), bytes.size());
}

TEST(Store, TwoNamesShareOneTerm) {
  Store store = Store::from_bytes(small_store());
  EXPECT_NE(store.name(FormulaId{0}), store.name(FormulaId{1}));
  EXPECT_EQ(store.term(FormulaId{0}), store.term(FormulaId{1}));
}

TEST(Store, AFormulaIsAddedOnce) {
  TermBank bank;
  StoreWriter writer(bank);
  TermId p = atom(bank, "p", "a");
  FormulaId id = writer.add_formula(p, Language::fof, "t");
  EXPECT_EQ(writer.add_formula(p, Language::fof, "t"), id);
  EXPECT_NE(writer.add_formula(p, Language::fof), id);
  EXPECT_NE(writer.add_formula(p, Language::hol, "t"), id);
}

TEST(Store, ASplitIsARangeOfExamples) {
  Store store = Store::from_bytes(small_store());
  auto names = [&](std::string_view split) {
    std::vector<std::string_view> result;
    for (ExampleId example : store.examples(store.find_split(split).value())) {
      EXPECT_EQ(store.name(store.split(example)), split);
      result.push_back(store.name(example));
    }
    return result;
  };
  EXPECT_THAT(names("train"), ElementsAre("second"));
  EXPECT_THAT(names("dev"), ElementsAre("first", "third"));
  EXPECT_FALSE(store.find_split("test").has_value());
}

TEST(Store, KnowsWhatIsOlder) {
  Store store = Store::from_bytes(small_store());
  FormulaId t1{0}, t2{1}, t3{2}, step{3};
  EXPECT_THAT(store.chronology(), ElementsAre(t3, t2, t1));
  EXPECT_THAT(store.older_than(t1), ElementsAre(t3, t2));
  EXPECT_TRUE(store.older_than(t3).empty());
  EXPECT_EQ(store.position(t1), 3u);
  EXPECT_FALSE(store.position(step).has_value());
}

TEST(Store, AnEmptyStoreIsAStore) {
  TermBank bank;
  Store store = Store::from_bytes(StoreWriter(bank).bytes());
  EXPECT_EQ(store.formulas(), 0u);
  EXPECT_EQ(store.examples(), 0u);
  EXPECT_EQ(store.splits(), 0u);
}

TEST(Store, TheSameCallsGiveTheSameBytes) { EXPECT_EQ(small_store(), small_store()); }

TEST(Store, RefusesForeignFiles) {
  std::string text = "fof(a, axiom, p).";
  EXPECT_THAT(why_not(std::as_bytes(std::span(text))), HasSubstr("x.store: is not a winnow store"));
  EXPECT_THAT(why_not({}), HasSubstr("is not a winnow store"));
}

TEST(Store, RefusesOtherVersions) {
  auto bytes = small_store();
  reinterpret_cast<store_format::Header*>(bytes.data())->version = 99;
  EXPECT_THAT(why_not(bytes), HasSubstr("version 99"));
}

TEST(Store, RefusesEveryCutOffFile) {
  auto bytes = small_store();
  EXPECT_THAT(why_not(std::span(bytes).first(bytes.size() - 1)), HasSubstr("is cut off"));
  for (std::size_t size = 0; size < bytes.size(); ++size)
    ASSERT_NE(why_not(std::span(bytes).first(size)), "") << size << " of " << bytes.size();
}

// Padding may be anything: then the content is the same.
TEST(Store, NoticesEveryChangedByte) {
  const auto bytes = small_store();
  auto is_padding = [&](std::size_t at) {
    auto* header = reinterpret_cast<const store_format::Header*>(bytes.data());
    std::span table(reinterpret_cast<const store_format::Entry*>(header + 1), header->sections);
    if (at < offsetof(store_format::Header, padding)) return false;
    if (at >= sizeof(*header) && at < sizeof(*header) + table.size_bytes()) return false;
    for (auto& entry : table)
      if (at >= entry.offset && at < entry.offset + entry.length) return false;
    return true;
  };
  for (std::size_t at = 0; at < bytes.size(); ++at)
    for (int bit : {0, 3, 7}) {
      auto changed = bytes;
      changed[at] ^= std::byte(1 << bit);
      ASSERT_EQ(why_not(changed) == "", is_padding(at)) << "byte " << at << ", bit " << bit;
    }
}

// Nothing may be read from outside the arrays; the sanitizers watch.
TEST(Store, ForgedChecksumsLeadNowhere) {
  const auto bytes = small_store();
  std::size_t accepted = 0, refused = 0;
  for (std::size_t at = sizeof(store_format::Header); at < bytes.size(); ++at)
    for (std::byte value : {std::byte{0}, std::byte{1}, std::byte{0x7f}, std::byte{0xff}}) {
      auto changed = bytes;
      auto* header = reinterpret_cast<store_format::Header*>(changed.data());
      std::size_t table_end = sizeof(*header) + header->sections * sizeof(store_format::Entry);
      if (at < table_end) continue;
      changed[at] = value;
      store_format::seal(changed);
      if (why_not(changed) != "") {
        ++refused;
        continue;
      }
      ++accepted;
      Store store = Store::from_bytes(changed);
      for (std::uint32_t i = 0; i < store.examples(); ++i) {
        ExampleId example{i};
        EXPECT_LT(index(store.split(example)), store.splits());
        EXPECT_LT(index(store.term(store.conjecture(example))), store.terms().size);
        store.older_than(store.conjecture(example));
      }
    }
  EXPECT_GT(accepted, 0u);
  EXPECT_GT(refused, 100u);
}

TEST(Store, AnArgumentMustPrecedeItsParent) {
  auto bytes = small_store();
  auto* header = reinterpret_cast<store_format::Header*>(bytes.data());
  std::span table(reinterpret_cast<store_format::Entry*>(header + 1), header->sections);
  for (auto& entry : table)
    if (std::string_view(entry.tag.data(), 8) == "trm.args") {
      std::uint32_t itself = 1;  // p(a) is term 1
      std::memcpy(bytes.data() + entry.offset, &itself, sizeof(itself));
    }
  store_format::seal(bytes);
  EXPECT_THAT(why_not(bytes), HasSubstr("bad terms"));
}

class StoreFile : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(::testing::TempDir()) /
              ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path folder_;
};

TEST_F(StoreFile, IsWrittenInOnePieceOverAnOlderOne) {
  std::filesystem::path path = folder_ / "a.store";
  std::ofstream(path) << "old";
  TermBank bank;
  StoreWriter writer(bank);
  writer.add_formula(atom(bank, "p", "a"), Language::fof, "t1");
  writer.write(path);
  EXPECT_EQ(Store::open(path).formulas(), 1u);
  EXPECT_EQ(std::filesystem::file_size(path), writer.bytes().size());
  std::size_t files = 0;
  for ([[maybe_unused]] auto& entry : std::filesystem::directory_iterator(folder_)) ++files;
  EXPECT_EQ(files, 1u) << "nothing else is left behind";
}

TEST_F(StoreFile, AMissingFolderIsAnError) {
  TermBank bank;
  EXPECT_THROW(StoreWriter(bank).write(folder_ / "nowhere" / "a.store"), InputError);
  EXPECT_THROW(Store::open(folder_ / "a.store"), InputError);
  EXPECT_THROW(Store::open(folder_), InputError);
}

}  // namespace
}  // namespace winnow
