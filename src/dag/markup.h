// dag/markup.h - what SVG, HTML and DOT want of a text, for everything that draws.
// in: any text     out: the same, safe between tags or in a DOT string; the size of a picture
#pragma once

#include <string>
#include <string_view>

namespace winnow {

// For text and attributes of SVG and HTML; control characters become blanks.
std::string escape_markup(std::string_view text);

// For what stands between the quotes of a DOT string; line ends stay line ends.
std::string escape_dot(std::string_view text);

// The attributes that say how large a picture is. One that is wider than a page is as wide as
// whatever shows it; a smaller one keeps its size.
std::string svg_size(double width, double height);

}  // namespace winnow
