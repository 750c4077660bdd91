#include "model/safetensors.h"

#include "winnow/error.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <limits>

namespace winnow {
namespace {

class Safetensors : public testing::Test {
 protected:
  std::filesystem::path file_ =
      std::filesystem::temp_directory_path() / ("winnow-tensors-" + std::to_string(getpid()));
  void TearDown() override { std::filesystem::remove(file_); }

  void write_header(const std::string& json) const {
    std::uint64_t size = json.size();
    std::string bytes(8, '\0');
    std::memcpy(bytes.data(), &size, 8);
    std::ofstream(file_, std::ios::binary) << bytes << json;
  }

  std::string bytes() const {
    std::ifstream in(file_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static std::string why_not(const std::string& bytes) {
    try {
      tensors_from_bytes(std::as_bytes(std::span(bytes)), "x");
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
  static std::string with_header(std::string json, const std::string& values) {
    json.resize((json.size() + 7) / 8 * 8, ' ');
    std::uint64_t size = json.size();
    std::string bytes(8, '\0');
    std::memcpy(bytes.data(), &size, 8);
    return bytes + json + values;
  }
  static std::string tensor(const char* type, const char* shape, int begin, int end) {
    return fmt::format(R"({{"dtype":"{}","shape":{},"data_offsets":[{},{}]}})", type, shape, begin,
                       end);
  }
};

TEST_F(Safetensors, KeepLongTextsOfAnyKind) {
  std::string lines, quotes;
  while (lines.size() < 3'000'000) lines += "0123456789\n";
  while (quotes.size() < 1'500'000) quotes += "a \"word\" and a \\ \n";
  std::map<std::string, std::string> metadata = {
      {"b", lines}, {"c", quotes}, {"d", "short\n"}, {"e", lines + "x"}, {"f", "ends in \\"}};
  write_tensors(file_, metadata, {{"a", {{2}, {1, 2}}}}, Precision::f32);
  TensorFile read = read_tensors(file_);
  EXPECT_TRUE(read.metadata == metadata);  // EXPECT_EQ would print megabytes
  EXPECT_EQ(read.tensors.at("a").values, (std::vector<float>{1, 2}));
}

TEST_F(Safetensors, ListsOfWholeNumbersComeBackAsTheyWere) {
  Columns columns = {{"keys", std::vector<std::uint64_t>{0, ~std::uint64_t{0}}},
                     {"empty", std::vector<std::uint32_t>{}},
                     {"ends", std::vector<std::uint32_t>{1, ~0u, 3}},
                     {"text", std::vector<std::uint8_t>{0, 255, 7}}};
  for (Precision precision : {Precision::f32, Precision::f16}) {
    write_tensors(file_, {}, {{"a", {{3}, {1, 2, 3}}}, {"b", {{1}, {5}, true}}}, precision,
                  columns);
    TensorFile read = read_tensors(file_);
    EXPECT_EQ(read.columns, columns);
    EXPECT_EQ(read.tensors.at("a").values, (std::vector<float>{1, 2, 3}));
    EXPECT_EQ(read.tensors.at("b").values, std::vector<float>{5});
  }
  EXPECT_NE(why_not(with_header("{\"a\":" + tensor("U32", "[1,1]", 0, 4) + "}", "1234"))
                .find("one dimension"),
            std::string::npos);
}

TEST_F(Safetensors, RefuseMetadataThatIsNoText) {
  for (const char* header : {R"({"__metadata__":{"a":0}})", R"({"__metadata__":{"a":[]}} )",
                             R"({"__metadata__":{"a":"b)", R"({"__metadata__":7}  )", "\""}) {
    write_header(header);
    EXPECT_THROW(read_tensors(file_), InputError) << header;
  }
}

TEST_F(Safetensors, AFieldThatIsThereTwiceIsRefused) {
  const std::string a = "\"a\":" + tensor("F32", "[1]", 0, 4), four(4, '\0');
  const std::string twice = R"({"__metadata__":{"x":"1","x":"2"},)" + a + "}";
  EXPECT_THAT(why_not(with_header(twice, four)), testing::HasSubstr("'x' is here a second time"));
  EXPECT_THAT(why_not(with_header("{" + a + "," + a + "}", four)),
              testing::HasSubstr("'a' is here a second time"));
  EXPECT_EQ(why_not(with_header("{" + a + "}", four)), "");
}

TEST_F(Safetensors, AnyFlippedBitIsRefused) {
  write_tensors(file_, {{"format", "x"}, {"b", "text"}},
                {{"a", {{2, 3}, {1, 2, 3, 4, 5, 6}}}, {"b", {{1}, {7}}}}, Precision::f32);
  std::string good = bytes();
  EXPECT_TRUE(read_tensors(file_).has_checksum);
  for (std::size_t at = 0; at < good.size(); ++at)
    for (int bit = 0; bit < 8; ++bit) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ (1 << bit));
      try {
        // Only the name of the checksum can be lost: whoever needs one must say so.
        EXPECT_FALSE(tensors_from_bytes(std::as_bytes(std::span(bad)), "x").has_checksum)
            << at << ' ' << bit;
        EXPECT_LT(at, 8 + std::strlen(R"({"__metadata__":{"checksum":")"));
      } catch (const InputError&) {
      }
    }
}

TEST_F(Safetensors, AFileOfAnotherToolNeedsNoChecksum) {
  std::string file =
      with_header("{\"a\":" + tensor("F32", "[1]", 0, 4) + "}", std::string("\0\0\x80\x3f", 4));
  TensorFile read = tensors_from_bytes(std::as_bytes(std::span(file)), "x");
  EXPECT_FALSE(read.has_checksum);
  EXPECT_EQ(read.tensors.at("a").values, std::vector<float>{1});
}

TEST_F(Safetensors, AChecksumThatWasMovedIsRefused) {
  std::string file = with_header(R"({"__metadata__":{"x":"y","checksum":"0123456789abcdef"}})", "");
  EXPECT_THAT(why_not(file), testing::HasSubstr("its checksum is wrong"));
}

TEST_F(Safetensors, ValuesThatAreNoNumbersAreRefused) {
  for (float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                    -std::numeric_limits<float>::infinity()}) {
    EXPECT_THROW(write_tensors(file_, {}, {{"a", {{3}, {1, bad, 2}}}}, Precision::f32), InputError);
    EXPECT_FALSE(std::filesystem::exists(file_));
    std::string value(4, '\0');
    std::memcpy(value.data(), &bad, 4);
    EXPECT_THAT(why_not(with_header("{\"a\":" + tensor("F32", "[1]", 0, 4) + "}", value)),
                testing::HasSubstr("a value of the tensor 'a' is not a finite number"));
  }
  std::string half("\x00\x7c", 2);
  EXPECT_THAT(why_not(with_header("{\"a\":" + tensor("F16", "[1]", 0, 2) + "}", half)),
              testing::HasSubstr("finite"));
}

TEST_F(Safetensors, AValueTooLargeForHalvesIsRefused) {
  EXPECT_THROW(write_tensors(file_, {}, {{"a", {{1}, {70000}}}}, Precision::f16), InputError);
  write_tensors(file_, {}, {{"a", {{1}, {65504}}}}, Precision::f16);
  EXPECT_EQ(read_tensors(file_).tensors.at("a").values, std::vector<float>{65504});
}

TEST_F(Safetensors, ForgedHeadersAreRefused) {
  std::string eight(8, '\0');
  auto two = [&](const std::string& a, const std::string& b) {
    return why_not(with_header("{\"a\":" + a + ",\"b\":" + b + "}", eight));
  };
  EXPECT_EQ(two(tensor("F32", "[1]", 4, 8), tensor("F32", "[1]", 0, 4)), "");  // any order is right
  EXPECT_THAT(two(tensor("F32", "[1]", 0, 4), tensor("F32", "[1]", 0, 4)),
              testing::HasSubstr("overlap"));
  EXPECT_THAT(two(tensor("F32", "[2]", 0, 8), tensor("F32", "[1]", 4, 8)),
              testing::HasSubstr("overlap"));
  EXPECT_THAT(two(tensor("I8", "[2]", 0, 2), tensor("F32", "[1]", 4, 8)),
              testing::HasSubstr("gap"));
  EXPECT_THAT(two(tensor("I8", "[2]", 0, 2), tensor("I8", "[2]", 2, 4)),
              testing::HasSubstr("more in it"));
  EXPECT_THAT(two(tensor("I8", "[8]", 8, 0), tensor("I8", "[0]", 0, 0)),
              testing::HasSubstr("beyond"));
  // 2^61 rows of eight bytes, with eight scales: their product is 2^64, which is 0.
  EXPECT_NE(why_not(with_header("{\"a\":" + tensor("I8", "[0,2305843009213693952]", 0, 0) +
                                    ",\"a.scale\":" + tensor("I8", "[8]", 0, 8) + "}",
                                eight)),
            "");
  for (const char* shape :
       {"[-1]", "[1.5]", "[1e30]", "[18446744073709551616]", "{}", "7", "[[]]", "[null]"})
    EXPECT_NE(why_not(with_header("{\"a\":" + tensor("I8", shape, 0, 8) + "}", eight)), "")
        << shape;
}

TEST_F(Safetensors, ADeeplyNestedHeaderIsRefused) {
  EXPECT_THAT(why_not(with_header(std::string(200'000, '['), "")),
              testing::HasSubstr("nested deeper"));
  std::string deep;
  for (int i = 0; i < 200'000; ++i) deep += "{\"a\":";
  EXPECT_THAT(why_not(with_header(deep, "")), testing::HasSubstr("nested deeper"));
}

// Each key was looked for among all before it.
TEST_F(Safetensors, HeadersWithManyKeysTakeLinearTime) {
  auto cpu_s = [&](int keys) {
    std::string header = "{";
    for (int i = 0; i < keys; ++i)
      header += (i == 0 ? "\"t" : ",\"t") + std::to_string(i) +
                R"(":{"dtype":"F32","shape":[0],"data_offsets":[0,0]})";
    header += "}";
    if (header.size() % 2 != 0) header += " ";
    write_header(header);
    std::clock_t before = std::clock();
    EXPECT_EQ(read_tensors(file_).tensors.size(), static_cast<std::size_t>(keys));
    return static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
  };
  double few = cpu_s(5'000), many = cpu_s(40'000);  // 64 times as long if quadratic
  EXPECT_LT(many, 24 * few + 0.05);
}

}  // namespace
}  // namespace winnow
