// dag/look.h - how a node looks: colour and shape by kind, a glyph for a symbol, a size in points.
// The colours are Okabe and Ito's, which stay apart for colour-blind eyes; fills are their tints,
// and shapes say the same a second time.
#pragma once

#include "dag/dag.h"

#include <string>
#include <string_view>

namespace winnow {

struct KindLook {
  std::string_view fill;
  std::string_view stroke;
  double corner;  // radius of the corners as a share of half the height: 0 box, 1 pill
};
const KindLook& look(Kind kind);

struct NodeLook {
  std::string text;  // "∀" for "!"; long names are cut
  double width;
  double height;
};
// `variable` is its name in the formula's text, if it is a variable.
NodeLook look(const Dag& dag, const SymbolView& symbols, NodeId node, std::string_view variable);

// How wide `text` is about, set in `size` points of a sans-serif font.
double text_width(std::string_view text, double size);
// The first `letters` letters of UTF-8 text, with an ellipsis if that is not all.
std::string shortened(std::string_view text, std::size_t letters);

}  // namespace winnow
