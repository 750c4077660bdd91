// An index is its library and its model, and nothing else: no order of work, no earlier index.
#include "rank/index.h"

#include "tests/app/program.h"
#include "text/tptp.h"
#include "toy_model.h"
#include "winnow/error.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>

namespace winnow {
namespace {

// Conjunctions whose members first appear in another order in each formula.
std::string library(int formulas) {
  std::string text;
  for (int i = 0; i < formulas; ++i) {
    std::string members;
    for (int j = 0; j < 6; ++j) {
      int k = (i * 5 + j * 7) % 11;
      members +=
          fmt::format("{}p{}(f(X, c{}), Y, g(c{}))", j == 0 ? "" : " & ", k % 4, k, (k * i) % 5);
    }
    text += fmt::format("fof(a{}, axiom, ![X, Y]: ({} & q(X))).\n", i, members);
  }
  return text;
}

class Indexes : public testing::TestWithParam<const char*> {
 protected:
  struct Read {
    Read(const Scratch& scratch, int formulas)
        : problem(read_tptp(scratch.write("library.ax", library(formulas)), bank)) {
      for (const Formula& formula : problem.formulas) terms.push_back(formula.term);
      draft.add(bank.view(), problem.formulas);
    }
    TermBank bank;
    Problem problem;
    IndexDraft draft;
    std::vector<TermId> terms;
  };
  Model model() {
    Read read(scratch_, 40);
    ModelOptions options;
    options.embedder = GetParam();
    options.pooling = "dag";
    options.memory = 1;
    options.match = true;
    return Model(toy_model(options, read.bank.view(), read.terms));
  }
  Scratch scratch_;
};

TEST_P(Indexes, MadeAgainOrGrownHaveTheSameBytes) {
  Model toy = model();
  Read all(scratch_, 40), some(scratch_, 23);
  auto make = [&](const char* name, Read& read, NetworkOptions options,
                  const LibraryIndex* old = nullptr) {
    Network network(toy, options);
    write_index(scratch_.path(name), read.draft, &network, old);
    return contents(scratch_.path(name));
  };
  std::string whole = make("whole", all, {.threads = 1, .batch = 256});
  EXPECT_TRUE(make("again", all, {.threads = 2, .batch = 7}) == whole);
  make("part", some, {.threads = 1, .batch = 5});
  LibraryIndex part = LibraryIndex::open(scratch_.path("part"));
  EXPECT_TRUE(make("grown", all, {.threads = 1, .batch = 256}, &part) == whole);
}

TEST_P(Indexes, AnEncodingIsTheSameInEveryCompany) {
  Model toy = model();
  Read read(scratch_, 40);
  Network network(toy, {.threads = 1});
  std::size_t width = network.width();
  std::vector<float> together = network.encode(read.bank.view(), read.terms);
  std::vector<TermId> backwards(read.terms.rbegin(), read.terms.rend());
  std::vector<float> reversed = network.encode(read.bank.view(), backwards);
  for (std::size_t i = 0; i < read.terms.size(); ++i) {
    std::vector<float> alone = network.encode(read.bank.view(), std::span(&read.terms[i], 1));
    std::vector<float> here(together.begin() + static_cast<std::ptrdiff_t>(i * width),
                            together.begin() + static_cast<std::ptrdiff_t>((i + 1) * width));
    EXPECT_EQ(alone, here) << i;
    EXPECT_TRUE(std::equal(here.begin(), here.end(),
                           reversed.end() - static_cast<std::ptrdiff_t>((i + 1) * width)))
        << i;
  }
}

// An order of scores that are no numbers is none. They are looked for four at a time.
TEST_P(Indexes, WithEncodingsThatAreNoNumbersAreRefused) {
  Model toy = model();
  Read read(scratch_, 5);
  Network network(toy, {.threads = 1});
  write_index(scratch_.path("five"), read.draft, &network, nullptr);
  const std::string bytes = contents(scratch_.path("five"));
  const LibraryIndex index = LibraryIndex::from_bytes(std::as_bytes(std::span(bytes)));
  const std::size_t numbers = index.size() * index.width();
  const std::size_t begin = bytes.find(std::string_view(
      reinterpret_cast<const char*>(index.encoding(0)), numbers * sizeof(std::uint16_t)));
  ASSERT_NE(begin, std::string::npos);
  auto is_refused = [&](std::size_t n, std::uint16_t half) {
    std::string changed = bytes;
    std::memcpy(changed.data() + begin + n * sizeof(half), &half, sizeof(half));
    seal_index(std::as_writable_bytes(std::span(changed)));
    try {
      LibraryIndex::from_bytes(std::as_bytes(std::span(changed)));
      return false;
    } catch (const InputError&) {
      return true;
    }
  };
  for (std::size_t n :
       {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{3}, numbers - 2, numbers - 1}) {
    for (int half : {0x7c00, 0xfc00, 0x7e00, 0xffff})
      EXPECT_TRUE(is_refused(n, static_cast<std::uint16_t>(half))) << n << ' ' << half;
    for (int half : {0x0000, 0x8000, 0x7bff, 0xfbff, 0x03ff})
      EXPECT_FALSE(is_refused(n, static_cast<std::uint16_t>(half))) << n << ' ' << half;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Indexes, testing::Values("mpnn", "gcn", "daglstm", "bidir"));

class IndexFile : public testing::Test {
 protected:
  void SetUp() override {
    TermBank bank;
    Problem problem = read_tptp(scratch_.write("library.ax", library(9)), bank);
    IndexDraft draft;
    draft.add(bank.view(), problem.formulas);
    write_index(file_, draft, nullptr, nullptr);
  }
  Scratch scratch_;
  std::string file_ = scratch_.path("library.index");
};

TEST_F(IndexFile, IsReadFromBytes) {
  std::string bytes = contents(file_);
  LibraryIndex index = LibraryIndex::from_bytes(std::as_bytes(std::span(bytes)));
  ASSERT_EQ(index.size(), 9u);
  EXPECT_EQ(index.name(8), "a8");
  for (std::size_t at = 0; at < bytes.size(); at += 61) {
    std::string bad = bytes;
    bad[at] = static_cast<char>(bad[at] ^ 4);
    try {
      LibraryIndex read = LibraryIndex::from_bytes(std::as_bytes(std::span(bad)));
      EXPECT_EQ(read.name(8), "a8") << at;  // zeros between parts may be anything
    } catch (const InputError&) {
    }
  }
}

// A mapped file that is cut off ends the program at the next look at it.
TEST_F(IndexFile, CutOffWhileItIsOpenItStaysAsItWas) {
  LibraryIndex index = LibraryIndex::open(file_);
  std::filesystem::resize_file(file_, 0);
  for (std::uint32_t i = 0; i < index.size(); ++i) EXPECT_EQ(index.name(i), fmt::format("a{}", i));
}

}  // namespace
}  // namespace winnow
