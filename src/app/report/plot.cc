#include "app/report/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace winnow {

namespace {

constexpr double kWidth = 560, kHeight = 330;
constexpr double kLeft = 70, kRight = 26, kTop = 14, kBottom = 46;
constexpr std::size_t kColours = 8;

std::string number(double value, bool percent) {
  double shown = percent ? 100 * value : value;
  return fmt::format("{:.4g}{}", std::abs(shown) < 1e-9 ? 0.0 : shown, percent ? " %" : "");
}

std::string colour(std::size_t which) { return fmt::format("var(--s{})", which % kColours + 1); }

// Chooses the range of an axis without one, with ticks at its ends.
struct Scale {
  double low, high, from, to;  // values, and where they are drawn
  std::vector<double> at;

  Scale(const Axis& axis, const std::vector<double>& values, double drawn_from, double drawn_to)
      : low(axis.low), high(axis.high), from(drawn_from), to(drawn_to) {
    bool free = low == 0 && high == 0;
    if (free && !values.empty()) {
      low = std::ranges::min(values);
      high = std::ranges::max(values);
    }
    if (!(high > low)) {
      double half = std::max(0.5 * std::abs(low), axis.percent ? 0.05 : 0.5);
      high = low + half;
      low -= free ? half : 0;
    }
    at = ticks(low, high, 6, axis.whole);
    if (free && at.size() > 1) {
      low = std::min(low, at.front());
      high = std::max(high, at.back());
    }
  }
  double operator()(double value) const {
    return from + (value - low) / (high - low) * (to - from);
  }
};

std::string open_svg(const std::string& name, double height = kHeight) {
  return fmt::format(R"(<svg class="plot" viewBox="0 0 {} {}" role="img" aria-label="{}">)", kWidth,
                     height, escape_html(name));
}

std::string axes(const Axis& x, const Axis& y, const Scale& sx, const Scale& sy) {
  std::string svg;
  for (double tick : sy.at)
    svg += fmt::format(R"(<line class="grid" x1="{0}" x2="{1}" y1="{2:.1f}" y2="{2:.1f}"/>)"
                       R"(<text class="tick" x="{3}" y="{4:.1f}" text-anchor="end">{5}</text>)",
                       kLeft, kWidth - kRight, sy(tick), kLeft - 8, sy(tick) + 4,
                       number(tick, y.percent));
  for (double tick : sx.at)
    svg += fmt::format(R"(<text class="tick" x="{:.1f}" y="{}" text-anchor="middle">{}</text>)",
                       sx(tick), kHeight - kBottom + 18, number(tick, x.percent));
  svg += fmt::format(R"(<line class="axis" x1="{}" x2="{}" y1="{:.1f}" y2="{:.1f}"/>)", kLeft,
                     kWidth - kRight, kHeight - kBottom, kHeight - kBottom);
  svg += fmt::format(R"(<text class="label" x="{}" y="{}" text-anchor="middle">{}</text>)",
                     (kLeft + kWidth - kRight) / 2, kHeight - 8, escape_html(x.name));
  return svg +
         fmt::format(
             R"s(<text class="label" transform="translate(13 {}) rotate(-90)" text-anchor="middle">{}</text>)s",
             (kTop + kHeight - kBottom) / 2, escape_html(y.name));
}

}  // namespace

std::string escape_html(std::string_view text) {
  std::string result;
  for (char c : text) switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  return result;
}

std::vector<double> ticks(double low, double high, std::size_t most, bool whole) {
  double span = high - low;
  if (!(span > 0) || !std::isfinite(span)) return {low};
  double step = std::pow(10, std::floor(std::log10(span / static_cast<double>(most))));
  for (double factor : {1.0, 2.0, 5.0, 10.0})
    if (span / (step * factor) <= static_cast<double>(most)) {
      step *= factor;
      break;
    }
  if (whole) step = std::max(1.0, std::round(step));
  std::vector<double> result;
  for (double n = std::floor(low / step + 1e-9); n <= std::ceil(high / step - 1e-9); ++n)
    result.push_back(n * step);
  return result;
}

std::string line_plot(const LinePlot& plot) {
  std::vector<double> xs, ys;
  for (const PlotSeries& series : plot.series)
    for (const PlotPoint& point : series.points) {
      xs.push_back(point.x);
      ys.push_back(point.y);
    }
  Scale sx(plot.x, xs, kLeft, kWidth - kRight), sy(plot.y, ys, kHeight - kBottom, kTop);
  std::string svg = open_svg(plot.name) + axes(plot.x, plot.y, sx, sy);
  if (plot.diagonal)
    svg +=
        fmt::format(R"(<line class="diagonal" x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"/>)",
                    sx(0), sy(0), sx(1), sy(1));
  for (const PlotSeries& series : plot.series) {
    std::string path, dots;
    for (const PlotPoint& point : series.points) {
      path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", sx(point.x), sy(point.y));
      if (!point.title.empty())
        dots += fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="3"><title>{}</title></circle>)",
                            sx(point.x), sy(point.y), escape_html(point.title));
    }
    svg += fmt::format(R"(<g class="series{}" style="--c:{}"><path d="{}"/>{}</g>)",
                       series.faint ? " faint" : "", colour(series.colour), path, dots);
  }
  return svg + "</svg>";
}

std::string bar_plot(const std::string& name, const std::vector<Bar>& bars, double low) {
  constexpr double kRow = 30, kNames = 170, kValues = 110;
  double height = kRow * static_cast<double>(bars.size()) + 34, high = low;
  for (const Bar& bar : bars) high = std::max(high, bar.value);
  std::vector<double> at = ticks(low, std::max(high, low + 0.01), 5, false);
  high = std::max(high, at.back());
  auto place = [&](double value) {
    return kNames + (value - low) / (high - low) * (kWidth - kNames - kValues);
  };
  std::string svg = open_svg(name, height);
  for (double tick : at)
    svg += fmt::format(R"(<line class="grid" x1="{0:.1f}" x2="{0:.1f}" y1="6" y2="{1}"/>)"
                       R"(<text class="tick" x="{0:.1f}" y="{2}" text-anchor="middle">{3}</text>)",
                       place(tick), height - 26, height - 9, number(tick, true));
  for (std::size_t i = 0; i < bars.size(); ++i) {
    double top = kRow * static_cast<double>(i) + 8;
    svg += fmt::format(
        R"(<text class="name" x="{}" y="{}" text-anchor="end">{}</text>)"
        R"(<rect class="bar" style="--c:{}" x="{}" y="{}" width="{:.1f}" height="{}" rx="3"/>)"
        R"(<text class="value" x="{:.1f}" y="{}">{:.2f} %{}</text>)",
        kNames - 10, top + 15, escape_html(bars[i].name), colour(bars[i].colour), kNames, top,
        std::max(0.0, place(bars[i].value) - kNames), kRow - 9,
        place(std::max(low, bars[i].value)) + 7, top + 15, 100 * bars[i].value,
        bars[i].note.empty() ? "" : " " + escape_html(bars[i].note));
  }
  return svg + "</svg>";
}

std::string histogram(const std::string& name, const std::vector<PlotSeries>& series, const Axis& x,
                      const Axis& y) {
  std::vector<double> ys = {0};
  std::size_t columns = 1;
  for (const PlotSeries& each : series) {
    columns = std::max(columns, each.points.size());
    for (const PlotPoint& point : each.points) ys.push_back(point.y);
  }
  Scale sx(x, {}, kLeft, kWidth - kRight), sy(y, ys, kHeight - kBottom, kTop);
  std::string svg = open_svg(name) + axes(x, y, sx, sy);
  double cell = (kWidth - kRight - kLeft) / static_cast<double>(columns);
  double wide = (cell - 6) / static_cast<double>(std::max<std::size_t>(1, series.size()));
  for (std::size_t s = 0; s < series.size(); ++s)
    for (std::size_t i = 0; i < series[s].points.size(); ++i) {
      const PlotPoint& point = series[s].points[i];
      svg += fmt::format(
          R"(<rect class="bar" style="--c:{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"><title>{}</title></rect>)",
          colour(series[s].colour),
          kLeft + cell * static_cast<double>(i) + 3 + wide * static_cast<double>(s), sy(point.y),
          std::max(1.0, wide - 1), kHeight - kBottom - sy(point.y), escape_html(point.title));
    }
  return svg + "</svg>";
}

std::string plot_style() {
  return R"(:root{color-scheme:light dark;--ink:#1c2430;--soft:#5b6676;--line:#e3e7ed;--page:#fbfbfa;--card:#ffffff;
--s1:#2563c9;--s2:#d9580d;--s3:#12855f;--s4:#8a3fb5;--s5:#a87900;--s6:#c22560;--s7:#0b86a0;--s8:#5f6b7a}
@media(prefers-color-scheme:dark){:root{--ink:#e6e9ee;--soft:#97a2b3;--line:#2b323d;--page:#12161c;--card:#191f27;
--s1:#6ea8ff;--s2:#ff9257;--s3:#45c99a;--s4:#c48cf0;--s5:#e0b440;--s6:#ff7fac;--s7:#4cc6de;--s8:#a3afbf}}
.plot{width:100%;height:auto;display:block;font:12px system-ui,sans-serif;font-variant-numeric:tabular-nums}
.plot .grid{stroke:var(--line)}.plot .axis{stroke:var(--soft)}.plot .diagonal{stroke:var(--soft);stroke-dasharray:3 5}
.plot .tick,.plot .label{fill:var(--soft)}.plot .name,.plot .value{fill:var(--ink)}
.plot .series path{fill:none;stroke:var(--c);stroke-width:2.2;stroke-linejoin:round}.plot .series circle{fill:var(--c)}
.plot .series.faint path{stroke-width:1.4;stroke-dasharray:5 4;opacity:.75}.plot .series.faint circle{opacity:0}
.plot .series circle:hover{stroke:var(--c);stroke-width:5;stroke-opacity:.3;opacity:1}.plot .bar{fill:var(--c)}
)";
}

std::string standalone(const std::string& svg) {
  std::size_t after = svg.find('>') + 1;
  return R"(<svg xmlns="http://www.w3.org/2000/svg" )" + svg.substr(5, after - 5) + "<style>" +
         plot_style() + R"s(</style><rect width="100%" height="100%" fill="var(--card)"/>)s" +
         svg.substr(after) + "\n";
}

}  // namespace winnow
