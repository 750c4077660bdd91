#include "app/report/report_page.h"

#include "app/cli/progress.h"
#include "app/report/plot.h"
#include "app/report/run_metrics.h"
#include "dag/markup.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace winnow {

namespace {

constexpr const char* kPageStyle = R"(
*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--ink);font:15px/1.55 system-ui,sans-serif}
main{max-width:1120px;margin:0 auto;padding:40px 24px 64px}h1{font-size:30px;line-height:1.2;margin:0 0 4px;letter-spacing:-.02em}
h2{font-size:19px;margin:44px 0 4px;letter-spacing:-.01em}p{margin:0 0 14px;max-width:72ch}p,.soft{color:var(--soft)}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:16px 18px}
.two{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(420px,100%),1fr));gap:18px;margin-top:12px}
.card .card{border:0;padding:0}.card .card th,.card .card td{padding:7px 8px;white-space:normal}.card .card td:first-child{white-space:nowrap}
.values{columns:3 240px;column-gap:36px}.values div{display:flex;justify-content:space-between;padding:5px 0;border-bottom:1px solid var(--line);break-inside:avoid}
.values span{color:var(--soft)}.card h3{font-size:14px;margin:0 0 8px;font-weight:600}
.tiles{display:flex;flex-wrap:wrap;gap:14px;margin:22px 0 0}.tile{flex:1 1 140px;background:var(--card);border:1px solid var(--line);
border-radius:10px;padding:12px 16px}.tile b{display:block;font-size:26px;line-height:1.25;font-weight:650;letter-spacing:-.02em;
font-variant-numeric:tabular-nums;white-space:nowrap}.tile span{font-size:13px;color:var(--soft)}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:14px;font-variant-numeric:tabular-nums}
th,td{padding:7px 12px;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}tr:last-child td{border-bottom:0}
th{font-weight:600;color:var(--soft);font-size:13px}th:first-child,td:first-child{text-align:left}td.best{font-weight:700}
tr.same td{color:var(--soft)}.key{display:inline-block;width:10px;height:10px;border-radius:3px;margin-right:8px;background:var(--c)}
.legend{display:flex;flex-wrap:wrap;gap:4px 20px;margin:14px 0 0;font-size:14px}.legend i{font-style:normal;color:var(--soft)}
pre{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:12px 16px;white-space:pre-wrap;overflow-wrap:anywhere;font-size:13px;margin:8px 0}
details{margin-top:12px}summary{cursor:pointer;color:var(--soft);font-size:14px}footer{margin-top:52px;font-size:13px;color:var(--soft)}
)";

std::string with_percent_sign(double share) { return fmt::format("{:.2f} %", 100 * share); }
std::string html(const std::string& text) { return escape_markup(text); }
std::string key(std::size_t run) {
  return fmt::format(R"s(<span class="key" style="--c:var(--s{})"></span>)s", run % 8 + 1);
}

std::string duration(double minutes) {
  if (minutes < 1) return fmt::format("{:.0f} s", 60 * minutes);
  if (minutes < 90) return fmt::format("{:.0f} min", minutes);
  return fmt::format("{:.1f} h", minutes / 60);
}

// Of the epochs that the best model was chosen from.
const MetricsLine* best_line(const ReportRun& run) {
  const MetricsLine* best = nullptr;
  for (const MetricsLine& line : run.metrics)
    if (ends_an_epoch(line) && (best == nullptr || line.dev_accuracy > best->dev_accuracy))
      best = &line;
  return best;
}

// Grows a table row by row; `best` marks the highest of a column.
class HtmlTable {
 public:
  explicit HtmlTable(const std::vector<std::string>& head) {
    text_ = "<div class=\"card scroll\"><table><tr>";
    for (const std::string& each : head) text_ += "<th>" + html(each) + "</th>";
    text_ += "</tr>";
  }
  void begin(const std::string& row_class = "") {
    text_ += row_class.empty() ? "<tr>" : "<tr class=\"" + row_class + "\">";
  }
  void cell(const std::string& inner, bool best = false) {
    text_ += (best ? "<td class=\"best\">" : "<td>") + inner + "</td>";
  }
  void end() { text_ += "</tr>"; }
  std::string text() const { return text_ + "</table></div>"; }

 private:
  std::string text_;
};

class Page {
 public:
  Page(const std::string& title, const std::vector<ReportRun>& runs) : title_(title), runs_(runs) {
    for (const ReportRun& run : runs)
      figures_.push_back(run.predictions ? std::optional(evaluate(run.predictions->logits,
                                                                  run.predictions->answers))
                                         : std::nullopt);
  }

  std::string text() const {
    std::string body = fmt::format("<h1>{}</h1><p>{}</p>", html(title_), subtitle());
    body += runs_.size() == 1 ? tiles() : results();
    body += curves() + predictions() + comparisons() + options() + commands();
    return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta "
           "name=\"viewport\" "
           "content=\"width=device-width,initial-scale=1\"><title>" +
           html(title_) + "</title><style>" + plot_style() + kPageStyle +
           "</style></head>\n<body><main>" + body +
           "<footer>Accuracy: share of premises on the right side of zero. AUC: share of pairs, "
           "one useful and one "
           "not, that stand in the right order. Calibration error: mean distance between the "
           "probability that was "
           "said and the share that was useful. Written by winnow "
           "report.</footer></main></body></html>\n";
  }

 private:
  std::string subtitle() const {
    std::size_t lines = 0;
    for (const ReportRun& run : runs_) lines += run.metrics.size();
    std::string text =
        runs_.size() == 1 ? html(runs_.front().name) : fmt::format("{} runs", runs_.size());
    if (lines == 0) return text + ", no finished epoch yet";
    for (const ReportRun& run : runs_)
      if (run.predictions) {
        text += fmt::format(" &middot; figures from {} predictions",
                            with_commas(run.predictions->logits.size()));
        break;
      }
    return text;
  }

  static std::string tile(const std::string& value, const std::string& what) {
    return "<div class=\"tile\"><b>" + value + "</b><span>" + what + "</span></div>";
  }

  // As in a row of results: what was predicted, or, without predictions, what training looked at.
  std::string tiles() const {
    const ReportRun& run = runs_.front();
    std::string text = "<div class=\"tiles\">";
    const MetricsLine* best = best_line(run);
    if (figures_.front()) {
      const Evaluation& figures = *figures_.front();
      text += tile(with_percent_sign(figures.binary.accuracy),
                   fmt::format("accuracy on {} premises, 95 %: {:.2f}&ndash;{:.2f}",
                               with_commas(figures.binary.items), 100 * figures.interval.low,
                               100 * figures.interval.high));
    } else if (best != nullptr) {
      text += tile(with_percent_sign(best->dev_accuracy),
                   fmt::format("dev accuracy, epoch {}", best->epoch));
    }
    if (best != nullptr) text += tile(duration(run.metrics.back().minutes), "of training");
    if (figures_.front()) {
      text += tile(with_percent_sign(figures_.front()->binary.auc), "AUC");
      text += tile(with_percent_sign(figures_.front()->calibrated.error), "calibration error");
    }
    if (run.parameters != 0) text += tile(with_commas(run.parameters), "parameters");
    return text + "</div>";
  }

  // All figures of a row are about the same premises: those that were predicted, or, where there
  // are no predictions, those that training looked at. The best is marked only where all rows have
  // the same.
  std::string results() const {
    const auto accuracy = [&](std::size_t i) {
      const MetricsLine* best = best_line(runs_[i]);
      return figures_[i] ? figures_[i]->binary.accuracy : best ? best->dev_accuracy : 0;
    };
    const auto items = [&](std::size_t i) { return figures_[i] ? figures_[i]->binary.items : 0; };
    double most = 0;
    bool same = true;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      most = std::max(most, accuracy(i));
      same = same && items(i) == items(0);
    }
    HtmlTable table({"run", "accuracy", "95 %", "premises", "loss", "AUC", "avg. precision",
                     "by example", "calib. error", "epoch", "time", "parameters"});
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      const MetricsLine* best = best_line(runs_[i]);
      const bool predicted = figures_[i].has_value(), known = predicted || best != nullptr;
      table.begin();
      table.cell(key(i) + html(runs_[i].name));
      table.cell(known ? with_percent_sign(accuracy(i)) : "&ndash;",
                 known && same && accuracy(i) == most);
      table.cell(predicted ? fmt::format("{:.2f}&ndash;{:.2f}", 100 * figures_[i]->interval.low,
                                         100 * figures_[i]->interval.high)
                           : "&ndash;");
      table.cell(predicted ? with_commas(items(i)) : best ? "as trained" : "&ndash;");
      table.cell(predicted ? fmt::format("{:.4f}", figures_[i]->binary.loss)
                 : best    ? fmt::format("{:.4f}", best->dev_loss)
                           : "&ndash;");
      auto figure = [&](auto pick) {
        table.cell(figures_[i] ? with_percent_sign(pick(*figures_[i])) : "&ndash;");
      };
      figure([](const Evaluation& e) { return e.binary.auc; });
      figure([](const Evaluation& e) { return e.binary.average_precision; });
      figure([](const Evaluation& e) { return e.by_example.mean; });
      figure([](const Evaluation& e) { return e.calibrated.error; });
      table.cell(best ? fmt::format("{}", best->epoch) : "&ndash;");
      table.cell(runs_[i].metrics.empty() ? "&ndash;" : duration(runs_[i].metrics.back().minutes));
      table.cell(runs_[i].parameters == 0 ? "&ndash;" : with_commas(runs_[i].parameters));
      table.end();
    }
    return "<h2>Results</h2>" + table.text();
  }

  static std::string card(const std::string& head, const std::string& svg) {
    return "<div class=\"card\"><h3>" + head + "</h3>" + svg + "</div>";
  }

  std::string legend(bool with_train) const {
    std::string text = "<div class=\"legend\">";
    for (std::size_t i = 0; i < runs_.size(); ++i)
      text += "<span>" + key(i) + html(runs_[i].name) + "</span>";
    if (with_train) text += "<i>solid: dev, dashed: training</i>";
    return text + "</div>";
  }

  // One picture of `figure` over `place`; the training figure, if there is one, dashed.
  template <class Place, class Dev, class Train>
  std::string curve(const std::string& name, const Axis& x, const Axis& y, Place place, Dev dev,
                    Train train, double from_epoch = 0) const {
    LinePlot plot{name, x, y, {}, false, false};
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      PlotSeries outer{runs_[i].name, {}, i, false}, inner{runs_[i].name, {}, i, true};
      for (const MetricsLine& line : runs_[i].metrics) {
        if (line.epoch < from_epoch) continue;
        auto shown = [&](double value) {
          return y.percent ? with_percent_sign(value) : fmt::format("{:.4f}", value);
        };
        outer.points.push_back(
            {place(line), dev(line),
             fmt::format("{}, epoch {:.3g}: {}", runs_[i].name, line.epoch, shown(dev(line))), ""});
        if constexpr (!std::is_same_v<Train, std::nullptr_t>)
          inner.points.push_back({place(line), train(line),
                                  fmt::format("{}, epoch {:.3g}, training: {}", runs_[i].name,
                                              line.epoch, shown(train(line))),
                                  ""});
      }
      if (!inner.points.empty()) plot.series.push_back(inner);
      if (!outer.points.empty()) plot.series.push_back(outer);
    }
    return card(html(name), line_plot(plot));
  }

  std::string curves() const {
    if (std::ranges::all_of(runs_, [](const ReportRun& run) { return run.metrics.empty(); }))
      return "";
    auto epoch = [](const MetricsLine& l) { return l.epoch; };
    auto dev_accuracy = [](const MetricsLine& l) { return l.dev_accuracy; };
    Axis epochs{"epoch", 0, 0, false, true}, accuracy{"accuracy", 0, 0, true, false};
    std::string text = "<h2>Learning curves</h2>" + legend(true) + "<div class=\"two\">";
    text += curve("Accuracy", epochs, accuracy, epoch, dev_accuracy,
                  [](const MetricsLine& l) { return l.train_accuracy; });
    text += curve(
        "Loss", epochs, {"binary cross-entropy", 0, 0, false, false}, epoch,
        [](const MetricsLine& l) { return l.dev_loss; },
        [](const MetricsLine& l) { return l.train_loss; });
    double last = 0;
    for (const ReportRun& run : runs_)
      for (const MetricsLine& line : run.metrics) last = std::max(last, line.epoch);
    if (last >= 4)  // where curves lie close together, from half the way on
      text +=
          curve("Dev accuracy, close up", epochs, accuracy, epoch, dev_accuracy, nullptr, last / 2);
    if (runs_.size() > 1 || last >= 4)
      text += curve(
          "Dev accuracy over time", {"minutes of training", 0, 0, false, false}, accuracy,
          [](const MetricsLine& l) { return l.minutes; }, dev_accuracy, nullptr);
    return text + "</div>";
  }

  std::string predictions() const {
    if (std::ranges::none_of(figures_, [](const auto& f) { return f.has_value(); })) return "";
    LinePlot roc{"ROC curves",
                 {"share of useless premises called useful", 0, 1, true, false},
                 {"share of useful ones found", 0, 1, true, false},
                 {},
                 true};
    LinePlot reliability{"Calibration",
                         {"probability that the model says", 0, 1, true, false},
                         {"share that was useful", 0, 1, true, false},
                         {},
                         true};
    std::vector<PlotSeries> examples, said;
    // Beside the dots of several runs there is no room for counts; below, there is.
    bool alone = std::ranges::count_if(figures_, [](const auto& f) { return f.has_value(); }) == 1;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      if (!figures_[i]) continue;
      const Predictions& p = *runs_[i].predictions;
      PlotSeries curve{runs_[i].name, {}, i, false}, bins = curve, counts = curve, items = curve;
      for (const RocPoint& point : roc_curve(p.logits, p.answers.useful, 200))
        curve.points.push_back({point.false_positives, point.true_positives, "", ""});
      const auto& all_bins = figures_[i]->calibrated.bins;
      for (std::size_t b = 0; b < all_bins.size(); ++b) {
        const CalibrationBin& bin = all_bins[b];
        items.points.push_back({static_cast<double>(b), static_cast<double>(bin.items),
                                fmt::format("{}: {} to {} %: {} premises", runs_[i].name, 10 * b,
                                            10 * b + 10, with_commas(bin.items)),
                                ""});
        if (bin.items != 0)  // nothing was said in an empty one, so nothing can be wrong
          bins.points.push_back({bin.said, bin.was,
                                 fmt::format("{}: said {}, was {}, {} premises", runs_[i].name,
                                             with_percent_sign(bin.said),
                                             with_percent_sign(bin.was), with_commas(bin.items)),
                                 alone ? with_commas(bin.items) : ""});
      }
      const ExampleMetrics& by_example = figures_[i]->by_example;
      for (std::size_t b = 0; b < by_example.histogram.size(); ++b)
        counts.points.push_back(
            {static_cast<double>(b), static_cast<double>(by_example.histogram[b]),
             fmt::format("{}: {} to {} % right: {} examples", runs_[i].name, 10 * b, 10 * b + 10,
                         with_commas(by_example.histogram[b])),
             ""});
      roc.series.push_back(curve);
      reliability.series.push_back(bins);
      said.push_back(items);
      examples.push_back(counts);
    }
    return "<h2>Predictions</h2>" + (runs_.size() > 1 ? legend(false) : "") +
           "<div class=\"two\">" + card("ROC: what is found, and at what price", line_plot(roc)) +
           card("Calibration: does it mean what it says?", line_plot(reliability)) +
           card("How often it says so",
                histogram("Premises by what the model says", said,
                          {"probability that the model says", 0, 1, true, false},
                          {"premises", 0, 0, false, true})) +
           card("Accuracy by example",
                histogram("Accuracy by example", examples,
                          {"share of an example's premises that is right", 0, 1, true, false},
                          {"examples", 0, 0, false, true})) +
           card("Accuracy by example, in %", quantiles()) + "</div>";
  }

  std::string quantiles() const {
    std::vector<std::string> head = {"",       "mean",       "worst tenth",
                                     "median", "best tenth", "all right"};
    static_assert(kQuantiles == std::array{0.1, 0.25, 0.5, 0.75, 0.9});
    HtmlTable table(head);
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      if (!figures_[i]) continue;
      const ExampleMetrics& m = figures_[i]->by_example;
      table.begin();
      table.cell(key(i) + html(runs_[i].name));
      table.cell(fmt::format("{:.1f}", 100 * m.mean));
      for (std::size_t q : {0, 2, 4}) table.cell(fmt::format("{:.1f}", 100 * m.quantiles[q]));
      table.cell(fmt::format("{:.1f}", m.examples == 0 ? 0.0
                                                       : 100.0 * static_cast<double>(m.perfect) /
                                                             static_cast<double>(m.examples)));
      table.end();
    }
    return table.text();
  }

  // Only runs that predicted the same premises can be compared.
  std::string comparisons() const {
    HtmlTable table({"permutation test", "only first right", "only second right", "difference", "p",
                     "differ?", "McNemar's p"});
    std::size_t rows = 0;
    for (std::size_t a = 0; a < runs_.size(); ++a)
      for (std::size_t b = a + 1; b < runs_.size(); ++b) {
        if (!runs_[a].predictions || !runs_[b].predictions ||
            runs_[a].predictions->answers.useful != runs_[b].predictions->answers.useful)
          continue;
        Comparison comparison = compare(runs_[a].predictions->logits, runs_[b].predictions->logits,
                                        runs_[a].predictions->answers);
        const auto& [premises, examples] = comparison;
        bool differs = comparison.differs();
        table.begin();
        table.cell(key(a) + html(runs_[a].name) + " &nbsp; " + key(b) + html(runs_[b].name));
        table.cell(with_commas(premises.only_first), differs && examples.difference < 0);
        table.cell(with_commas(premises.only_second), differs && examples.difference > 0);
        table.cell(fmt::format("{:+.2f}", 100 * examples.difference));
        table.cell(p_text(examples.p_value));
        table.cell(differs ? "yes" : "not shown");
        table.cell(p_text(premises.p_value));
        table.end();
        ++rows;
      }
    if (rows == 0) return "";
    return "<h2>Comparisons</h2><p>Premises that exactly one of two models gets right, and a "
           "permutation test "
           "over whole examples; p below 0.01 is taken for a difference. McNemar's test counts "
           "premises one by "
           "one and sees more evidence than there is.</p>" +
           table.text();
  }

  std::string options() const {
    std::vector<std::string> names, head = {"option"};
    std::map<std::string, std::vector<std::string>> values;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      head.push_back(runs_[i].name);
      for (const auto& [name, value] : runs_[i].options) {
        auto [found, fresh] = values.try_emplace(name, runs_.size(), "");
        if (fresh) names.push_back(name);
        found->second[i] = value;
      }
    }
    if (names.empty()) return "";
    if (runs_.size() == 1) {
      std::string rows;
      for (const auto& [name, value] : runs_.front().options)
        rows += "<div><span>" + html(name) + "</span><b>" + html(value) + "</b></div>";
      return "<h2>Options</h2><div class=\"card values\">" + rows + "</div>";
    }
    auto differs = [&](const std::string& name) {
      const auto& v = values[name];
      return std::ranges::any_of(v, [&](const std::string& each) { return each != v.front(); });
    };
    auto part = [&](bool different) {
      HtmlTable table(head);
      for (const std::string& name : names) {
        if (differs(name) != different) continue;
        table.begin();
        table.cell(html(name));
        for (const std::string& value : values[name])
          table.cell(value.empty() ? "&ndash;" : html(value));
        table.end();
      }
      return table.text();
    };
    bool any = std::ranges::any_of(names, differs), all = std::ranges::all_of(names, differs);
    std::string text = "<h2>Options</h2>";
    if (any) text += part(true);
    if (!all)
      text += (any ? "<details><summary>Options that all runs share</summary>" : "") + part(false) +
              (any ? "</details>" : "");
    return text;
  }

  std::string commands() const {
    std::string text;
    for (const ReportRun& run : runs_)
      if (!run.command.empty()) text += "<pre>" + html(run.command) + "</pre>";
    return text.empty() ? "" : "<h2>Commands</h2>" + text;
  }

  const std::string& title_;
  const std::vector<ReportRun>& runs_;
  std::vector<std::optional<Evaluation>> figures_;
};

}  // namespace

std::string report_page(const std::string& title, const std::vector<ReportRun>& runs) {
  return Page(title, runs).text();
}

}  // namespace winnow
