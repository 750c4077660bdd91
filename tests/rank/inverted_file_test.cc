// An inverted file belongs to one index, and a search in all of its lists is exact.
#include "rank/inverted_file.h"

#include "model/model.h"
#include "rank/approximate_search.h"
#include "rank/ranking.h"
#include "tests/app/program.h"
#include "tests/rank/toy_library.h"
#include "tests/rank/toy_model.h"
#include "text/tptp.h"
#include "winnow/error_code.h"
#include "winnow/library.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <optional>
#include <ranges>

namespace winnow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class InvertedFiles : public testing::Test {
 protected:
  InvertedFiles() {
    index_ = make("x.index", toy_library(40));
    write_inverted_file(lists_, *index_, width(), by(5));
  }
  std::optional<LibraryIndex> make(const std::string& name, const std::string& text) {
    TermBank bank;
    Problem problem = parse_tptp(text, bank);
    std::vector<TermId> terms;
    for (const Formula& formula : problem.formulas)
      if (formula.role != "type") terms.push_back(formula.term);
    ModelOptions options;
    options.pooling = "dag";
    options.retrieve = 6;
    if (!model_) model_.emplace(toy_model(options, bank.view(), terms));
    IndexDraft draft;
    draft.add(bank.view(), problem.formulas);
    const Network network(*model_, {});
    write_index(scratch_.path(name), draft, &network, nullptr);
    return LibraryIndex::open(scratch_.path(name));
  }
  static constexpr std::size_t width() { return 7; }
  // Lists in turn, whatever the vectors are.
  static DivideVectors by(std::uint32_t count) {
    return [count](std::span<const std::uint16_t* const> vectors, std::uint32_t lists) {
      std::vector<std::uint32_t> list_of;
      for (std::uint32_t i = 0; i < vectors.size(); ++i)
        list_of.push_back(i % std::min(count, lists));
      return list_of;
    };
  }
  std::vector<float> question(std::string_view goal) const {
    TermBank bank;
    const TermId term = parse_tptp(goal, bank).formulas.at(0).term;
    return Network(*model_, {}).retrieval_question(bank.view(), term);
  }
  // Rows with what the ranker `retrieve` says of them.
  std::vector<float> exact(std::string_view goal) const {
    TermBank bank;
    const TermId term = parse_tptp(goal, bank).formulas.at(0).term;
    std::vector<const std::uint16_t*> rows;
    for (std::uint32_t i = 0; i < index_->size(); ++i) rows.push_back(index_->encoding(i));
    return Network(*model_, {}).retrieve(rows, bank.view(), term);
  }
  std::string refusal(const std::string& bytes, const LibraryIndex& index) const {
    try {
      InvertedFile::from_bytes(std::as_bytes(std::span(bytes)), index, "y.ivf");
      return "";
    } catch (const CodedError& error) {
      EXPECT_EQ(error.code(), ErrorCode::no_inverted_file);
      return error.what();
    }
  }

  Scratch scratch_;
  std::string lists_ = scratch_.path("x.index.ivf");
  std::optional<Model> model_;
  std::optional<LibraryIndex> index_;
};

constexpr const char* kGoal = "fof(g, conjecture, ![X]: (p1(f3(X), c4) => q2(g1(c1)))).";

TEST_F(InvertedFiles, EveryFormulaIsInOneListAndTypesAreInNone) {
  const InvertedFile file = InvertedFile::open(lists_, *index_);
  ASSERT_EQ(file.lists(), 5u);
  EXPECT_THAT(file.list(0), ElementsAre(1, 6, 11, 16, 21, 26, 31, 36));
  EXPECT_THAT(file.list(4), ElementsAre(5, 10, 15, 20, 25, 30, 35, 40));
}

TEST_F(InvertedFiles, AScoreIsTheExactOneWhicheverListsAreLookedAt) {
  const InvertedFile file = InvertedFile::open(lists_, *index_);
  const std::vector<float> scores = exact(kGoal);
  for (std::uint32_t probes : {1u, 3u, 5u, 100u}) {
    const auto found = file.search(*index_, question(kGoal), probes);
    EXPECT_EQ(found.size(), 8 * std::min(probes, 5u));
    for (const InvertedFile::Scored& each : found) EXPECT_EQ(each.score, scores[each.row]);
  }
}

TEST_F(InvertedFiles, AListWhoseMeanScoresBestIsLookedAtFirst) {
  write_inverted_file(lists_, *index_, width(), by(~0u));
  const InvertedFile file = InvertedFile::open(lists_, *index_);
  const std::vector<float> scores = exact(kGoal);
  double before = 1e9;
  for (std::uint32_t probes = 1; probes <= file.lists(); ++probes) {
    const auto found = file.search(*index_, question(kGoal), probes);
    const auto own = std::ranges::find_if(
        std::views::iota(0u, file.lists()),
        [&](std::uint32_t list) { return file.list(list).back() == found.back().row; });
    double mean = 0;
    for (std::uint32_t row : file.list(*own)) mean += scores[row];
    mean /= static_cast<double>(file.list(*own).size());
    EXPECT_LT(mean, before + 0.01);  // means are kept in halves
    before = mean;
  }
}

TEST_F(InvertedFiles, SearchingAllListsIsSearchingExactly) {
  const IndexSet set = IndexSet::open(std::vector{scratch_.path("x.index")});
  const ApproximateSearch search =
      ApproximateSearch::open(set, std::vector{set.shards()[0].file()});
  std::vector<float> scores = exact(kGoal);
  scores[0] = -1e9f;  // a type
  Ranking ranking = rank_by_score(scores);
  for (std::size_t most : {0, 1, 7, 40}) {
    std::vector<std::uint32_t> best;
    for (const RankedCandidate& each : std::span(ranking).first(most))
      best.push_back(each.candidate);
    std::ranges::sort(best);
    EXPECT_EQ(search.best(question(kGoal), 5, most), best) << most;
  }
  EXPECT_EQ(search.best(question(kGoal), 5, 1000).size(), 40u);
}

TEST_F(InvertedFiles, OfAnEmptyLibraryFindsNothing) {
  index_ = make("empty.index", "tff(t, type, t0: $i > $o).");
  EXPECT_EQ(write_inverted_file(lists_, *index_, width(), by(5)), 0u);
  const InvertedFile file = InvertedFile::open(lists_, *index_);
  EXPECT_THAT(file.search(*index_, question(kGoal), 5), IsEmpty());
}

TEST_F(InvertedFiles, OfAnotherIndexOrOfOneThatChangedIsRefused) {
  const std::string bytes = contents(lists_);
  EXPECT_EQ(refusal(bytes, *index_), "");
  const auto grown = make("x.index", toy_library(41));
  EXPECT_EQ(refusal(bytes, *grown),
            "y.ivf: was made for another index, or for this one before it changed");
  std::string renamed = toy_library(40);
  renamed.replace(renamed.find("fof(a7,"), 7, "fof(b7,");
  EXPECT_THAT(refusal(bytes, *make("x.index", renamed)), HasSubstr("for another index"));
  EXPECT_EQ(refusal(bytes, *make("x.index", toy_library(40))), "");  // the same again
}

TEST_F(InvertedFiles, ThatAreMissingCutOffLongerOrNoneAreRefused) {
  const std::string bytes = contents(lists_);
  for (std::size_t size = 0; size < bytes.size(); size += 13)
    EXPECT_NE(refusal(bytes.substr(0, size), *index_), "") << size;
  EXPECT_THAT(refusal(bytes.substr(0, bytes.size() - 1), *index_), HasSubstr("is cut off"));
  EXPECT_THAT(refusal(bytes + '\0', *index_), HasSubstr("is too long"));
  EXPECT_THAT(refusal(contents(scratch_.path("x.index")), *index_),
              HasSubstr("is no inverted file of an index"));
  std::filesystem::remove(lists_);
  try {
    InvertedFile::open(lists_, *index_);
    FAIL() << "opened what is not there";
  } catch (const CodedError& error) {
    EXPECT_EQ(error.code(), ErrorCode::no_inverted_file);
    EXPECT_THAT(error.names(), ElementsAre(lists_));
  }
}

TEST_F(InvertedFiles, AnyFlippedBitIsRefused) {
  const std::string good = contents(lists_);
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ (1 << at % 8));
    EXPECT_NE(refusal(bad, *index_), "") << at;
  }
}

TEST_F(InvertedFiles, ForgedWithRightChecksumsTheyLeadNowhere) {
  const std::string good = contents(lists_);
  std::size_t refused = 0, accepted = 0;
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ (1 << at % 8));
    const auto bytes = std::as_writable_bytes(std::span(bad));
    seal_inverted_file(bytes);
    try {
      const InvertedFile file = InvertedFile::from_bytes(bytes, *index_);
      ++accepted;  // other means, or one row for another of the same list, are as good
      EXPECT_EQ(file.search(*index_, question(kGoal), 100).size(), 40u) << at;
    } catch (const CodedError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 100u);
  EXPECT_GT(accepted, 10u);
}

}  // namespace
}  // namespace winnow
