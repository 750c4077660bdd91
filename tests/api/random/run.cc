#include "run.h"

#include "fake_prover.h"
#include "plain_library.h"
#include "tiny_files.h"

#include <winnow/error.h>
#include <winnow/library.h>
#include <winnow/prove.h>
#include <winnow/selector.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <utility>

namespace winnow::random_tester {

namespace {

constexpr std::string_view kWrongText = "fof(broken, axiom, p(a";

// Thrown by whatever finds the two sides apart.
struct Difference {
  std::string what;
};

void expect(bool holds, const std::string& what) {
  if (!holds) throw Difference{what};
}

std::string names_of(const auto& premises) {
  std::string names;
  for (const auto& each : premises) names += (names.empty() ? "" : " ") + each.name;
  return names;
}

bool decides(Verdict verdict) { return verdict == Verdict::proved || verdict == Verdict::refuted; }

class Run {
 public:
  explicit Run(std::string folder) : folder_(std::move(folder)) {}

  void call(const Call& call) {
    switch (call.kind) {
      case CallKind::add:
        return add(call);
      case CallKind::add_wrong:
        return add_wrong(call);
      case CallKind::size:
        return expect(
            selector_.size() == plain_.size(),
            "size: " + std::to_string(selector_.size()) + ", not " + std::to_string(plain_.size()));
      case CallKind::rank:
        return rank(call);
      case CallKind::rank_wrong:
        return refused([&] { ask(call); }, "a wrong ranker");
      case CallKind::save:
        return save();
      case CallKind::open:
        return open(call);
      case CallKind::corrupt:
        return corrupt(call);
      case CallKind::prove:
        return prove(call);
      case CallKind::cancel:
        return cancel(call);
      case CallKind::plant:
        return plain_.lose_one();
    }
  }

 private:
  static void refused(const std::function<void()>& act, const std::string& what) {
    try {
      act();
    } catch (const InputError&) {
      return;
    }
    throw Difference{what + " is not refused"};
  }

  void add(const Call& call) {
    const std::size_t expected = plain_.add(call.formulas),
                      added = selector_.add(text_of(call.formulas));
    expect(added == expected,
           "add: " + std::to_string(added) + " new, not " + std::to_string(expected));
  }

  // Whole formulas stand before the mistake; none of them may be there afterwards.
  void add_wrong(const Call& call) {
    refused([&] { selector_.add(text_of(call.formulas) + std::string(kWrongText)); },
            "a broken text");
    expect(selector_.size() == plain_.size(), "a broken text has changed the library");
  }

  Selection ask(const Call& call) const {
    return selector_.rank(text_of(call.formulas),
                          {.k = call.k, .ranker = call.ranker, .required = call.required});
  }

  void rank(const Call& call) const {
    const std::optional<PlainSelection> expected = plain_.rank(call);
    if (!expected)
      return refused([&] { ask(call); }, "a required name, or a ranker, that there is not");
    const Selection got = ask(call);
    expect(got.goal == "goal", "the goal is " + got.goal);
    expect(got.candidates == expected->candidates, "rank: " + std::to_string(got.candidates) +
                                                       " candidates, not " +
                                                       std::to_string(expected->candidates));
    expect(got.premises.size() == expected->premises.size(),
           "rank: " + names_of(got) + " instead of " + names_of(expected->premises));
    expect(names_of(got) == names_of(ask(call)), "the same question has two answers");
    if (is_learned(call.ranker)) return check_learned(call, got, *expected);
    const bool is_sum = call.ranker.find('+') != std::string::npos;
    if (!expected->close)
      expect(names_of(got) == names_of(expected->premises),
             "rank: " + names_of(got) + " instead of " + names_of(expected->premises));
    if (!expected->close || !is_sum) check_scores(got, *expected);
  }

  // Each premise is one of the candidates and has the score of the plain model.
  static void check_scores(const Selection& got, const PlainSelection& expected) {
    constexpr double kRounding = 1e-5;
    std::vector<PlainPremise> left = expected.all;
    double before = 0;
    for (std::size_t i = 0; i < got.premises.size(); ++i) {
      const Ranked& each = got.premises[i];
      auto found = std::ranges::find_if(left, [&](const PlainPremise& plain) {
        return plain.name == each.name && plain.text == each.text &&
               plain.required == each.required && std::abs(plain.score - each.score) < kRounding;
      });
      expect(found != left.end(),
             "rank: " + each.name + " has the score " + std::to_string(each.score));
      left.erase(found);
      const bool starts = i == 0 || got.premises[i - 1].required != each.required;
      expect(starts || each.score <= before, "rank: " + each.name + " stands below what is worse");
      before = each.score;
    }
  }

  // A model that judges premises one by one says of each what it says of it alone, whatever stands
  // beside it, and whether its vector comes from an index or is computed now.
  void check_learned(const Call& call, const Selection& got, const PlainSelection& expected) const {
    constexpr double kRounding = 1e-5;
    std::vector<PlainPremise> left = expected.all;
    for (std::size_t i = 0; i < got.premises.size(); ++i) {
      const Ranked& each = got.premises[i];
      auto found = std::ranges::find_if(left, [&](const PlainPremise& plain) {
        return plain.text == each.text && plain.required == each.required;
      });
      expect(found != left.end(), "rank: " + each.name + " is no candidate");
      left.erase(found);
      if (i > 0 && got.premises[i - 1].required == each.required)
        expect(each.score <= got.premises[i - 1].score,
               "rank: " + each.name + " stands below what is worse");
      // What is rare depends on all, and "auto" and "guided" ask that, too.
      if (call.ranker != "vectors" && call.ranker != "winnow") continue;
      const Selection alone =
          Selector::open({.model = model_, .threads = 1})
              .rank(each.text + "\n" + text_of({call.formulas.back()}), {.ranker = call.ranker});
      expect(alone.candidates == 1 && std::abs(alone.premises[0].score - each.score) <
                                          kRounding * (1 + std::abs(each.score)),
             "rank: " + each.name + " has the score " + std::to_string(each.score) + ", alone " +
                 std::to_string(alone.candidates == 1 ? alone.premises[0].score : 0));
    }
  }

  std::string saved(const std::string& model) const {
    LibraryBuilder builder;
    builder.add(text_of(plain_.formulas()));
    const std::string file = folder_ + "/library.index";
    const SaveReport report = builder.save(file, {.model = model, .threads = 1});
    expect(report.formulas == plain_.size(),
           "save: " + std::to_string(report.formulas) + " formulas");
    return file;
  }

  void save() {
    selector_ =
        Selector::open({.model = model_, .index = saved(model_), .proofs = proofs_, .threads = 1});
    expect(selector_.size() == plain_.size(), "an index has lost formulas");
    expect(selector_.has_model() == plain_.has_model(), "there is a model, or none");
    expect(selector_.has_proofs() == plain_.has_proofs(), "there are proofs, or none");
  }

  void open(const Call& call) {
    plain_.use(call.proofs, call.model);
    model_ = call.model ? folder_ + "/tiny.safetensors" : "none";
    proofs_ = call.proofs.empty() ? "" : folder_ + "/proofs.store";
    if (call.model) write_tiny_model(model_);
    if (!call.proofs.empty()) write_tiny_store(proofs_, tiny_proofs(call));
    save();
  }

  // Of one byte, one bit.
  void corrupt(const Call& call) const {
    const std::string file = saved("none");
    Selector whole = Selector::open({.model = "none", .index = file});
    const std::uintmax_t size = std::filesystem::file_size(file);
    {
      std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
      const auto at = static_cast<std::streamoff>(call.byte % size);
      stream.seekg(at);
      const char changed = static_cast<char>(stream.get() ^ (1 << call.byte % 8));
      stream.seekp(at);
      stream.put(changed);
    }
    try {
      Selector damaged = Selector::open({.model = "none", .index = file});
      const std::string text = text_of({call.formulas.back()});
      expect(names_of(damaged.rank(text)) == names_of(whole.rank(text)),
             "a changed index ranks otherwise");
    } catch (const InputError&) {
    }
  }

  ProveOptions with_prover(const Call& call) const {
    ProveOptions options;
    options.time_limit_s = 100;
    options.slices = "2,all";
    options.rank.ranker = "tfidf";
    options.provers = {fake_prover(folder_, call.required, call.says)};
    return options;
  }

  void prove(const Call& call) const {
    const Proof proof = winnow::prove(selector_, text_of(call.formulas), with_prover(call));
    const PlainOutcome may = plain_.outcome(call);
    const std::string by = " by '" + call.says + "'";
    if (may.must_prove)
      expect(proof.verdict == Verdict::proved, "not proved" + by + ": " + proof.message);
    else
      expect(proof.verdict != Verdict::proved, "proved" + by);
    expect(may.may_refute || proof.verdict != Verdict::refuted, "refuted" + by);
    expect(proof.candidates == may.candidates, "a prover has other candidates than a ranking");
  }

  void cancel(const Call& call) const {
    Cancellation requested;
    requested.request();
    ProveOptions options = with_prover(call);
    options.cancel = &requested;
    try {
      expect(!decides(winnow::prove(selector_, text_of(call.formulas), options).verdict),
             "cancelled before it began, and yet a verdict");
    } catch (const Stopped&) {
    }
  }

  std::string folder_, model_ = "none", proofs_;
  Selector selector_ = Selector::open({.model = "none"});
  PlainLibrary plain_;
};

}  // namespace

std::string run(const Calls& calls, const std::string& folder) {
  std::size_t number = 0;
  try {
    Run run(folder);
    for (const Call& call : calls) {
      ++number;
      run.call(call);
    }
    return "";
  } catch (const Difference& difference) {
    return "call " + std::to_string(number) + ": " + difference.what;
  } catch (const std::exception& error) {
    return "call " + std::to_string(number) + ": throws " + error.what();
  }
}

}  // namespace winnow::random_tester
