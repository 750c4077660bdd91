#include "app/cli/table.h"

#include <gtest/gtest.h>

namespace winnow {
namespace {

TEST(Table, AlignsByCharactersNotBytes) {
  Table table({"", "a"});
  table.add({"▁▂", "1.00"});
  table.add({"xyz", "2"});
  EXPECT_EQ(table.text(), "        a\n▁▂   1.00\nxyz     2\n");
  EXPECT_EQ(table.markdown(), "|     |    a |\n| --- | ---: |\n| ▁▂  | 1.00 |\n| xyz |    2 |\n");
}

}  // namespace
}  // namespace winnow
