#include "text/json_fields.h"

#include <gtest/gtest.h>

namespace winnow {
namespace {

std::string complaint(std::string_view json) {
  try {
    refuse_repeated_fields(json, Place{"x.json", 3});
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(JsonFields, ARepeatedFieldIsShownWhereItStands) {
  EXPECT_EQ(complaint(R"({"a": 1, "a": 2})"), "x.json:3:10: the field 'a' is here a second time");
  EXPECT_EQ(complaint("{\"a\": 1,\n \"b\": {\"c\" : [], \"c\":{}}}"),
            "x.json:4:18: the field 'c' is here a second time");
  EXPECT_EQ(complaint(R"([{"a": 1}, {"a": 1, "\u0061" : 2}])"),
            "x.json:3:21: the field 'a' is here a second time");
}

TEST(JsonFields, EqualNamesElsewhereAreFine) {
  EXPECT_EQ(complaint(R"({"a": {"a": [{"a": "a"}, {"a": 1}]}, "b": "\"a\": \\", "A": 2, "": 0})"),
            "");
  EXPECT_EQ(complaint(R"(["a", "a"])"), "");
  EXPECT_EQ(complaint(""), "");
}

TEST(JsonFields, DepthIsNoLimit) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += R"({"a":)";
  EXPECT_EQ(complaint(deep + "0" + std::string(100'000, '}')), "");
}

}  // namespace
}  // namespace winnow
