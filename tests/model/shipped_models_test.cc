// The models that come with winnow: each loads, is small, and has its card.
#include "data/checksum_list.h"
#include "data/file_bytes.h"
#include "model/model.h"
#include "model/model_file.h"
#include "tests/paths.h"
#include "winnow/error.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace winnow {
namespace {

const std::filesystem::path kModels = std::filesystem::path(WINNOW_SOURCE_DIR) / "models";

TEST(ShippedModels, LoadAndAreWhatTheyAreCalled) {
  EXPECT_TRUE(Model::load(kModels / "mizar-rank.safetensors").config().retrieve_features);
  for (const char* name : {"mizar-pair", "mizar-joint", "holstep"}) {
    Model model = Model::load(kModels / (std::string(name) + ".safetensors"));
    EXPECT_EQ(model.config().mode,
              name == std::string("mizar-pair") ? ExampleMode::pair : ExampleMode::joint);
    EXPECT_GT(model.labels().symbols.size(), 1000u) << name;
  }
}

// Some were written before files carried a checksum; models/checksums.txt has theirs.
TEST(ShippedModels, HaveTheChecksumsThatAreListed) {
  std::ifstream in(kModels / kChecksumList);
  const std::string list{std::istreambuf_iterator<char>(in), {}};
  for (const auto& entry : std::filesystem::directory_iterator(kModels)) {
    if (entry.path().extension() != ".safetensors" || read_model(entry.path()).has_checksum)
      continue;
    const FileBytes bytes(entry.path(), stated_tensor_bytes);
    EXPECT_THAT(list, testing::HasSubstr(checksum_line(entry.path(), bytes.bytes()) + "\n"));
    EXPECT_NO_THROW(check_listed(entry.path(), bytes.bytes()));
  }
}

TEST(ShippedModels, WithAFlippedBitAreRefused) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("winnow-shipped-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const std::filesystem::path file = folder / "mizar-pair.safetensors";
  for (const char* name : {"mizar-pair.safetensors", kChecksumList})
    std::filesystem::copy_file(kModels / name, folder / name,
                               std::filesystem::copy_options::overwrite_existing);
  EXPECT_NO_THROW(read_model(file));
  std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
  const auto middle = static_cast<std::streamoff>(std::filesystem::file_size(file) / 2);
  stream.seekg(middle);
  const char changed = static_cast<char>(stream.get() ^ 1);
  stream.seekp(middle);
  stream.put(changed);
  stream.close();
  EXPECT_THROW(read_model(file), InputError);
  std::filesystem::remove_all(folder);
}

TEST(ShippedModels, TogetherTakeAtMost70Megabytes) {
  std::uintmax_t bytes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kModels)) bytes += entry.file_size();
  EXPECT_LE(bytes, 70'000'000u);
}

TEST(ShippedModels, HaveCardsWithTheirFigures) {
  std::ifstream in(kModels / "README.md");
  std::string cards{std::istreambuf_iterator<char>(in), {}};
  for (const auto& entry : std::filesystem::directory_iterator(kModels)) {
    if (entry.path().extension() != ".safetensors") continue;
    const std::string name = entry.path().stem().string();
    const std::size_t begin = cards.find("\n## " + name + "\n");
    ASSERT_NE(begin, std::string::npos) << name;
    const std::string card = cards.substr(begin, cards.find("\n## ", begin + 1) - begin);
    for (const char* part : {"- Data: ", "- Model: ", "Seed"})
      EXPECT_THAT(card, testing::HasSubstr(part)) << name;
    EXPECT_THAT(card, testing::ContainsRegex("- Commands?: `winnow ")) << name;
    EXPECT_THAT(card, testing::ContainsRegex("- Dev: [^\n]*[0-9]")) << name;
  }
  EXPECT_THAT(cards, testing::HasSubstr("Licence of the data"));
}

}  // namespace
}  // namespace winnow
