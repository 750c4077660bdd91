#include "learn/weight_slices.h"

#include <gtest/gtest.h>

namespace winnow {
namespace {

ParameterMap parameters() {
  ParameterMap map;
  map["a.w"] = torch::zeros({100, 100}).requires_grad_();
  map["b.mean"] = torch::zeros({1000});  // not trained
  map["c.table"] = torch::zeros({3000, 50}).requires_grad_();
  map["d.w"] = torch::zeros({300, 300}).requires_grad_();
  return map;
}

TEST(WeightSlices, OwnEveryTrainedWeightOnceAndInOrder) {
  ParameterMap map = parameters();
  for (std::uint32_t owners : {1u, 2u, 3u, 7u, 40u}) {
    WeightSlices slices(map, owners);
    std::map<std::string, std::int64_t> ends;
    std::string last;
    for (std::uint32_t owner = 0; owner < owners; ++owner)
      for (const WeightSlice& slice : slices.of(owner)) {
        EXPECT_GE(slice.name, last);
        last = slice.name;
        EXPECT_EQ(slice.begin, ends[slice.name]);
        EXPECT_EQ(slice.begin % slice.stretch(), 0) << "stretches are the same for all owners";
        EXPECT_GT(slice.end, slice.begin);
        ends[slice.name] = slice.end;
      }
    EXPECT_EQ(ends.size(), 3u);
    for (const auto& [name, end] : ends) EXPECT_EQ(end, map.at(name).numel()) << name;
  }
}

TEST(WeightSlices, DoNotCutRowsOfTables) {
  ParameterMap map = parameters();
  WeightSlices slices(map, 3);
  for (std::uint32_t owner = 0; owner < 3; ++owner)
    for (const WeightSlice& slice : slices.of(owner)) {
      EXPECT_EQ(slice.row, slice.name == "c.table" ? 50 : 0);
      if (slice.row != 0) {
        EXPECT_EQ(slice.begin % slice.row, 0);
      }
    }
}

}  // namespace
}  // namespace winnow
