// What an index says of each formula of its library, asked directly.
#include "rank/index.h"

#include "tests/app/program.h"
#include "text/tptp.h"
#include "winnow/error.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <span>

namespace winnow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class IndexContents : public testing::Test {
 protected:
  LibraryIndex make(std::string_view library) {
    problem_ = parse_tptp(library, bank_);
    IndexDraft draft;
    draft.add(bank_.view(), problem_.formulas);
    counts_ = write_index(scratch_.path("x.index"), draft, nullptr, nullptr);
    return LibraryIndex::open(scratch_.path("x.index"));
  }
  static std::vector<std::string> names(const LibraryIndex& index) {
    std::vector<std::string> result;
    for (std::uint32_t i = 0; i < index.size(); ++i) result.emplace_back(index.name(i));
    return result;
  }
  TermBank bank_;
  Problem problem_;
  IndexCounts counts_;
  Scratch scratch_;
};

TEST_F(IndexContents, HoldsAxiomsAndTypesAndNoGoals) {
  LibraryIndex index = make(
      "tff(t, type, c: $i). tff(a, axiom, p(c)). tff(l, lemma, q). tff(u, unknown, r)."
      "tff(g, conjecture, p(c)). tff(n, negated_conjecture, q). tff(w, question, q).");
  EXPECT_THAT(names(index), ElementsAre("t", "a", "l"));
  EXPECT_EQ(index.text(1), "tff(a, axiom, p(c)).");
  EXPECT_TRUE(index.is_type(0));
  EXPECT_FALSE(index.is_type(1));
  EXPECT_EQ(counts_.formulas, 3u);
}

TEST_F(IndexContents, WhatHasTheNameAndTheTermOfAnEarlierOneIsLeftOut) {
  LibraryIndex index = make(
      "fof(a, axiom, ! [X] : p(X)). fof(a, axiom, ! [Y] : p(Y)). fof(b, axiom, ! [X] : p(X))."
      "fof(a, axiom, q).");
  EXPECT_THAT(names(index), ElementsAre("a", "b", "a"));
  EXPECT_EQ(counts_.repeated, 1u);
  EXPECT_EQ(index.hash(0), index.hash(1));  // of the term alone
  EXPECT_NE(index.hash(0), index.hash(2));
}

TEST_F(IndexContents, SymbolsAreThoseOfTheFormula) {
  LibraryIndex index = make("fof(a, axiom, p(f(c))). fof(b, axiom, q). fof(d, axiom, p(c)).");
  const auto hashes = [&](std::uint32_t i) {
    std::vector<std::uint64_t> result;
    for (FeatureId id : index.symbols(i))
      result.push_back(index.feature_hashes()[winnow::index(id)]);
    std::ranges::sort(result);
    return result;
  };
  EXPECT_EQ(hashes(0).size(), 3u);  // p, f, c
  EXPECT_EQ(hashes(1).size(), 1u);
  EXPECT_TRUE(std::ranges::includes(hashes(0), hashes(2)));
  EXPECT_EQ(index.fingerprint(), 0u);
  EXPECT_FALSE(index.has_encodings());
}

TEST_F(IndexContents, AFileThatIsCutOffLongerOrAnotherIsRefused) {
  make("fof(a, axiom, p).");
  const std::string good = contents(scratch_.path("x.index"));
  const auto refusal = [&](const std::string& text) -> std::string {
    scratch_.write("y.index", text);
    try {
      LibraryIndex::open(scratch_.path("y.index"));
    } catch (const InputError& error) {
      return error.what();
    }
    return "it was opened";
  };
  EXPECT_THAT(refusal(good.substr(0, good.size() - 64)), HasSubstr("is cut off"));
  EXPECT_THAT(refusal(good + "x"), HasSubstr("is too long"));
  EXPECT_THAT(refusal("fof(a, axiom, p)."), HasSubstr("is not a winnow index"));
  std::string damaged = good;
  damaged[good.find("fof(a")] = 'g';
  EXPECT_THAT(refusal(damaged), HasSubstr("is corrupt"));
  EXPECT_THROW(LibraryIndex::open("/dev/zero"), InputError);
}

// Also where no checksum looks: between its parts.
TEST_F(IndexContents, AnyFlippedBitIsRefused) {
  make("fof(a, axiom, p).");
  std::string text = contents(scratch_.path("x.index"));
  for (std::size_t at = 0; at < text.size(); ++at) {
    text[at] ^= static_cast<char>(1 << at % 8);
    EXPECT_THROW(LibraryIndex::from_bytes(std::as_bytes(std::span(text)), "x"), InputError) << at;
    text[at] ^= static_cast<char>(1 << at % 8);
  }
}

}  // namespace
}  // namespace winnow
