#include "app/learn/ablation_table.h"

#include "app/cli/progress.h"
#include "app/cli/table.h"
#include "app/report/figures.h"
#include "app/report/learning_curves.h"
#include "app/report/plot.h"
#include "model/config.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace winnow {

namespace {

using Json = nlohmann::ordered_json;

std::string percent(double share) { return fmt::format("{:.2f}", 100 * share); }

double paper_figure(const std::string& preset, const PaperFigures& figures) {
  return preset == "paper-holstep" ? figures.holstep : figures.mizar;
}

std::size_t colour_of(const Variant& variant) {
  if (variant.embedder == "daglstm" && variant.direction == "down") return kEmbedders.size();
  return static_cast<std::size_t>(
      std::ranges::find(kEmbedders, variant.embedder, &NamedValue<Embedder>::name) -
      kEmbedders.begin());
}

Stroke stroke_of(const Variant& variant) {
  switch (pooling_of(variant.pooling)) {
    case Pooling::max:
      return Stroke::dotted;
    case Pooling::dag:
      return Stroke::dashed;
    case Pooling::attdag:
      return Stroke::solid;
  }
  return Stroke::solid;
}

std::string hours(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} seconds", seconds);
  return seconds < 5400 ? fmt::format("{:.0f} minutes", seconds / 60)
                        : fmt::format("{:.1f} hours", seconds / 3600);
}

double minutes(const AblationRow& row) {
  return row.epochs.empty() ? 0 : row.epochs.back().minutes;
}

}  // namespace

std::string PlannedRow::name() const {
  return seed == 1 ? variant.name() : fmt::format("{}-seed-{}", variant.name(), seed);
}

std::string_view to_string(RowEnd end) {
  switch (end) {
    case RowEnd::epochs:
      return "epochs";
    case RowEnd::patience:
      return "patience";
    case RowEnd::time:
      return "time";
    case RowEnd::goes_on:
      return "goes on";
  }
  return "";
}

AblationTable::AblationTable(AblationSettings settings, std::vector<AblationRow> rows,
                             std::vector<std::string> unfinished)
    : settings_(std::move(settings)), rows_(std::move(rows)), unfinished_(std::move(unfinished)) {
  const AblationRow* base = find(settings_.baseline);
  for (const AblationRow& row : rows_)
    to_baseline_.push_back(
        {settings_.baseline, row.plan.name(),
         base == nullptr || base == &row
             ? Comparison{}
             : compare(base->predictions.logits, row.predictions.logits, row.predictions.answers)});
  compare_as_the_paper_does();
}

const AblationRow* AblationTable::find(const std::string& name) const {
  auto found =
      std::ranges::find_if(rows_, [&](const AblationRow& row) { return row.plan.name() == name; });
  return found == rows_.end() ? nullptr : &*found;
}

// Pooling under the same embedder, and embedders under the same pooling.
void AblationTable::compare_as_the_paper_does() {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const char* embedder : {"mpnn", "gcn", "daglstm-down", "daglstm", "bidir"})
    for (auto [less, more] : {std::pair("max", "dag"), std::pair("dag", "attdag")})
      pairs.emplace_back(fmt::format("{}+{}", embedder, less),
                         fmt::format("{}+{}", embedder, more));
  for (const char* pooling : {"dag", "attdag"})
    for (const char* bounded : {"mpnn", "gcn"})
      for (const char* whole : {"daglstm-down", "daglstm", "bidir"})
        pairs.emplace_back(fmt::format("{}+{}", bounded, pooling),
                           fmt::format("{}+{}", whole, pooling));
  for (const auto& [first, second] : pairs) {
    const AblationRow *a = find(first), *b = find(second);
    if (a != nullptr && b != nullptr)
      claims_.push_back(
          {first, second,
           compare(a->predictions.logits, b->predictions.logits, a->predictions.answers)});
  }
}

std::string AblationTable::text() const { return render(false); }
std::string AblationTable::markdown() const { return render(true); }

std::string AblationTable::render(bool markdown) const {
  const bool with_paper = settings_.preset.starts_with("paper-");
  std::vector<std::string> head = {"variant", "accuracy", "95 %"};
  if (with_paper) head.emplace_back("paper, test");
  head.insert(head.end(), {"to baseline", "p", "", "AUC", "by example", "best epoch", "epochs",
                           "ended by", "minutes", "parameters"});
  Table table(head);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const AblationRow& row = rows_[i];
    const bool is_base = row.plan.name() == settings_.baseline;
    const Comparison& comparison = to_baseline_[i].comparison;
    const bool compared = !is_base && find(settings_.baseline) != nullptr;
    std::vector<std::string> cells = {
        row.plan.name(), percent(row.figures.binary.accuracy),
        percent(row.figures.interval.low) + "-" + percent(row.figures.interval.high)};
    if (with_paper) {
      auto paper = paper_figures(row.plan.variant);
      cells.push_back(paper ? fmt::format("{:.1f}", paper_figure(settings_.preset, *paper)) : "-");
    }
    cells.insert(cells.end(),
                 {compared ? fmt::format("{:+.2f}", 100 * comparison.examples.difference) : "-",
                  compared ? p_text(comparison.examples.p_value) : "-",
                  compared && comparison.differs() ? "*" : "", percent(row.figures.binary.auc),
                  percent(row.figures.by_example.mean), fmt::format("{}", row.best_epoch),
                  fmt::format("{}", row.epochs.size()), std::string(to_string(row.end)),
                  fmt::format("{:.1f}", minutes(row)), with_commas(row.parameters)});
    table.add(cells);
  }
  std::string note = fmt::format(
      "{}, dev, {} mode; baseline {}; * permutation test over examples, p < {}. Ended by: epochs, "
      "all {} of them; patience, ",
      settings_.data, settings_.mode, settings_.baseline, Comparison::kLevel, settings_.epochs);
  note += settings_.patience == 0
              ? "which nothing had"
              : fmt::format("{} epochs without a better one", settings_.patience);
  if (settings_.row_time_s > 0)
    note += fmt::format("; time, as many epochs as fit into {}", hours(settings_.row_time_s));
  note += ".\n";
  if (!unfinished_.empty())
    note += fmt::format("Without a finished epoch yet: {}.\n", fmt::join(unfinished_, ", "));

  Table seeds({"several seeds", "runs", "mean", "lowest", "highest"});
  std::map<std::string, std::vector<double>> by_variant;
  for (const AblationRow& row : rows_)
    by_variant[row.plan.variant.name()].push_back(row.figures.binary.accuracy);
  bool any_seeds = false;
  for (const auto& [name, accuracies] : by_variant) {
    if (accuracies.size() < 2) continue;
    any_seeds = true;
    double sum = 0;
    for (double accuracy : accuracies) sum += accuracy;
    seeds.add({name, fmt::format("{}", accuracies.size()),
               percent(sum / static_cast<double>(accuracies.size())),
               percent(std::ranges::min(accuracies)), percent(std::ranges::max(accuracies))});
  }
  Table tests({"first : second", "difference", "p", ""});
  for (const Compared& each : claims_)
    tests.add({each.first + " : " + each.second,
               fmt::format("{:+.2f}", 100 * each.comparison.examples.difference),
               p_text(each.comparison.examples.p_value), each.comparison.differs() ? "*" : ""});
  const auto shown = [&](const Table& each) { return markdown ? each.markdown() : each.text(); };
  std::string text = shown(table) + (markdown ? "\n" : "") + note;
  if (any_seeds) text += '\n' + shown(seeds);
  if (!claims_.empty()) text += '\n' + shown(tests);
  return text;
}

nlohmann::ordered_json AblationTable::json() const {
  Json json = {{"data", settings_.data},         {"mode", settings_.mode},
               {"preset", settings_.preset},     {"epochs", settings_.epochs},
               {"patience", settings_.patience}, {"row_time_s", settings_.row_time_s},
               {"baseline", settings_.baseline}, {"rows", Json::array()}};
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const AblationRow& row = rows_[i];
    Json each = {{"variant", row.plan.variant.name()},
                 {"name", row.plan.name()},
                 {"embedder", row.plan.variant.embedder},
                 {"direction", row.plan.variant.direction},
                 {"pooling", row.plan.variant.pooling},
                 {"seed", row.plan.seed},
                 {"finished", row.end != RowEnd::goes_on},
                 {"ended_by", to_string(row.end)},
                 {"epoch", row.best_epoch},
                 {"epochs", row.epochs.size()},
                 {"minutes", minutes(row)},
                 {"parameters", row.parameters}};
    Json curve = Json::array();
    for (const MetricsLine& line : row.epochs) curve.push_back(line.dev_accuracy);
    each["dev_accuracy_by_epoch"] = std::move(curve);
    if (auto paper = paper_figures(row.plan.variant);
        paper && settings_.preset.starts_with("paper-"))
      each["paper_test_accuracy"] = paper_figure(settings_.preset, *paper) / 100;
    each.update(to_json(row.figures));
    if (find(settings_.baseline) != nullptr && row.plan.name() != settings_.baseline)
      each["against_baseline"] = to_json(to_baseline_[i].comparison);
    json["rows"].push_back(std::move(each));
  }
  json["comparisons"] = Json::array();
  for (const Compared& claim : claims_) {
    Json each = {{"first", claim.first}, {"second", claim.second}};
    each.update(to_json(claim.comparison));
    json["comparisons"].push_back(std::move(each));
  }
  for (const AblationRow& row : rows_)
    json["accuracies"][row.plan.name()] = row.figures.binary.accuracy;
  json["without_a_finished_epoch"] = unfinished_;
  return json;
}

std::string AblationTable::bars() const {
  std::vector<Bar> bars;
  for (std::size_t i = 0; i < rows_.size(); ++i)
    bars.push_back({rows_[i].plan.name(), to_baseline_[i].comparison.differs() ? "*" : "",
                    rows_[i].figures.binary.accuracy, colour_of(rows_[i].plan.variant)});
  return standalone(bar_plot("dev accuracy by variant", bars, 0));
}

std::string AblationTable::curves() const {
  std::vector<LearningCurve> curves;
  for (const AblationRow& row : rows_) {
    LearningCurve& curve = curves.emplace_back();
    curve.name = row.plan.name();
    curve.colour = colour_of(row.plan.variant);
    curve.stroke = stroke_of(row.plan.variant);
    for (const MetricsLine& line : row.epochs) curve.accuracies.push_back(line.dev_accuracy);
  }
  return learning_curves(fmt::format("dev accuracy by epoch, {}", settings_.data), curves);
}

}  // namespace winnow
