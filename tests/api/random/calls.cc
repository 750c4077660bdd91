#include "calls.h"

#include <array>
#include <string_view>

namespace winnow::random_tester {

namespace {

constexpr std::array<std::string_view, 14> kRankers = {
    "tfidf", "tfidf",           "sine", "sine",     "tfidf+sine", "auto",   "3*tfidf+sine",
    "auto",  "sine+0.25*tfidf", "knn",  "knn+sine", "vectors",    "winnow", "guided"};
constexpr std::array<std::string_view, 6> kWrongRankers = {"fusion+", "retrieve", "nothing",
                                                           "",        "tfidf+",   "0*sine"};
constexpr std::array<std::string_view, 6> kRoles = {"axiom", "axiom",      "axiom",
                                                    "lemma", "definition", "hypothesis"};

// What a fake prover says; "" is nothing at all.
constexpr std::array<std::string_view, 7> kAnswers = {
    "% SZS status Theorem",
    "% SZS status Theorem",
    "% SZS status CounterSatisfiable",
    "% SZS status Theorem-ish",
    "the SZS status Theorem is not",
    "",
    "% SZS status Theorem\n% SZS status CounterSatisfiable"};

// Most calls add or rank; a prover takes as long as hundreds of them.
CallKind random_kind(RandomSource& random) {
  constexpr std::array kRare = {CallKind::prove,   CallKind::prove,   CallKind::cancel,
                                CallKind::corrupt, CallKind::corrupt, CallKind::save,
                                CallKind::save};
  constexpr std::array kCommon = {CallKind::add_wrong, CallKind::size, CallKind::rank_wrong,
                                  CallKind::add,       CallKind::add,  CallKind::add,
                                  CallKind::open,      CallKind::rank, CallKind::rank,
                                  CallKind::rank,      CallKind::rank};
  return random.one_in(16) ? random.one_of(kRare) : random.one_of(kCommon);
}

std::vector<PlainFormula> random_axioms(RandomSource& random, std::size_t most) {
  std::vector<PlainFormula> formulas;
  for (std::size_t count = random.below(most + 1); count > 0; --count)
    formulas.push_back(random_formula(random, std::string(random.one_of(kRoles))));
  return formulas;
}

void ask(RandomSource& random, Call& call) {
  call.formulas = random_axioms(random, 3);
  call.formulas.push_back(random_formula(random, "conjecture"));
  call.formulas.back().name = "goal";
  call.ranker = random.one_of(kRankers);
  constexpr std::array<std::size_t, 5> kMost = {1, 2, 5, 20, 1000};
  call.k = random.one_of(kMost);
  for (std::size_t count = random.one_in(4) ? 1 + random.below(2) : 0; count > 0; --count)
    call.required.push_back("n" + std::to_string(random.below(30)));
}

// About formulas that there are, mostly: a proof of others votes for nobody.
void add_proofs(RandomSource& random, const Calls& before, Call& call) {
  std::vector<PlainFormula> known;
  for (const Call& each : before)
    for (const PlainFormula& formula : each.formulas)
      if (each.kind != CallKind::add_wrong && formula.role != "conjecture")
        known.push_back(formula);
  auto one = [&] {
    if (known.empty() || random.one_in(3)) return random_formula(random, "axiom");
    return random.one_of(known);
  };
  for (std::size_t count = random.below(5); count > 0; --count) {
    PlainCase proof{one(), {}};
    for (std::size_t premises = random.below(4); premises > 0; --premises)
      proof.premises.push_back(one());
    call.proofs.push_back(std::move(proof));
  }
  call.model = random.one_in(2);
}

}  // namespace

std::vector<TinyProof> tiny_proofs(const Call& call) {
  std::vector<TinyProof> proofs;
  for (const PlainCase& each : call.proofs) {
    TinyProof proof{each.conjecture.text(), {}};
    for (const PlainFormula& premise : each.premises) proof.premises.push_back(premise.text());
    proofs.push_back(std::move(proof));
  }
  return proofs;
}

Calls random_calls(std::uint64_t seed, bool planted) {
  RandomSource random(seed);
  Calls calls;
  for (std::size_t count = 1 + random.below(14); count > 0; --count) {
    Call call;
    call.kind = random_kind(random);
    if (call.kind == CallKind::add || call.kind == CallKind::add_wrong) {
      call.formulas = random_axioms(random, 8);
      if (random.one_in(5)) call.formulas.push_back(random_formula(random, "conjecture"));
    } else if (call.kind == CallKind::open) {
      add_proofs(random, calls, call);
    } else if (call.kind != CallKind::size && call.kind != CallKind::save) {
      ask(random, call);
    }
    if (call.kind == CallKind::rank_wrong) call.ranker = random.one_of(kWrongRankers);
    if (call.kind == CallKind::prove || call.kind == CallKind::cancel)
      call.says = random.one_of(kAnswers);
    if (call.kind == CallKind::corrupt) call.byte = random.below(1 << 20);
    calls.push_back(std::move(call));
  }
  if (planted) {
    Call plant;
    plant.kind = CallKind::plant;
    calls.insert(calls.begin() + static_cast<std::ptrdiff_t>(calls.size() / 2), plant);
  }
  return calls;
}

}  // namespace winnow::random_tester
