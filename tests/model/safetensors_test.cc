#include "model/safetensors.h"

#include "winnow/error.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>

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

TEST_F(Safetensors, RefuseMetadataThatIsNoText) {
  for (const char* header : {R"({"__metadata__":{"a":0}})", R"({"__metadata__":{"a":[]}} )",
                             R"({"__metadata__":{"a":"b)", R"({"__metadata__":7}  )", "\""}) {
    write_header(header);
    EXPECT_THROW(read_tensors(file_), InputError) << header;
  }
}

}  // namespace
}  // namespace winnow
