#include "dag/draw.h"
#include "dag/look.h"
#include "dag/markup.h"
#include "winnow/error.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <vector>

namespace winnow {

namespace {

constexpr double kMargin = 28;
constexpr double kRowLabels = 30;  // room for the level numbers on the left
constexpr double kTitleSize = 11.5;
constexpr double kTitleLine = 16;
constexpr std::size_t kTitleLines = 6;
constexpr double kLeastWidth = 460;

struct Point {
  double x = 0, y = 0;
};
struct Layout {
  double width = 0, height = 0;
  std::vector<Point> nodes;
  std::vector<std::vector<Point>> curves;  // per edge: a start and three points per Bezier piece
  std::vector<double> rows;                // height of each level
};

// "27,90 29.5,71" -> points; whatever is no number separates.
std::vector<Point> read_points(std::string_view text) {
  std::vector<double> numbers;
  const char *at = text.data(), *end = at + text.size();
  while (at < end) {
    double number;
    auto [next, error] = std::from_chars(at, end, number);
    if (error == std::errc()) numbers.push_back(number);
    at = error == std::errc() ? next : at + 1;
  }
  std::vector<Point> points;
  for (std::size_t i = 0; i + 1 < numbers.size(); i += 2)
    points.push_back({numbers[i], numbers[i + 1]});
  return points;
}

// The number in "n12", if the name begins with `letter` and it is below `size`; else `size`.
std::size_t number_in(const std::string& name, char letter, std::size_t size) {
  std::size_t number = size;
  if (!name.empty() && name[0] == letter)
    std::from_chars(name.data() + 1, name.data() + name.size(), number);
  return std::min(number, size);
}

// Graphviz counts upwards from the bottom; SVG downwards from the top.
Layout read_layout(std::string_view text, const Dag& dag, std::size_t rows) {
  auto json = nlohmann::json::parse(text, nullptr, false);
  require(json.is_object() && json.contains("bb"), "the layout is not what 'dot -Tjson0' writes");
  Layout layout;
  std::vector<Point> box = read_points(json["bb"].get<std::string>());
  layout.width = box.at(1).x;
  layout.height = box.at(1).y;
  layout.nodes.resize(dag.size());
  layout.curves.resize(dag.edges());
  layout.rows.resize(rows);
  auto points_of = [&](const nlohmann::json& object) {
    std::vector<Point> points = read_points(object.value("pos", ""));
    for (Point& point : points) point.y = layout.height - point.y;
    return points;
  };
  for (const auto& object : json["objects"]) {
    std::vector<Point> points = points_of(object);
    if (points.empty()) continue;
    std::string name = object.value("name", "");
    if (auto n = number_in(name, 'n', dag.size()); n < dag.size()) layout.nodes[n] = points[0];
    if (auto r = number_in(name, 'r', rows); r < rows) layout.rows[r] = points[0].y;
  }
  if (json.contains("edges"))
    for (const auto& edge : json["edges"])
      if (auto e = number_in(edge.value("id", ""), 'e', dag.edges()); e < dag.edges())
        layout.curves[e] = points_of(edge);
  return layout;
}

// The formula in lines of at most `letters` letters, broken at spaces where there are some.
std::vector<std::string> wrapped(std::string_view text, std::size_t letters) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    if (lines.size() + 1 == kTitleLines || text.size() <= letters) {
      lines.push_back(shortened(text, letters));
      break;
    }
    std::size_t cut = text.substr(0, letters).rfind(' ');
    if (cut == std::string_view::npos || cut == 0) cut = shortened(text, letters).size() - 3;
    lines.emplace_back(text.substr(0, cut));
    text.remove_prefix(text[cut] == ' ' ? cut + 1 : cut);
  }
  return lines;
}

class Painter {
 public:
  Painter(const Picture& picture, std::string_view layout)
      : picture_(picture), dag_(picture.dag), levels_(levels_down(picture.dag)) {
    std::size_t rows = levels_.empty() ? 0 : *std::ranges::max_element(levels_) + 1;
    layout_ = read_layout(layout, dag_, rows);
    width_ = std::max(kLeastWidth, layout_.width + kRowLabels + 2 * kMargin);
    auto letters = static_cast<std::size_t>((width_ - 2 * kMargin) / (kTitleSize * 0.605));
    title_ = wrapped(picture.formula, letters);
    left_ = kRowLabels + (width_ - kRowLabels - layout_.width) / 2;
    top_ = kMargin + 30 + kTitleLine * static_cast<double>(title_.size()) + 18;
    place_legend();
    height_ = legend_top_ + legend_height_ + kMargin - 8;
  }

  std::string paint() {
    add("<svg xmlns=\"http://www.w3.org/2000/svg\" {} role=\"img\">\n", svg_size(width_, height_));
    add("<title>{}</title>\n<desc>{}</desc>\n", escape_markup(picture_.name),
        escape_markup(picture_.formula));
    add("<style>text{{font-family:'Helvetica Neue',Helvetica,Arial,'DejaVu Sans',sans-serif}}"
        ".formula{{font-family:Menlo,Consolas,'DejaVu Sans Mono',monospace}}"
        ".node text{{font-size:13px;text-anchor:middle;fill:#111827}}"
        ".rank{{font-size:8.5px;text-anchor:middle;paint-order:stroke;stroke:#fff;"
        "stroke-width:3px;stroke-linejoin:round}}"
        ".edge path{{fill:none;stroke-width:1.2;stroke-opacity:.62}}</style>\n");
    add("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
    paint_title();
    paint_rows();
    for (std::uint32_t node = 0; node < dag_.size(); ++node)
      for (std::uint32_t edge = dag_.first_edge(node); edge < dag_.arg_ends[node]; ++edge)
        paint_edge(node, edge);
    for (std::uint32_t node = 0; node < dag_.size(); ++node) paint_node(node);
    for (std::uint32_t node = 0; node < dag_.size(); ++node) paint_ranks(node);
    paint_legend();
    add("</svg>\n");
    return std::move(out_);
  }

 private:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }
  Point at(Point point) const { return {left_ + point.x, top_ + point.y}; }

  void paint_title() {
    add("<text x=\"{}\" y=\"{}\" font-size=\"17\" font-weight=\"600\" fill=\"#111827\">{}"
        "<tspan font-size=\"12\" font-weight=\"400\" fill=\"#6b7280\" "
        "dx=\"10\">{}</tspan></text>\n",
        kMargin, kMargin + 12, escape_markup(shortened(picture_.name, 60)),
        escape_markup(picture_.role));
    for (std::size_t i = 0; i < title_.size(); ++i)
      add("<text class=\"formula\" x=\"{}\" y=\"{:.1f}\" font-size=\"{}\" "
          "fill=\"#374151\">{}</text>\n",
          kMargin, kMargin + 34 + kTitleLine * static_cast<double>(i), kTitleSize,
          escape_markup(title_[i]));
  }

  // A faint band for every other level, and the level's number.
  void paint_rows() {
    double half = layout_.rows.size() > 1 ? (layout_.rows[1] - layout_.rows[0]) / 2 : 20;
    for (std::size_t row = 0; row < layout_.rows.size(); ++row) {
      double y = top_ + layout_.rows[row];
      if (row % 2 == 0)
        add("<rect x=\"0\" y=\"{:.1f}\" width=\"{:.0f}\" height=\"{:.1f}\" fill=\"#f7f8fa\"/>\n",
            y - half, width_, 2 * half);
      add("<text x=\"{}\" y=\"{:.1f}\" font-size=\"10\" fill=\"#9ca3af\" "
          "text-anchor=\"end\">{}</text>\n",
          kMargin + 2, y + 3.5, row);
    }
  }

  void paint_edge(std::uint32_t node, std::uint32_t edge) {
    const std::vector<Point>& curve = layout_.curves[edge];
    if (curve.empty()) return;
    bool binds = dag_.kinds[node] == Kind::quantifier && dag_.ranks[edge] == 0;
    add("<g class=\"edge\"><title>{}</title><path stroke=\"{}\"{} d=\"",
        escape_markup(to_string(dag_.edge_label(NodeId{node}, edge), picture_.symbols)),
        look(dag_.kinds[node]).stroke, binds ? " stroke-dasharray=\"2.5 3\"" : "");
    // Graphviz stops at the box around a node; under a round one the line goes on to its centre.
    Point from = at(layout_.nodes[node]), to = at(layout_.nodes[index(dag_.args[edge])]);
    add("M{:.1f},{:.1f} L", from.x, from.y);
    for (std::size_t i = 0; i < curve.size(); ++i) {
      Point point = at(curve[i]);
      add("{}{:.1f},{:.1f}", i == 0 ? "" : i == 1 ? " C" : " ", point.x, point.y);
    }
    add(" L{:.1f},{:.1f}", to.x, to.y);
    add("\"/></g>\n");
  }

  void paint_node(std::uint32_t node) {
    NodeLook mine = look(dag_, picture_.symbols, NodeId{node}, picture_.variables[node]);
    const KindLook& colours = look(dag_.kinds[node]);
    Point centre = at(layout_.nodes[node]);
    bool root = std::ranges::find(dag_.roots, NodeId{node}) != dag_.roots.end();
    std::string_view label = picture_.symbols.name(dag_.labels[node]);
    add("<g class=\"node\"><title>{}: {} {}</title>", node, to_string(dag_.kinds[node]),
        escape_markup(label));
    add("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"{:.1f}\" "
        "fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\"/>",
        centre.x - mine.width / 2, centre.y - mine.height / 2, mine.width, mine.height,
        colours.corner * mine.height / 2, colours.fill, colours.stroke, root ? 2.4 : 1.2);
    bool variable = dag_.kinds[node] == Kind::variable;
    add("<text x=\"{:.1f}\" y=\"{:.1f}\"{}>{}</text></g>\n", centre.x, centre.y + 4.5,
        variable ? " font-style=\"italic\"" : "", escape_markup(mine.text));
  }

  // Where the order of the arguments matters, each curve carries its rank, close to the parent.
  void paint_ranks(std::uint32_t node) {
    std::uint32_t first = dag_.first_edge(node), end = dag_.arg_ends[node];
    bool ordered = dag_.kinds[node] != Kind::quantifier &&
                   std::any_of(dag_.ranks.begin() + first, dag_.ranks.begin() + end,
                               [](std::uint32_t rank) { return rank > 0; });
    for (std::uint32_t edge = first; ordered && edge < end; ++edge) {
      if (layout_.curves[edge].size() < 4) continue;
      Point spot = at(along(layout_.curves[edge], 12));
      add("<text class=\"rank\" x=\"{:.1f}\" y=\"{:.1f}\" fill=\"{}\">{}</text>\n", spot.x,
          spot.y + 3, look(dag_.kinds[node]).stroke, dag_.ranks[edge]);
    }
  }

  // The point `distance` points down the first piece of a curve.
  static Point along(const std::vector<Point>& curve, double distance) {
    Point last = curve[0];
    for (double t = 0.05, gone = 0; t <= 1; t += 0.05) {
      double s = 1 - t, a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
      Point point{a * curve[0].x + b * curve[1].x + c * curve[2].x + d * curve[3].x,
                  a * curve[0].y + b * curve[1].y + c * curve[2].y + d * curve[3].y};
      gone += std::hypot(point.x - last.x, point.y - last.y);
      last = point;
      if (gone >= distance) break;
    }
    return last;
  }

  struct Entry {
    Kind kind;
    std::string text;
    double x, y;
  };

  // One swatch for each kind that the graph has, with how many; as many lines as it takes.
  void place_legend() {
    std::array<std::size_t, kKinds> counts{};
    for (Kind kind : dag_.kinds) ++counts[static_cast<std::size_t>(kind)];
    legend_top_ = top_ + layout_.height + 34;
    double x = kMargin, y = legend_top_;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] == 0) continue;
      Kind kind = static_cast<Kind>(i);
      std::string text = fmt::format("{} · {}", to_string(kind), counts[i]);
      double needed = 30 + text_width(text, 11) + 14;
      if (x + needed > width_ - kMargin && x > kMargin) x = kMargin, y += 22;
      legend_.push_back({kind, text, x, y});
      x += needed;
    }
    legend_height_ = y - legend_top_ + 22 + 12;
  }

  void paint_legend() {
    add("<line x1=\"{0}\" x2=\"{1:.0f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" stroke=\"#e5e7eb\"/>\n",
        kMargin, width_ - kMargin, legend_top_ - 14);
    for (const Entry& entry : legend_) {
      const KindLook& colours = look(entry.kind);
      add("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"22\" height=\"13\" rx=\"{:.1f}\" fill=\"{}\" "
          "stroke=\"{}\" stroke-width=\"1.2\"/>",
          entry.x, entry.y, colours.corner * 6.5, colours.fill, colours.stroke);
      add("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"11\" fill=\"#374151\">{}</text>\n",
          entry.x + 28, entry.y + 10.5, entry.text);
    }
    bool binds = std::ranges::find(dag_.kinds, Kind::quantifier) != dag_.kinds.end();
    add("<text x=\"{}\" y=\"{:.1f}\" font-size=\"10\" fill=\"#9ca3af\">rows are levels, the root "
        "on "
        "top; numbers are ranks{}</text>\n",
        kMargin, legend_top_ + legend_height_, binds ? "; dashed lines bind variables" : "");
  }

  const Picture& picture_;
  const Dag& dag_;
  std::vector<std::uint32_t> levels_;
  Layout layout_;
  double width_ = 0, height_ = 0, left_ = 0, top_ = 0, legend_top_ = 0, legend_height_ = 0;
  std::vector<std::string> title_;
  std::vector<Entry> legend_;
  std::string out_;
};

}  // namespace

std::string draw_svg(const Picture& picture, std::string_view layout) {
  return Painter(picture, layout).paint();
}

}  // namespace winnow
