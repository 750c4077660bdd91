// The figures that the importers promise, on the data sets themselves. WINNOW_DATA points at the
// folder that tools/unpack-data.sh makes. Limits of time are twice the promise: machines differ.
#include "data/import.h"
#include "data/store_format.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

namespace winnow {
namespace {

constexpr std::uint64_t kMegabyte = 1000000;

class RealData : public ::testing::Test {
 protected:
  void SetUp() override {
    const char* folder = std::getenv("WINNOW_DATA");
    if (folder == nullptr)
      GTEST_SKIP() << "WINNOW_DATA is not set: the real data sets were not tested "
                      "(tools/unpack-data.sh ARCHIVES TARGET makes such a folder)";
    data_ = folder;
    output_ = std::filesystem::path(::testing::TempDir()) /
              ("real_data_" + std::to_string(::getpid()) + ".store");
  }
  void TearDown() override { std::filesystem::remove(output_); }

  using Importer = ImportReport (*)(const std::filesystem::path&, const ImportOptions&, TermBank&,
                                    StoreWriter&);
  Store import(Importer importer, const std::filesystem::path& folder,
               const ImportOptions& options) {
    auto started = std::chrono::steady_clock::now();
    TermBank bank;
    StoreWriter writer(bank);
    report_ = importer(folder, options, bank, writer);
    writer.write(output_);
    Store store = Store::open(output_);
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    return store;
  }
  ImportOptions options(const std::string& set) {
    ImportOptions result;
    result.splits = {{"train", data_ / set / "train.txt"}, {"dev", data_ / set / "dev.txt"}};
    result.keep_going = true;
    return result;
  }
  static std::uint64_t peak_memory_bytes() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  }
  static std::uint64_t premises(const Store& store, std::string_view split) {
    std::uint64_t count = 0;
    for (ExampleId example : store.examples(store.find_split(split).value()))
      count += store.premises(example).size();
    return count;
  }
  void expect_no_skipped() const {
    EXPECT_EQ(report_.skipped.size(), 0u)
        << "first: " << (report_.skipped.empty() ? "" : report_.skipped[0].message);
  }

  std::filesystem::path data_, output_;
  ImportReport report_;
  double seconds_ = 0;
};

TEST_F(RealData, MizarIsImportedCompletelyAndFast) {
  ImportOptions with_order = options("mizar");
  with_order.order = data_ / "mizar" / "order.txt";
  Store store = import(import_mizar, data_ / "mizar" / "nndata", with_order);
  expect_no_skipped();
  EXPECT_EQ(store.examples(store.find_split("train").value()).size(), 26019u);
  EXPECT_EQ(store.examples(store.find_split("dev").value()).size(), 3252u);
  EXPECT_EQ(premises(store, "train"), 419718u);
  EXPECT_EQ(premises(store, "dev"), 51009u);
  EXPECT_EQ(store.chronology().size(), store.formulas()) << "the order names every statement";
  EXPECT_LE(store.bytes(), 40 * kMegabyte);
  EXPECT_LE(peak_memory_bytes(), 1000 * kMegabyte);
  EXPECT_LE(seconds_, 20.0);

  // Once more: the same bytes.
  TermBank bank;
  StoreWriter writer(bank);
  import_mizar(data_ / "mizar" / "nndata", with_order, bank, writer);
  FileBytes file(output_, store_format::stated_size);
  EXPECT_TRUE(std::ranges::equal(writer.bytes(), file.bytes()));
}

TEST_F(RealData, HolstepIsImportedCompletelyAndFast) {
  Store store = import(import_holstep, data_ / "holstep" / "train", options("holstep"));
  expect_no_skipped();
  EXPECT_EQ(store.examples(store.find_split("train").value()).size(), 8991u);
  EXPECT_EQ(store.examples(), 9990u);
  EXPECT_EQ(store.premises(), 1999246u);
  EXPECT_LE(store.bytes(), 300 * kMegabyte);
  EXPECT_LE(peak_memory_bytes(), 4000 * kMegabyte);
  EXPECT_LE(seconds_, 120.0);
}

}  // namespace
}  // namespace winnow
