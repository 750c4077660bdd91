#include "data/import.h"

#include "data/text_file.h"
#include "tests/sanitized.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <zstd.h>

#include <fstream>

namespace winnow {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;

class Import : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::path(::testing::TempDir()) /
        (std::string("import_") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_ / "set");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path write(const std::string& name, std::string_view text) {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }

  using Importer = ImportReport (*)(const std::filesystem::path&, const ImportOptions&, TermBank&,
                                    StoreWriter&);
  Store import(Importer importer, const std::filesystem::path& source,
               const ImportOptions& options = {}) {
    TermBank bank;
    StoreWriter writer(bank);
    report_ = importer(source, options, bank, writer);
    bytes_ = writer.bytes();
    return Store::from_bytes(bytes_);
  }
  // The message and the hint of the InputError that it throws.
  std::string error(Importer importer, const std::filesystem::path& source,
                    const ImportOptions& options = {}) {
    try {
      import(importer, source, options);
    } catch (const InputError& e) {
      return std::string(e.what()) + " | " + e.hint();
    }
    return "";
  }
  std::string head_name(const Store& store, FormulaId id) {
    return std::string(store.terms().name(store.term(id)));
  }

  void write_small_mizar() {
    write("set/t1",
          "C fof(t1, axiom, p(a)).\n+ fof(d1, axiom, ! [X] : p(X)).\n- fof(d2, axiom, q).\n");
    write("set/t2",
          "C fof(t2, axiom, q & q).\n- fof(d1, axiom, ! [X] : p(X)).\n+ fof(t1, axiom, p(a)).\n");
  }

  std::filesystem::path folder_;
  ImportReport report_;
  std::vector<std::byte> bytes_;
};

TEST_F(Import, MizarExamplesShareTheirFormulas) {
  write_small_mizar();
  ImportOptions options{
      .splits = {{"train", write("train.txt", "t2\n")}, {"dev", write("dev.txt", "t1\n")}},
      .order = write("order.txt", "d2\nd1\nt1\nt2\n"),
      .keep_going = false,
      .progress = {}};
  Store store = import(import_mizar, folder_ / "set", options);
  EXPECT_EQ(store.formulas(), 4u);
  EXPECT_EQ(report_.texts, 6u);
  EXPECT_EQ(report_.parsed, 4u);
  ExampleId t2 = store.find_example("t2").value();
  EXPECT_EQ(store.name(store.split(t2)), "train");
  ASSERT_EQ(store.premises(t2).size(), 2u);
  EXPECT_EQ(store.name(store.premises(t2)[0].formula()), "d1");
  EXPECT_FALSE(store.premises(t2)[0].useful());
  EXPECT_EQ(store.premises(t2)[1].formula(), store.conjecture(store.find_example("t1").value()));
  EXPECT_TRUE(store.premises(t2)[1].useful());
  std::vector<std::string_view> older;
  for (FormulaId id : store.older_than(store.conjecture(t2))) older.push_back(store.name(id));
  EXPECT_THAT(older, ElementsAre("d2", "d1", "t1"));
}

TEST_F(Import, WithoutListsAllFilesAreOneSplit) {
  write_small_mizar();
  Store store = import(import_mizar, folder_ / "set");
  EXPECT_EQ(store.splits(), 1u);
  EXPECT_EQ(store.name(ExampleId{0}), "t1");
  EXPECT_EQ(store.name(ExampleId{1}), "t2");
}

TEST_F(Import, TheSameInputGivesTheSameBytes) {
  write_small_mizar();
  import(import_mizar, folder_ / "set");
  auto first = bytes_;
  import(import_mizar, folder_ / "set");
  EXPECT_EQ(first, bytes_);
}

TEST_F(Import, AMistakeHasItsPlace) {
  write("set/t1", "C fof(t1, axiom, p(a)).\n\n+ fof(d1, axiom, p(a).\n");
  EXPECT_THAT(error(import_mizar, folder_ / "set"), HasSubstr("set/t1:3:2"));
}

TEST_F(Import, KeepGoingListsWhatIsSkipped) {
  write("set/t1",
        "C fof(t1, axiom, p(a)).\n+ fof(d1, axiom, p(a).\n- fof(d2, axiom, q).\n? what\n");
  write("set/t2", "C fof(t2, axiom, p(a\n");
  write("set/t3", "+ fof(t3, axiom, p(a)).\n");
  Store store = import(import_mizar, folder_ / "set",
                       {.splits = {}, .order = {}, .keep_going = true, .progress = {}});
  EXPECT_EQ(store.examples(), 1u);
  EXPECT_EQ(store.premises(ExampleId{0}).size(), 1u);
  std::vector<std::string> messages;
  for (const Skipped& skipped : report_.skipped) messages.push_back(skipped.message);
  EXPECT_THAT(messages,
              ElementsAre(HasSubstr("t1:2:"), HasSubstr("t1:4:1: expected a line that begins"),
                          HasSubstr("t2:1:"), EndsWith("t3: has no conjecture")));
}

TEST_F(Import, AMissingFileNamesItsList) {
  write_small_mizar();
  ImportOptions options{.splits = {{"train", write("train.txt", "t1\nt9\n")}},
                        .order = {},
                        .keep_going = false,
                        .progress = {}};
  EXPECT_THAT(error(import_mizar, folder_ / "set", options),
              ::testing::AllOf(HasSubstr("set/t9: cannot be read: No such file"),
                               HasSubstr("train.txt:2 names it")));
}

TEST_F(Import, AnExampleBelongsToOneSplit) {
  write_small_mizar();
  ImportOptions options{
      .splits = {{"train", write("train.txt", "t1\n")}, {"dev", write("dev.txt", "t2\nt1\n")}},
      .order = {},
      .keep_going = false,
      .progress = {}};
  EXPECT_THAT(
      error(import_mizar, folder_ / "set", options),
      ::testing::AllOf(HasSubstr("dev.txt:2: 't1' is already in"), HasSubstr("train.txt:1")));
}

TEST_F(Import, AMissingFolderIsAnError) {
  EXPECT_THAT(error(import_mizar, folder_ / "nowhere"), HasSubstr("is not a folder"));
  EXPECT_THAT(error(import_holstep, folder_ / "nowhere"), HasSubstr("is not a folder"));
  EXPECT_THAT(error(import_jsonl, folder_ / "nowhere"), HasSubstr("cannot be read"));
}

TEST_F(Import, HolstepStepsArePremisesAndDependenciesAreKept) {
  write("set/00001",
        "N ADD_0\nC |- ((f a) = a)\nT c= cf ca ca\n"
        "D LEMMA\nA |- (f = f)\nT c= cf cf\n"
        "+ |- (a = a)\nT c= ca ca\n"
        "- |- (a = a)\nT c= f0 f0\n"
        "- |- (a = a)\nT c= ca ca\n");
  Store store = import(import_holstep, folder_ / "set");
  ExampleId example = store.find_example("00001").value();
  EXPECT_EQ(store.name(store.conjecture(example)), "ADD_0");
  EXPECT_EQ(store.language(store.conjecture(example)), Language::hol);
  ASSERT_EQ(store.dependencies(example).size(), 1u);
  EXPECT_EQ(store.name(store.dependencies(example)[0]), "LEMMA");
  auto steps = store.premises(example);
  ASSERT_EQ(steps.size(), 3u);
  EXPECT_TRUE(steps[0].useful());
  EXPECT_FALSE(steps[1].useful());
  EXPECT_NE(steps[0].formula(), steps[1].formula()) << "the token line decides what `a` is";
  EXPECT_EQ(steps[0].formula(), steps[2].formula());
  EXPECT_EQ(report_.texts, 5u);
  EXPECT_EQ(report_.parsed, 4u);
}

TEST_F(Import, HolstepNeedsTokenLines) {
  write("set/00001", "N A\nC |- (a = a)\n+ |- (a = a)\nT c= ca ca\n");
  EXPECT_THAT(error(import_holstep, folder_ / "set"),
              HasSubstr("00001:2:1: no token line follows"));
}

TEST_F(Import, JsonLinesCarryEverything) {
  auto file = write(
      "a.jsonl", R"j({"name": "e1", "split": "dev", "conjecture": "p(a)", "premises": [)j"
                 R"j({"name": "a1", "formula": "![X]: p(X)", "label": 1},)j"
                 R"j({"formula": "q", "label": false}]})j"
                 "\n\n"
                 R"j({"language": "hol", "constants": ["f", "="], "conjecture": "|- ((f a) = a)"})j"
                 "\n");
  Store store = import(import_jsonl, file);
  ASSERT_EQ(store.examples(), 2u);
  ExampleId first = store.find_example("e1").value();
  EXPECT_EQ(store.name(store.split(first)), "dev");
  EXPECT_EQ(store.name(store.premises(first)[0].formula()), "a1");
  EXPECT_TRUE(store.premises(first)[0].useful());
  EXPECT_FALSE(store.premises(first)[1].useful());
  EXPECT_EQ(head_name(store, store.premises(first)[1].formula()), "q");
  ExampleId second = store.find_example("line3").value();
  EXPECT_EQ(store.name(store.split(second)), "train");
  EXPECT_EQ(store.language(store.conjecture(second)), Language::hol);
  EXPECT_EQ(head_name(store, store.conjecture(second)), "=");
}

TEST_F(Import, JsonMistakesHaveTheirPlace) {
  auto message = [&](std::string_view line) {
    return error(import_jsonl,
                 write("a.jsonl", "{\"conjecture\":\"p\"}\n" + std::string(line) + "\n"));
  };
  EXPECT_THAT(message("{\"conjecture\": p}"), HasSubstr("a.jsonl:2:16: this is not JSON"));
  EXPECT_THAT(message("[1]"), HasSubstr("a.jsonl:2: this line is not a JSON object"));
  EXPECT_THAT(message("{}"), HasSubstr("a.jsonl:2: an example has no conjecture"));
  EXPECT_THAT(message(R"({"conjecture":"p","premise":[]})"), HasSubstr("unknown field 'premise'"));
  EXPECT_THAT(message(R"({"conjecture":"p","language":"klingon"})"),
              HasSubstr("no language is called 'klingon'"));
  EXPECT_THAT(message(R"({"conjecture":"p","premises":[{"formula":"q","label":2}]})"),
              HasSubstr("neither 0 nor 1"));
  EXPECT_THAT(message(R"({"conjecture":"p","premises":[{"formula":"q"}]})"),
              HasSubstr("has no label"));
  EXPECT_THAT(message(R"({"conjecture":"p","premises":[{"formula":"q(","label":1}]})"),
              HasSubstr("a.jsonl:2: premise 1:"));
  EXPECT_THAT(message(R"({"conjecture":"p & & q"})"), HasSubstr("a.jsonl:2: the conjecture:1:5: "));
  EXPECT_THAT(message(R"({"conjecture":"p, q"})"), HasSubstr("a.jsonl:2: the conjecture:1:2: "));
  EXPECT_THAT(message(R"({"name":"line1","conjecture":"p"})"),
              HasSubstr("a second example called 'line1'"));
}

TEST_F(Import, ANumberBeyondAllNumbersIsAnError) {
  auto source = write("a.jsonl", "{\"name\":1e999}\n{\"conjecture\":\"p\"}\n");
  EXPECT_THAT(error(import_jsonl, source), HasSubstr("a.jsonl:1: a number of this line is larger"));
  ImportOptions options;
  options.keep_going = true;
  EXPECT_EQ(error(import_jsonl, source, options), "");
}

TEST_F(Import, CompressedTextIsText) {
  std::string text = "first\nsecond\n";
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  EXPECT_EQ(read_text_file(write("a.txt", packed)), text);
  packed.pop_back();
  EXPECT_THROW(read_text_file(write("b.txt", packed)), InputError);
}

// What `zstd --long=31` makes of a pipe says nothing of its size and asks for a window of 2 GB.
TEST_F(Import, CompressedTextIsNotGivenTheGigabytesThatItClaims) {
  if (kSanitized) GTEST_SKIP() << "the address sanitizer itself needs more than the limit";
  const std::string text(300'000, 'a'), more = "more\n";
  std::string packed("\x28\xb5\x2f\xfd\x00\xa8", 6);  // no content size, window 2^31
  auto add_block = [&](std::uint32_t kind, std::uint32_t size, bool last, std::string_view body) {
    const std::uint32_t head = size << 3 | kind << 1 | (last ? 1 : 0);
    for (int shift : {0, 8, 16}) packed += static_cast<char>(head >> shift & 0xff);
    packed += body;
  };
  add_block(1, 128 << 10, false, "a");  // repeats a byte
  add_block(1, 128 << 10, false, "a");
  add_block(1, 300'000 - (256 << 10), true, "a");
  rlimit before{};
  ::getrlimit(RLIMIT_AS, &before);
  rlimit small{std::size_t{1} << 30, before.rlim_max};
  ::setrlimit(RLIMIT_AS, &small);
  std::string read;
  try {
    read = read_text_file(write("a.txt", packed));
    std::string second(ZSTD_compressBound(more.size()), '\0');
    second.resize(ZSTD_compress(second.data(), second.size(), more.data(), more.size(), 3));
    read += read_text_file(write("b.txt", packed + second));
  } catch (const InputError& error) {
    read = error.what();
  }
  ::setrlimit(RLIMIT_AS, &before);
  EXPECT_TRUE(read == text + text + more) << read.substr(0, 100);
}

TEST_F(Import, CompressedTextThatClaimsAnySizeIsRefused) {
  // 2^60 bytes, of which two come.
  std::string packed("\x28\xb5\x2f\xfd\xe0\0\0\0\0\0\0\0\x10\x11\0\0ab", 18);
  EXPECT_THROW(read_text_file(write("a.txt", packed)), InputError);
}

TEST(Lines, KeepTheirNumbers) {
  auto lines = lines_of("a\r\n\nb");
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].text, "a");
  EXPECT_EQ(lines[1].text, "b");
  EXPECT_EQ(lines[1].number, 3u);
}

}  // namespace
}  // namespace winnow
