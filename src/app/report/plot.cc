#include "app/report/plot.h"

#include "dag/markup.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

namespace winnow {

namespace {

constexpr double kWidth = 560, kHeight = 330;
constexpr double kLeft = 70, kRight = 26, kTop = 14, kBottom = 46;
// Beside a plot: the least room for names, what a letter of one needs, a row, and a stroke's
// sample.
constexpr double kLegend = 150, kLetter = 7, kLegendRow = 18, kSample = 26;
constexpr double kTitle = 20;
constexpr std::size_t kColours = 8;

struct Colour {
  std::string_view name, light, dark;  // on light and on dark pages
};
constexpr std::array<Colour, 13> kPalette = {{
    {"ink", "#1c2430", "#e6e9ee"},
    {"soft", "#5b6676", "#97a2b3"},
    {"line", "#e3e7ed", "#2b323d"},
    {"page", "#fbfbfa", "#12161c"},
    {"card", "#ffffff", "#191f27"},
    {"s1", "#2563c9", "#6ea8ff"},
    {"s2", "#d9580d", "#ff9257"},
    {"s3", "#12855f", "#45c99a"},
    {"s4", "#8a3fb5", "#c48cf0"},
    {"s5", "#a87900", "#e0b440"},
    {"s6", "#c22560", "#ff7fac"},
    {"s7", "#0b86a0", "#4cc6de"},
    {"s8", "#5f6b7a", "#a3afbf"},
}};

constexpr std::string_view kRules =
    R"(.plot{width:100%;height:auto;display:block;font-family:system-ui,sans-serif;font-size:12px;font-variant-numeric:tabular-nums}
.plot .grid{stroke:var(--line)}.plot .axis{stroke:var(--soft)}.plot .diagonal{stroke:var(--soft);stroke-dasharray:3 5}
.plot .tick,.plot .label{fill:var(--soft)}.plot .name,.plot .value{fill:var(--ink)}
.plot .series path{fill:none;stroke:currentColor;stroke-width:2.2;stroke-linejoin:round}.plot .series circle{fill:currentColor}
.plot .series.faint path{stroke-width:1.4;stroke-dasharray:5 4;opacity:.75}.plot .series.faint circle{opacity:0}
.plot .series circle:hover{stroke:currentColor;stroke-width:5;stroke-opacity:.3;opacity:1}
.plot .bar,.plot .key-name{fill:currentColor}.plot .note{fill:var(--ink);font-size:10px;paint-order:stroke;stroke:var(--card);stroke-width:3px;stroke-linejoin:round}
)";

std::string number(double value, bool percent) {
  double shown = percent ? 100 * value : value;
  return fmt::format("{:.4g}{}", std::abs(shown) < 1e-9 ? 0.0 : shown, percent ? " %" : "");
}

std::string colour(std::size_t which) { return fmt::format("var(--s{})", which % kColours + 1); }

// Chooses the range of an axis without one, with ticks at its ends.
struct Scale {
  double low, high, from, to;  // values, and where they are drawn
  std::vector<double> at;
  bool logarithmic;

  Scale(const Axis& axis, const std::vector<double>& values, double drawn_from, double drawn_to)
      : low(axis.low),
        high(axis.high),
        from(drawn_from),
        to(drawn_to),
        logarithmic(axis.logarithmic) {
    if (logarithmic) {
      for (double tick = low; tick <= high * (1 + 1e-9); tick *= 10) at.push_back(tick);
      return;
    }
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
    double share = logarithmic ? std::log(std::clamp(value, low, high) / low) / std::log(high / low)
                               : (value - low) / (high - low);
    return from + share * (to - from);
  }
};

std::string open_svg(const std::string& name, double height = kHeight, double width = kWidth) {
  return fmt::format(R"(<svg class="plot" viewBox="0 0 {} {}" role="img" aria-label="{}">)", width,
                     height, escape_markup(name));
}

std::string axes(const Axis& x, const Axis& y, const Scale& sx, const Scale& sy) {
  std::string svg;
  for (double tick : sy.at)
    svg +=
        fmt::format(R"(<line class="grid" x1="{0}" x2="{1}" y1="{2:.1f}" y2="{2:.1f}"/>)"
                    R"(<text class="tick" x="{3}" y="{4:.1f}" text-anchor="end">{5}</text>)",
                    sx.from, sx.to, sy(tick), sx.from - 8, sy(tick) + 4, number(tick, y.percent));
  for (double tick : sx.at)
    svg += fmt::format(R"(<text class="tick" x="{:.1f}" y="{}" text-anchor="middle">{}</text>)",
                       sx(tick), sy.from + 18, number(tick, x.percent));
  svg += fmt::format(R"(<line class="axis" x1="{}" x2="{}" y1="{:.1f}" y2="{:.1f}"/>)", sx.from,
                     sx.to, sy.from, sy.from);
  svg += fmt::format(R"(<text class="label" x="{}" y="{}" text-anchor="middle">{}</text>)",
                     (sx.from + sx.to) / 2, sy.from + kBottom - 8, escape_markup(x.name));
  return svg +
         fmt::format(
             R"s(<text class="label" transform="translate(13 {}) rotate(-90)" text-anchor="middle">{}</text>)s",
             (sy.from + sy.to) / 2, escape_markup(y.name));
}

std::string dashes(Stroke stroke) {
  switch (stroke) {
    case Stroke::solid:
      return "";
    case Stroke::dashed:
      return R"( stroke-dasharray="7 4")";
    case Stroke::dotted:
      return R"( stroke-dasharray="2 4")";
  }
  return "";
}

// How wide and how high the names of all series are.
double legend_width(const std::vector<PlotSeries>& all) {
  std::size_t longest = 0;
  for (const PlotSeries& each : all) longest = std::max(longest, each.name.size());
  return std::max(kLegend, kSample + 16 + kLetter * static_cast<double>(longest));
}
double legend_height(const std::vector<PlotSeries>& all) {
  return 14 + kLegendRow * static_cast<double>(all.size());
}

}  // namespace

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
  const double top = kTop + (plot.title.empty() ? 0 : kTitle);
  const double bottom = std::max(kHeight - kBottom + top - kTop,
                                 top + (plot.legend ? legend_height(plot.series) : 0));
  Scale sx(plot.x, xs, kLeft, kWidth - kRight), sy(plot.y, ys, bottom, top);
  std::string svg = open_svg(plot.name, bottom + kBottom,
                             kWidth + (plot.legend ? legend_width(plot.series) : 0)) +
                    axes(plot.x, plot.y, sx, sy);
  if (!plot.title.empty())
    svg += fmt::format(R"(<text class="name" x="{}" y="{}">{}</text>)", kLeft, kTop + 4,
                       escape_markup(plot.title));
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
                            sx(point.x), sy(point.y), escape_markup(point.title));
      if (!point.note.empty()) {  // above the dot, and below it where there is no room
        double above = sy(point.y) - 9;
        dots +=
            fmt::format(R"(<text class="note" x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>)",
                        sx(point.x), above < top + 8 ? sy(point.y) + 18 : above,
                        sx(point.x) > kWidth - kRight - 30 ? "end"
                        : sx(point.x) < kLeft + 30         ? "start"
                                                           : "middle",
                        escape_markup(point.note));
      }
    }
    svg += fmt::format(R"(<g class="series{}" style="color:{}"><path d="{}"{}/>{}</g>)",
                       series.faint ? " faint" : "", colour(series.colour), path,
                       dashes(series.stroke), dots);
  }
  for (std::size_t i = 0; plot.legend && i < plot.series.size(); ++i) {
    const PlotSeries& series = plot.series[i];
    const double left = kWidth - kRight + 14, y = top + 14 + kLegendRow * static_cast<double>(i);
    svg += fmt::format(R"(<g class="series{}" style="color:{}"><path d="M{} {}L{} {}"{}/></g>)"
                       R"(<text class="key-name" style="color:{}" x="{}" y="{}">{}</text>)",
                       series.faint ? " faint" : "", colour(series.colour), left, y - 4,
                       left + kSample, y - 4, dashes(series.stroke), colour(series.colour),
                       left + kSample + 8, y, escape_markup(series.name));
  }
  return svg + "</svg>";
}

std::string bar_plot(const std::string& name, const std::vector<Bar>& bars, double low) {
  constexpr double kRow = 30, kNames = 170, kValues = 110;
  double height = kRow * static_cast<double>(bars.size()) + (low > 0 ? 52 : 34), high = low;
  double bottom = kRow * static_cast<double>(bars.size()) + 8;
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
                       place(tick), bottom, bottom + 17, number(tick, true));
  if (low > 0)
    svg += fmt::format(R"(<text class="label" x="{}" y="{}">bars begin at {}, not at zero</text>)",
                       kNames, bottom + 37, number(low, true));
  for (std::size_t i = 0; i < bars.size(); ++i) {
    double top = kRow * static_cast<double>(i) + 8;
    svg += fmt::format(
        R"(<text class="name" x="{}" y="{}" text-anchor="end">{}</text>)"
        R"(<rect class="bar" style="color:{}" x="{}" y="{}" width="{:.1f}" height="{}" rx="3"/>)"
        R"(<text class="value" x="{:.1f}" y="{}">{:.2f} %{}</text>)",
        kNames - 10, top + 15, escape_markup(bars[i].name), colour(bars[i].colour), kNames, top,
        std::max(0.0, place(bars[i].value) - kNames), kRow - 9,
        place(std::max(low, bars[i].value)) + 7, top + 15, 100 * bars[i].value,
        bars[i].note.empty() ? "" : " " + escape_markup(bars[i].note));
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
          R"(<rect class="bar" style="color:{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"><title>{}</title></rect>)",
          colour(series[s].colour),
          kLeft + cell * static_cast<double>(i) + 3 + wide * static_cast<double>(s), sy(point.y),
          std::max(1.0, wide - 1), kHeight - kBottom - sy(point.y), escape_markup(point.title));
    }
  return svg + "</svg>";
}

std::string plot_style() {
  std::string light, dark;
  for (const Colour& each : kPalette) {
    light += fmt::format("--{}:{};", each.name, each.light);
    dark += fmt::format("--{}:{};", each.name, each.dark);
  }
  return fmt::format(
      ":root{{color-scheme:light dark;{}}}\n"
      "@media(prefers-color-scheme:dark){{:root{{{}}}}}\n{}",
      light, dark, kRules);
}

// Colours as they are on a light page, written out: not every program that shows SVG knows
// variables.
std::string standalone(const std::string& svg) {
  std::size_t after = svg.find('>') + 1;
  std::string text = fmt::format(
      R"s(<svg xmlns="http://www.w3.org/2000/svg" {}<style>{}</style><rect width="100%" height="100%" fill="var(--card)"/>{})s",
      svg.substr(5, after - 5), kRules, svg.substr(after));
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t found = text.find("var(--", at), end = text.find(')', found);
    result += text.substr(at, found - at);
    if (found == std::string::npos) break;
    std::string_view name = std::string_view(text).substr(found + 6, end - found - 6);
    result += std::ranges::find(kPalette, name, &Colour::name)->light;
    at = end + 1;
  }
  return result + '\n';
}

}  // namespace winnow
