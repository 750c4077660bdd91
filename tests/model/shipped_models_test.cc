// The models that come with winnow: each loads, is small, and has its card.
#include "model/model.h"
#include "tests/paths.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

namespace winnow {
namespace {

const std::filesystem::path kModels = std::filesystem::path(WINNOW_SOURCE_DIR) / "models";

TEST(ShippedModels, LoadAndAreWhatTheyAreCalled) {
  for (const char* name : {"mizar-rank", "mizar-pair", "mizar-joint", "holstep"}) {
    Model model = Model::load(kModels / (std::string(name) + ".safetensors"));
    EXPECT_EQ(model.config().mode, name == std::string("mizar-joint") ? Mode::joint : Mode::pair);
    EXPECT_GT(model.labels().symbols.size(), 1000u) << name;
  }
}

TEST(ShippedModels, TogetherTakeAtMost80Megabytes) {
  std::uintmax_t bytes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kModels)) bytes += entry.file_size();
  EXPECT_LE(bytes, 80'000'000u);
}

TEST(ShippedModels, HaveCardsWithTheirFigures) {
  std::ifstream in(kModels / "README.md");
  std::string cards{std::istreambuf_iterator<char>(in), {}};
  for (const auto& entry : std::filesystem::directory_iterator(kModels))
    if (entry.path().extension() == ".safetensors") {
      EXPECT_THAT(cards, testing::HasSubstr("## " + entry.path().stem().string()));
    }
  for (const char* part : {"Licence", "Command", "Seed", "Dev"})
    EXPECT_THAT(cards, testing::HasSubstr(part));
}

}  // namespace
}  // namespace winnow
