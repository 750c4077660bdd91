#include "select/ranker_choice.h"

#include "term/nearest.h"
#include "text/role.h"
#include "winnow/error_code.h"
#include "winnow/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace winnow {

namespace {

constexpr std::string_view kFirstStage = "first-stage";

void check_role(const std::string& role) {
  const auto known = known_roles();
  if (std::ranges::find(known, role) != known.end()) return;
  throw CodedError(
      ErrorCode::option_value, {"keep-roles", role}, fmt::format("keep-roles cannot be '{}'", role),
      hint_with_nearest(role, known, fmt::format("it is one of: {}", fmt::join(known, ", "))));
}

}  // namespace

std::string best_ranker(const LoadedModel* model, const Fusion* fusion, bool has_proofs) {
  if (fusion != nullptr && fusion->has(fusion_case(has_proofs, false))) return "fusion";
  if (model == nullptr) return has_proofs ? "5*knn+sine" : "tfidf+sine";
  if (!model->network.classifies()) return has_proofs ? "retrieve+knn" : "retrieve+tfidf+sine";
  return "guided";
}

std::vector<std::string> split_rankers(std::string_view rankers) {
  std::vector<std::string> each;
  for (std::size_t start = 0; start <= rankers.size();) {
    std::size_t end = std::min(rankers.find('/', start), rankers.size());
    std::string ranker(rankers.substr(start, end - start));
    if (std::ranges::find(each, ranker) == each.end()) each.push_back(std::move(ranker));
    start = end + 1;
  }
  return each;
}

RankerOptions make_ranker_options(std::string_view ranker, const RankOptions& options,
                                  const Fusion* fusion, std::uint32_t threads) {
  return {.ranker = parse_ranker(ranker),
          .first_stage = parse_ranker(options.first_stage, kFirstStage),
          .rerank = options.rerank_all ? ~0u : options.rerank,
          .trust = options.trust,
          .fusion = fusion,
          .threads = threads};
}

bool needs_model(std::string_view ranker) {
  bool needs = false;  // all of them are read, so that none of them can be wrong
  for (const std::string& each : split_rankers(ranker))
    if (each == "auto" || takes_model(make_ranker_options(each, {}, nullptr))) needs = true;
  return needs;
}

void check_rankers(std::string_view text, bool several, std::string_view option) {
  for (const std::string& each : several ? split_rankers(text) : std::vector{std::string(text)})
    if (each != "auto") parse_ranker(each, option);
}

std::vector<std::string> ranker_names() {
  std::vector<std::string> names;
  for (const RankerKind kind : kKindsOfRankers) names.emplace_back(to_string(kind));
  return names;
}

std::vector<std::string> role_names() { return {known_roles().begin(), known_roles().end()}; }

void check_ranking(const RankOptions& options) {
  parse_ranker(options.first_stage, kFirstStage);
  for (const std::string& role : options.required_roles) check_role(role);
  check_value("k", static_cast<double>(options.k), kPremises);
  check_value("rerank", options.rerank, kRerank);
  check_value("trust", options.trust, kTrust);
  check_value("probes", options.probes, kProbes);
  check_value("nearest", options.nearest, kNearestFormulas);
}

void check(const RankOptions& options) {
  if (options.ranker != "auto") parse_ranker(options.ranker);
  check_ranking(options);
}

}  // namespace winnow
