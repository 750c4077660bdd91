#include "app/experiment/lists.h"

#include "app/cli/progress.h"
#include "app/cli/terminal.h"
#include "app/experiment/name_file.h"
#include "app/experiment/problem_list.h"
#include "data/store_writer.h"
#include "term/in_pieces.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace winnow {

namespace {

// All terms of a store, under the same ids.
TermBank copy_terms(const TermView& terms) {
  TermBank bank;
  std::vector<SymbolId> symbols;
  for (std::uint32_t i = 0; i < terms.symbols.size; ++i)
    symbols.push_back(
        bank.symbols().intern(terms.symbols.name(SymbolId{i}), terms.symbols.kind(SymbolId{i})));
  std::vector<TermId> ids, args;
  for (std::uint32_t i = 0; i < terms.size; ++i) {
    args.clear();
    for (TermId arg : terms.args(TermId{i})) args.push_back(ids[index(arg)]);
    ids.push_back(
        bank.make(symbols[index(terms.symbol(TermId{i}))], args, terms.is_open(TermId{i})));
  }
  for (std::uint32_t i = 0; i < ids.size(); ++i)
    require(index(ids[i]) == i, "a store has every term once");
  return bank;
}

// The best of a first stage for one goal, and whether a proof used them.
std::vector<Premise> best_premises(const Corpus& corpus, ExampleId example, bool with_proofs,
                                   const RankerOptions& how, std::size_t count) {
  const Corpus::Question question = corpus.question(example);
  Evidence evidence = corpus.evidence(question);
  if (!with_proofs) evidence.proofs = nullptr;
  const Ranking ranking = rank(evidence, how);
  std::vector<Premise> premises;
  for (const RankedCandidate& each : std::span(ranking).first(std::min(count, ranking.size())))
    premises.emplace_back(question.known.candidates[each.candidate],
                          std::ranges::binary_search(question.known.useful, each.candidate));
  return premises;
}

// Writes examples of one store into another that has the same terms.
class ListWriter {
 public:
  ListWriter(const Store& store, const TermBank& bank) : store_(store), writer_(bank) {}

  // Every `groups`-th of the premises, from the g-th on; nothing if none of them is useful.
  void add(const std::string& split, ExampleId example, std::span<const Premise> best,
           std::size_t g, std::size_t groups) {
    std::vector<Premise> premises;
    std::size_t useful = 0;
    for (std::size_t rank = g; rank < best.size(); rank += groups) {
      premises.emplace_back(formula(best[rank].formula()), best[rank].useful());
      useful += best[rank].useful() ? 1 : 0;
    }
    if (useful == 0) return;
    useful_ += useful;
    const std::string name = fmt::format("{}/{}", store_.name(example), g);
    writer_.add_example({.name = name,
                         .split = writer_.add_split(split),
                         .conjecture = formula(store_.conjecture(example)),
                         .premises = premises});
  }

  StoreWriter& writer() { return writer_; }
  std::size_t useful() const { return useful_; }

 private:
  FormulaId formula(FormulaId id) {
    return writer_.add_formula(store_.term(id), store_.language(id), store_.name(id));
  }

  const Store& store_;
  StoreWriter writer_;
  std::size_t useful_ = 0;
};

}  // namespace

void run_lists_experiment(const ListsExperimentOptions& options) {
  const ExperimentOptions& common = options.common;
  const std::set<std::string> left_out = names_in(options.except);
  check_output(options.out, FileKind::store, {common.data, options.except, common.selector.model});
  ExperimentSetup setup(common, {options.ranker});
  const Store& store = setup.store();
  const RankerOptions how = setup.rank_options(options.ranker);
  const TermBank bank = copy_terms(store.terms());
  ListWriter lists(store, bank);
  std::size_t problems = 0;
  for (std::uint32_t s = 0; s < store.splits(); ++s) {
    const std::string split(store.name(SplitId{s}));
    std::vector<ExampleId> chosen = choose_problems(
        store, split, split == common.split ? common.problems : options.dev_problems, common.seed);
    std::erase_if(chosen,
                  [&](ExampleId id) { return left_out.contains(std::string(store.name(id))); });
    problems += chosen.size();
    Progress progress("ranking", split + " problems", common.quiet);
    std::vector<std::vector<Premise>> best(chosen.size());
    in_pieces(
        common.selector.threads, equal_pieces(chosen.size(), 1),
        [&](std::size_t done) { progress.update(done, chosen.size()); },
        [&] {
          return [&](std::size_t n, std::size_t) {
            // Every second goal is asked as if no proofs were known.
            const bool with_proofs = !options.without_proofs && n % 2 == 0;
            best[n] = best_premises(setup.corpus(), chosen[n], with_proofs, how, options.best);
          };
        });
    progress.finish();
    for (std::size_t n = 0; n < chosen.size(); ++n) {
      const std::size_t groups = (best[n].size() + options.group - 1) / options.group;
      for (std::size_t g = 0; g < groups; ++g) lists.add(split, chosen[n], best[n], g, groups);
    }
  }
  const StoreWriter& writer = lists.writer();
  if (writer.examples() == 0)
    throw InputError("no list has a useful premise", "take more --problems, or a larger --best");
  lists.writer().write(options.out.path);
  write_out(fmt::format("{}: {} problems, {} lists, {} premises, {} of them useful\n",
                        options.out.path, problems, writer.examples(), writer.premises(),
                        lists.useful()));
}

}  // namespace winnow
