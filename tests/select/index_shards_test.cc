// A library in shards ranks as one index of the whole does, to the last bit, by every ranker.
#include "data/store_writer.h"
#include "model/model_file.h"
#include "tests/app/program.h"
#include "tests/rank/toy_model.h"
#include "text/tptp.h"
#include "winnow/c.h"
#include "winnow/error.h"
#include "winnow/library.h"
#include "winnow/selector.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>

namespace winnow {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// Symbols that many formulas share and symbols of few, types, a formula that comes again under its
// name and one under another, and a conjecture that is none of the library's.
std::string library(int formulas) {
  std::string text = "tff(declared, type, t0: $i > $o).\n";
  for (int i = 0; i < formulas; ++i) {
    std::string members;
    for (int j = 0; j < 4; ++j) {
      int k = (i * 5 + j * j * 7) % 23;
      members += fmt::format("{}p{}(f(X, c{}), g{}(c{}))", j == 0 ? "" : " & ", k % 6, k,
                             (k * i) % 9, (i * i) % 31);
    }
    text += fmt::format("fof(a{}, axiom, ![X]: (({}) => q{}(X))).\n", i, members, i % 7);
    if (i % 10 == 3) text += fmt::format("fof(again{}, axiom, q{}(c{})).\n", i % 20, i % 3, i % 2);
    if (i % 16 == 5) text += fmt::format("fof(goal{}, conjecture, q1(c2)).\n", i);
  }
  return text + "tff(declared, type, t0: $i > $o).\nfof(a0, axiom, q1(c1)).\n";
}

constexpr const char* kGoal = "fof(goal, conjecture, ![X]: (p1(f(X, c3), g2(c4)) => q2(c1))).\n";

class IndexShards : public testing::Test {
 protected:
  IndexShards() {
    TermBank bank;
    Problem problem = parse_tptp(library(60) + kGoal, bank);
    std::vector<TermId> terms;
    for (const Formula& formula : problem.formulas)
      if (formula.role != "type") terms.push_back(formula.term);
    ModelOptions options;
    options.mode = "pair";
    write_model(judge_, toy_model(options, bank.view(), terms), Precision::f32);
    options.retrieve = 6;
    write_model(retriever_, toy_model(options, bank.view(), terms), Precision::f32);
    std::filesystem::copy(WINNOW_SOURCE_DIR "/models/mizar-rank.fusion.json",
                          scratch_.path("retriever.fusion.json"));
    StoreWriter writer(bank);
    SplitId train = writer.add_split("train");
    std::vector<FormulaId> formulas;
    for (TermId term : terms) formulas.push_back(writer.add_formula(term, Language::fof, ""));
    for (std::size_t i = 0; i + 9 < terms.size(); i += 3)
      writer.add_example({fmt::format("e{}", i), train, formulas[i],
                          std::vector<Premise>{{formulas[i + 4], true}, {formulas[i + 9], true}}});
    std::vector<std::byte> bytes = writer.bytes();
    std::ofstream(proofs_, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  }

  // The index of a shard of the library, or of all of it.
  std::string make(const std::string& name, const Shard& shard, const std::string& model,
                   const std::string& text = library(60)) const {
    LibraryBuilder builder(shard);
    builder.add(text.substr(0, text.find("fof(a9,")));  // what is added later goes on counting
    builder.add(text.substr(text.find("fof(a9,")));
    builder.save(scratch_.path(name), {.model = model, .threads = 1});
    return scratch_.path(name);
  }
  std::vector<std::string> shards(std::uint32_t count, const std::string& model) const {
    std::vector<std::string> files;
    for (std::uint32_t i = 0; i < count; ++i)
      files.push_back(make(fmt::format("part.{}", i), {i, count}, model));
    return files;
  }
  static std::string text_of(const Selection& selection) {
    std::string text;
    for (const Ranked& each : selection)
      text += fmt::format("{} {:a} {}\n", each.name, each.score, each.text);
    for (const std::string& each : selection.declarations) text += each + "\n";
    return text;
  }
  std::string refusal(const FileNames& files) const {
    try {
      Selector::open({.model = "none", .index = files});
      return "";
    } catch (const InputError& error) {
      return std::string(error.what()) + " (" + error.hint() + ")";
    }
  }

  Scratch scratch_;
  std::string judge_ = scratch_.path("judge.safetensors"),
              retriever_ = scratch_.path("retriever.safetensors"),
              proofs_ = scratch_.path("proofs.store");
};

TEST_F(IndexShards, RankAsOneIndexOfTheWholeByEveryRanker) {
  struct Case {
    std::string model;
    std::vector<std::string> rankers;
  };
  for (const Case& each : {Case{"none", {"tfidf", "sine", "knn", "fusion", "5*knn+sine"}},
                           Case{judge_, {"vectors", "winnow", "guided"}},
                           Case{retriever_, {"retrieve", "fusion", "retrieve+tfidf"}}}) {
    std::string whole = make("whole", {}, each.model);
    Selector one = Selector::open({.model = each.model, .index = whole, .proofs = proofs_});
    for (std::uint32_t count : {1u, 2u, 5u, 16u, 100u}) {  // the last has empty ones
      std::vector<std::string> files = shards(count, each.model);
      std::ranges::reverse(files);
      Selector merged = Selector::open({.model = each.model, .index = files, .proofs = proofs_});
      ASSERT_EQ(merged.size(), one.size());
      for (const std::string& ranker : each.rankers) {
        RankOptions how{.k = kAllPremises, .ranker = ranker};
        EXPECT_EQ(text_of(merged.rank(kGoal, how)), text_of(one.rank(kGoal, how)))
            << ranker << " with " << count << " shards";
        std::string axioms = std::string("fof(mine, axiom, q2(c1) | p1(c0, c9)).\n") + kGoal;
        EXPECT_EQ(text_of(merged.rank(axioms, how)), text_of(one.rank(axioms, how))) << ranker;
      }
    }
  }
}

TEST_F(IndexShards, AreALibraryInItsOrder) {
  Library whole = Library::open(make("whole", {}, "none")),
          merged = Library::open(FileNames(shards(7, "none")));
  ASSERT_EQ(merged.size(), whole.size());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    EXPECT_EQ(merged.name(i), whole.name(i));
    EXPECT_EQ(merged.text(i), whole.text(i));
    EXPECT_EQ(merged.declares_type(i), whole.declares_type(i));
  }
}

TEST_F(IndexShards, OneThatIsMissingIsNamed) {
  std::vector<std::string> files = shards(4, "none");
  EXPECT_EQ(refusal(files), "");
  EXPECT_THAT(refusal({files[3], files[0], files[2]}),
              AllOf(HasSubstr("part.0: is shard 0 of 4; of the others, 1 is missing"),
                    HasSubstr("name the indexes of all shards")));
  EXPECT_THAT(refusal(files[2]), HasSubstr("shard 2 of 4; of the others, 0, 1, 3 are missing"));
  std::vector<std::string> many = shards(30, "none");
  EXPECT_THAT(refusal(many[0]), HasSubstr("1, 2, 3, 4, 5, 6, 7, 8 and 21 more are missing"));
  std::filesystem::remove(files[1]);
  EXPECT_THAT(refusal(files), HasSubstr("part.1: cannot be read"));
}

TEST_F(IndexShards, DamagedAreAnErrorAndNeverLeftOut) {
  std::vector<std::string> files = shards(3, "none");
  std::string bytes = contents(files[1]);
  for (std::size_t at = 0; at < bytes.size(); at += 97) {
    std::string bad = bytes;
    bad[at] = static_cast<char>(bad[at] ^ 4);
    scratch_.write("part.1", bad);
    std::string refused = refusal(files);
    if (refused.empty())  // zeros between parts may be anything
      EXPECT_EQ(bytes[at], '\0') << at;
    else
      EXPECT_THAT(refused, HasSubstr("part.1")) << at;
  }
}

TEST_F(IndexShards, ThatDoNotBelongTogetherAreRefused) {
  std::vector<std::string> files = shards(2, "none");
  std::string whole = make("whole", {}, "none");
  EXPECT_THAT(refusal({files[0], files[0]}), HasSubstr("is shard 0 of 2, and so is"));
  EXPECT_THAT(refusal({files[0], make("third", {1, 3}, "none")}),
              HasSubstr("third: is shard 1 of 3, and"));
  EXPECT_THAT(refusal({whole, files[1]}),
              HasSubstr("is shard 1 of 2; of the others, 0 is missing"));
  std::string changed = library(60);
  changed.replace(changed.find("c13"), 3, "c12");
  EXPECT_THAT(refusal({files[0], make("other", {1, 2}, "none", changed)}),
              HasSubstr("part.0: is shard 0 of 2; of the others, 1 is missing"));
  EXPECT_THAT(refusal({files[0], make("other", {1, 2}, judge_)}),
              HasSubstr("was made with another model than"));
}

// A standard library and one's own: as if they had been indexed together.
TEST_F(IndexShards, OfSeveralLibrariesRankAsOneIndexOfAll) {
  const std::string own =
      "fof(own, axiom, ![X]: (p1(f(X, c3), g2(c4)) => q5(X))).\nfof(a9, axiom, q2(c1)).\n"
      "tff(declared, type, t0: $i > $o).\n";
  for (const std::string& model : {std::string("none"), judge_, retriever_}) {
    Selector one =
        Selector::open({.model = model, .index = make("both", {}, model, library(60) + own)});
    std::vector<std::string> files = shards(3, model);
    files.push_back(make("own", {}, model, own));
    const std::vector<std::string> wholes = {make("first", {}, model), files.back()};
    for (const std::vector<std::string>& several : {wholes, files}) {
      Selector merged = Selector::open({.model = model, .index = several});
      ASSERT_EQ(merged.size(), one.size());
      const RankOptions how{.k = kAllPremises};
      EXPECT_EQ(text_of(merged.rank(kGoal, how)), text_of(one.rank(kGoal, how)));
    }
    EXPECT_EQ(Selector::open({.model = model, .index = {wholes[0], wholes[0]}}).size(),
              Selector::open({.model = model, .index = wholes[0]}).size());
  }
}

TEST_F(IndexShards, AMistakeIsFoundByTheShardThatHasIt) {
  scratch_.write("l.ax", "fof(a, axiom, p).\nfof(b, axiom, p &).\nfof(c, axiom, q).\n");
  LibraryBuilder({.index = 0, .count = 2}).read(scratch_.path("l.ax"));
  LibraryBuilder second({.index = 1, .count = 2});
  EXPECT_THROW(second.read(scratch_.path("l.ax")), InputError);
  second.read(scratch_.path("l.ax"), {.keep_going = true});
  second.add("fof(d, axiom, r).");  // the fourth of the library, as a failure counts nothing
  EXPECT_EQ(second.save(scratch_.path("l.1"), {.model = "none"}).formulas, 1u);
  EXPECT_THROW(LibraryBuilder({.index = 2, .count = 2}), InputError);
}

TEST_F(IndexShards, FromC) {
  std::vector<std::string> files = shards(3, "none");
  std::vector<const char*> names;
  for (const std::string& file : files) names.push_back(file.c_str());
  winnow_selector_options options = WINNOW_SELECTOR_OPTIONS;
  options.model = "none";
  options.shards = names.data();
  options.shard_count = names.size();
  winnow_selector* selector = nullptr;
  winnow_selection* selection = nullptr;
  winnow_rank_options rank = WINNOW_RANK_OPTIONS;
  rank.ranker = "tfidf";
  ASSERT_EQ(winnow_selector_open(&options, &selector, nullptr), WINNOW_OK);
  ASSERT_EQ(winnow_selector_rank(selector, kGoal, &rank, &selection, nullptr), WINNOW_OK);
  Selector one = Selector::open({.model = "none", .index = make("whole", {}, "none")});
  EXPECT_EQ(winnow_selection_name(selection, 0),
            one.rank(kGoal, {.ranker = "tfidf"}).premises.front().name);
  winnow_selection_free(selection);
  winnow_selector_free(selector);
}

TEST_F(IndexShards, FromTheCommandLine) {
  scratch_.write("l.ax", library(60));
  scratch_.write("goal.p", kGoal);
  ASSERT_EQ(scratch_.run("winnow index l.ax --model none -o l.index").exit_code, 0);
  Ran ran = scratch_.run(
      "for i in 0 1 2; do winnow index l.ax --model none --shard $i/3 -o l.$i.index || exit 1; "
      "done");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("l.2.index: 23 formulas of shard 2/3"));
  Ran one = scratch_.run("winnow rank goal.p --index l.index --ranker tfidf");
  EXPECT_EQ(one.exit_code, 0) << one.err;
  Ran merged = scratch_.run("winnow rank goal.p --ranker tfidf --index l.[0-9].index");
  EXPECT_EQ(merged.exit_code, 0) << merged.err;
  EXPECT_EQ(merged.out, one.out);
  EXPECT_EQ(
      scratch_.run("winnow rank --ranker tfidf --index l.2.index l.0.index l.1.index goal.p").out,
      one.out);
  ran = scratch_.run("winnow rank goal.p --index l.0.index l.2.index --ranker tfidf");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, HasSubstr("of the others, 1 is missing"));
  EXPECT_EQ(scratch_.run("winnow index l.ax --shard 3/3 -o l.3.index").exit_code, 2);
}

}  // namespace
}  // namespace winnow
