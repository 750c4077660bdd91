#include "data/table_text.h"

#include <gtest/gtest.h>

namespace winnow {
namespace {

TEST(TableText, ANameWithATabOrANewlineStaysOneCell) {
  EXPECT_EQ(escaped("a\tb\nc\rd\\e"), "a\\tb\\nc\\rd\\\\e");
  EXPECT_EQ(escaped("plain 'name'"), "plain 'name'");
}

TEST(TableText, ANameMovesNoCursor) { EXPECT_EQ(escaped("a\x1b[2J\x7f"), "a\\x1b[2J\\x7f"); }

TEST(TableText, ComesBackAsItWas) {
  for (const char* name :
       {"", "a\tb", "\\", "\\t", "\n\n", "\x1b[2J", "\\x1b", "\\x4", "a\\\tb\\n", "it's"})
    EXPECT_EQ(unescaped(escaped(name)), name);
  EXPECT_EQ(unescaped("ends in \\"), "ends in \\");
  EXPECT_EQ(unescaped("it\\'s"), "it\\'s");  // as tables had it before
}

TEST(OnOneLine, BlanksAndControlCharactersBecomeOneBlank) {
  EXPECT_EQ(on_one_line("fof(a,\n\t axiom,\x1b p)."), "fof(a, axiom, p).");
}

}  // namespace
}  // namespace winnow
