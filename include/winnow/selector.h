// selector.h - the premises that a goal needs, out of thousands.
//
//   winnow::Selector selector = winnow::Selector::open({.index = "library.index"});
//   selector.add("fof(mine, axiom, ! [X] : p(X)).");
//   for (const winnow::Ranked& premise : selector.rank("fof(goal, conjecture, p(a)).", {.k = 32}))
//     std::cout << premise.name << ' ' << premise.score << '\n';
//
// Opening reads the model, the index and the proofs and prepares them, once. `rank` may be called
// from several threads at once, also while another thread adds formulas: a question sees all of
// what one call added, or none of it. The same input gives the same ranking, whatever the threads.
// What is wrong with an input or an option is an InputError.
#pragma once

#include "winnow/deadline.h"
#include "winnow/file_names.h"
#include "winnow/formula.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

struct SelectorOptions {
  // A model file, or the name of a model that came with winnow ("mizar-rank"). "": the one meant
  // for ranking, if it is found; "none": no model, so rankers that need one are refused.
  std::string model = {};
  std::string mode = {};  // what attention sees at once: joint, pair; "": as the model was trained
  // Files of `winnow index`, all made with one model; of a library in shards all of them, in any
  // order. "": no library beside what is added. They rank as one index of the whole does.
  FileNames index = {};
  // Questions look at a part of the index, which a search in its inverted files finds
  // (write_inverted_file in winnow/library.h): FILE.ivf beside each FILE of `index`. Needs the
  // model that made the encodings of the index, and one that retrieves.
  bool approximate = false;
  std::string proofs = {};    // a store of earlier proofs; "": none
  std::uint32_t threads = 2;  // of the model, for each question
  Stop stop = {};             // asked between reading index, proofs and model; ends with Stopped
};

struct RankOptions {
  std::size_t k = 128;          // premises beside those that always stay, from 1; kAllPremises: all
  std::string ranker = "auto";  // tfidf, knn, sine, retrieve, ..., fusion, or a sum
  std::string goal = {};        // the name of the formula to rank for; "": the conjecture
  std::vector<std::string> required = {};  // names of premises that always stay
  std::vector<std::string> required_roles = {"hypothesis", "assumption"};
  std::string first_stage = "vectors";  // for winnow: the ranker that chooses what is reranked
  std::uint32_t rerank = 2048;          // candidates that attention reranks
  bool rerank_all = false;              // attention reranks all candidates
  double trust = 0.5;                   // power of the model's odds: fusion's second stage, guided
  // Where the selector is approximate: lists of each inverted file that a question looks at, and
  // formulas of them that are ranked, the best by `retrieve`; at least k are. All others of the
  // index are left out, as Selection::notes says. Twice the lists take twice the time, and miss
  // less.
  std::uint32_t probes = 128;
  std::uint32_t nearest = 8192;
  bool why = false;                       // fill in Ranked::why
  std::vector<std::string> explain = {};  // names of premises: fill in why and Ranked::explanation
  // Until when there must be a ranking. The ranker that was asked for gets two thirds of that time;
  // then a cheaper one is asked, and if that takes too long as well, the order is that of the
  // files. Selection::ranker and ::notes say so. A cancellation ends with Stopped.
  Stop stop = {};
};

inline constexpr std::size_t kAllPremises = static_cast<std::size_t>(-1);

// One thing that spoke for or against a premise.
struct Reason {
  std::string name;      // a ranker ("tfidf", "knn", "vectors", ...) or a feature of `fusion`
  double value = 0;      // its score
  std::size_t rank = 0;  // by this ranker alone, from 1; 0: a feature, or not scored by it
  // Of a feature of an explained premise: what the score would lose if the feature had its mean
  // over all candidates that have features.
  double effect = 0;
};

// What a premise has to do with the goal, in names.
struct Explanation {
  struct Symbol {
    std::string name;
    std::size_t formulas = 0;  // that have it, of `counted`
    double rarity = 0;         // ln(counted / formulas)
  };
  struct Proof {
    std::string conjecture;
    double similarity = 0;  // of the conjecture to the goal, 0..1
    bool votes = false;     // near enough to vote in `knn`
    bool itself = false;    // the premise was what was proved
  };
  // Its symbols, the rarest first: of the goal; not of it, but of the best 16 premises; of neither.
  std::vector<Symbol> shared, of_the_best, unexplained;
  std::size_t counted = 0;     // formulas in which symbols were counted
  std::vector<Proof> proofs;   // that used it, the most similar 8
  std::size_t proofs_all = 0;  // that used it
};

struct Ranked {
  std::string name;
  std::string text;                             // the whole annotated formula
  double score = 0;                             // comparable within one selection only
  bool required = false;                        // stays, whatever its score
  std::vector<Reason> why = {};                 // with RankOptions::why
  std::optional<Explanation> explanation = {};  // with RankOptions::explain
};

// The premises that always stay, then the best others; both the highest score first.
struct Selection {
  std::vector<Ranked> premises;
  std::string goal;                       // its name
  std::string goal_text;                  // one or more annotated formulas
  std::vector<std::string> declarations;  // of types, which always stay
  std::size_t candidates = 0;             // that there were
  std::string ranker;                     // what "auto" came to, or what there was time for
  std::vector<std::string> notes;         // what was left out, and why, a line each
  std::string model, mode;                // the model's file and mode; empty if none was asked

  auto begin() const { return premises.begin(); }
  auto end() const { return premises.end(); }
  std::string problem() const;  // as a TPTP problem, ready for a prover
};

class Selector {
 public:
  static Selector open(const SelectorOptions& options = {});
  Selector(Selector&&) noexcept;
  Selector& operator=(Selector&&) noexcept;
  ~Selector();

  // Adds axioms to choose from: annotated TPTP formulas. Conjectures, and formulas that are there
  // already under the same name, are left out. Returns how many were new.
  std::size_t add(std::string_view text);
  std::size_t add(const Formulas& problem);
  std::size_t size() const;  // formulas to choose from, of the index and added

  // The goal is a conjecture; axioms that stand beside it are candidates too, and come before
  // equal formulas of the index. A single formula that is no conjecture is taken for the goal.
  Selection rank(std::string_view goal, const RankOptions& options = {}) const;
  Selection rank(const Formulas& problem, const RankOptions& options = {}) const;

  bool has_model() const;
  bool has_proofs() const;
  std::string best_ranker() const;  // what "auto" means here

  struct Impl;  // the library's own side
  const Impl& impl() const { return *impl_; }

 private:
  explicit Selector(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Whether a ranker, or one of several with strokes between them, needs a trained model; "auto"
// takes one if there is one. Throws InputError if it is no ranker.
bool needs_model(std::string_view ranker);

// Throws InputError if the text, the value of `option`, names no ranker; `several`: no rankers with
// strokes between them. "auto" is one.
void check_rankers(std::string_view text, bool several, std::string_view option = "ranker");

// Names of rankers, each of which may be a part of a sum, and of roles that TPTP knows.
std::vector<std::string> ranker_names();
std::vector<std::string> role_names();

// Throws InputError if there is no such ranker, first stage or role, or for a number out of its
// range: what can be known before the work. rank() checks the same.
void check(const RankOptions& options);

}  // namespace winnow
