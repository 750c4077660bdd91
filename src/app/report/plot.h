// app/report/plot.h - plots as SVG text, for reports and tables.
// in: series of numbers     out: an <svg> element that fills the width it is given
// Colours and fonts are CSS classes and variables (plot_style), so that one drawing serves light
// and dark pages; points carry a <title>, which browsers show when the mouse rests on them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace winnow {

struct PlotPoint {
  double x = 0, y = 0;
  std::string title;  // shown at the mouse; none: no dot
  std::string note;   // written beside the dot
};

enum class Stroke : std::uint8_t { solid, dashed, dotted };

struct PlotSeries {
  std::string name;
  std::vector<PlotPoint> points;
  std::size_t colour = 0;  // which of the eight
  bool faint = false;      // thin and dashed: beside what matters
  Stroke stroke = Stroke::solid;
};

struct Axis {
  std::string name;
  double low = 0, high = 0;  // both zero: as the points need
  bool percent = false;      // 0.81 is written 81 %
  bool whole = false;        // ticks at whole numbers only
  // Ticks at powers of ten; `low` and `high` must be given, and what is below `low` stands there.
  bool logarithmic = false;
};

struct LinePlot {
  std::string name;  // for people who listen to a page
  Axis x, y;
  std::vector<PlotSeries> series;
  bool diagonal = false;
  // For a picture without a page: the names of the series, to the right, and a heading.
  bool legend = false;
  std::string title = {};
};
std::string line_plot(const LinePlot& plot);

struct Bar {
  std::string name, note;  // the note stands behind the value
  double value = 0;
  std::size_t colour = 0;
};
// Horizontal bars with their values, for shares; the axis begins at `low`, and says so if that is
// not zero.
std::string bar_plot(const std::string& name, const std::vector<Bar>& bars, double low);
// Ten columns and their counts.
std::string histogram(const std::string& name, const std::vector<PlotSeries>& series, const Axis& x,
                      const Axis& y);

// The CSS that the classes and variables of plots need, for light and dark.
std::string plot_style();
// `svg` as a file of its own: with the style inside.
std::string standalone(const std::string& svg);

// About `most` round numbers that cover [low, high].
std::vector<double> ticks(double low, double high, std::size_t most, bool whole);

}  // namespace winnow
