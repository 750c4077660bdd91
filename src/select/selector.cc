#include "select/selector.h"

#include "data/table_text.h"
#include "winnow/error_code.h"
#include "winnow/options.h"

#include <fmt/format.h>

namespace winnow {

std::string Selection::problem() const {
  std::string text = fmt::format("% {} of {} axioms for {}, ranked by {}\n", premises.size(),
                                 candidates, escaped(goal), ranker);
  for (const std::string& declaration : declarations) (text += declaration) += '\n';
  for (const Ranked& each : premises) (text += each.text) += '\n';
  return (text += goal_text) += '\n';
}

Selector::Selector(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Selector::Selector(Selector&&) noexcept = default;
Selector& Selector::operator=(Selector&&) noexcept = default;
Selector::~Selector() = default;

namespace {

// A search that could not be made is an error, whatever could be ranked without it.
ApproximateSearch open_search(const SelectorOptions& options, const Selector::Impl& impl) {
  if (options.index.empty())
    throw InputError("an approximate search needs an index, and none is named");
  if (impl.model == nullptr || !impl.model->network.retrieves())
    throw CodedError(ErrorCode::no_retrieval, {},
                     "an approximate search needs a model that retrieves, and there is none",
                     "search exactly, or take the model that made the index");
  const IndexSet& index = *impl.pool.index();
  ApproximateSearch search = ApproximateSearch::open(index, options.index);
  if (index.fingerprint() != impl.encodings->fingerprint() ||
      search.width() != retrieval_width(impl.model->model.config()))
    throw InputError(Place{index.shards().front().file()},
                     "was made with another model, and an approximate search needs its encodings",
                     "take the model that made it, or make it again with this one");
  return search;
}

}  // namespace

Selector Selector::open(const SelectorOptions& options) {
  check_value("threads", options.threads, kThreads);
  auto impl = std::make_unique<Impl>();
  impl->threads = options.threads;
  options.stop.check();
  if (!options.index.empty()) impl->pool.use(IndexSet::open(options.index));
  options.stop.check();
  if (!options.proofs.empty()) impl->pool.use(Store::open(options.proofs));
  options.stop.check();
  if (options.model != "none")
    impl->model = load_model({options.model, options.mode, options.threads});
  options.stop.check();
  if (impl->model != nullptr)
    impl->encodings = std::make_unique<PoolEncodings>(impl->pool, impl->model->network);
  impl->fusion = load_fusion(impl->model.get());
  if (options.approximate) impl->search.emplace(open_search(options, *impl));
  return Selector(std::move(impl));
}

std::size_t Selector::add(std::string_view text) { return add(Formulas::parse(text)); }

std::size_t Selector::add(const Formulas& problem) {
  const Formulas::Impl& from = problem.impl();
  std::unique_lock guard(impl_->growing);
  return impl_->pool.add(from.bank.view(), from.parsed.formulas);
}

std::size_t Selector::size() const {
  std::shared_lock guard(impl_->growing);
  return impl_->pool.size();
}

Selection Selector::rank(std::string_view goal, const RankOptions& options) const {
  check(options);
  // A goal is short; there is a ranking whatever the deadline, so only a cancellation ends this.
  Stop cancelled(Deadline::never(), options.stop.cancellation());
  Formulas problem = Formulas::parse(goal, {.stop = cancelled});
  if (problem.size() != 1 || !options.goal.empty()) return rank(problem, options);
  RankOptions alone = options;  // a formula that comes alone is what is asked about
  alone.goal = problem[0].name;
  return rank(problem, alone);
}

Selection Selector::rank(const Formulas& problem, const RankOptions& options) const {
  check(options);
  return impl_->rank(problem, options, false, [&](const RankedProblem& ranked) {
    return make_selection(ranked, options, impl_->model.get());
  });
}

bool Selector::has_model() const { return impl_->model != nullptr; }
bool Selector::has_proofs() const { return impl_->pool.proofs() != nullptr; }
std::string Selector::best_ranker() const {
  return winnow::best_ranker(impl_->model.get(), impl_->fusion ? &*impl_->fusion : nullptr,
                             has_proofs());
}

}  // namespace winnow
