#include "dag/markup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace winnow {
namespace {

TEST(Markup, EscapesWhatTagsAndAttributesWant) {
  EXPECT_EQ(escape_markup("a < b & \"c\" > d\n"), "a &lt; b &amp; &quot;c&quot; &gt; d ");
  EXPECT_EQ(escape_dot("say \"x\" \\\n"), "say \\\"x\\\" \\\\\\n");
}

TEST(Markup, APictureWiderThanAPageScalesToIt) {
  EXPECT_EQ(svg_size(400, 300), "width=\"400\" height=\"300\" viewBox=\"0 0 400 300\"");
  EXPECT_EQ(svg_size(4000, 300), "width=\"100%\" viewBox=\"0 0 4000 300\"");
}

}  // namespace
}  // namespace winnow
