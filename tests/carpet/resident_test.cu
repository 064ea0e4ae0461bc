// A walk in one launch: how the reach is cut into tiles, that their seams do not show, and what is
// refused.
#include <gtest/gtest.h>

#include <map>
#include <stdexcept>
#include <utility>

#include "kernels/carpet/tiles_within.h"
#include "tests/thorough.h"
#include "tests/variants/check_variants.h"

namespace carpet {
namespace {

TEST(CarpetTiles, CoverTheDiamondOnceAndKnowTheirNeighbours) {
  for (const window& reach :
       {window{-40, 40, -40, 40}, {0, 0, 0, 0}, {-3, 23, -1, 25}, {-40, 0, 0, 17}}) {
    for (const auto& [width, height] : {std::pair{16, 8}, {7, 100}, {200, 5}}) {
      const auto tiles = tiles_within(reach, 40, width, height);
      std::map<std::pair<int, int>, int> owner;
      for (std::size_t n = 0; n < tiles.size(); ++n) {
        for (int y = 0; y < height; ++y) {
          for (int x = 0; x < width; ++x)
            ASSERT_TRUE(
                owner.insert({{tiles[n].x + x, tiles[n].y + y}, static_cast<int>(n)}).second);
        }
      }
      for (int y = reach.y_min; y <= reach.y_max; ++y) {
        const auto wanted = columns_of(reach, y, 40);
        for (int x = wanted.first; x <= wanted.last; ++x) ASSERT_TRUE(owner.contains({x, y}));
      }
      for (std::size_t n = 0; n < tiles.size(); ++n) {
        for (int k = 0; k < 9; ++k) {
          const auto beside =
              owner.find({tiles[n].x + (k % 3 - 1) * width, tiles[n].y + (k / 3 - 1) * height});
          EXPECT_EQ(tiles[n].around[k], beside == owner.end() ? -1 : beside->second);
        }
      }
    }
  }
}

TEST(CarpetTiles, AreNoneWhereNoWalkComes) {
  // Of 9 x 9 tiles of 20 sites those at the corners lie outside the diamond.
  EXPECT_LT(tiles_within({-80, 80, -80, 80}, 80, 20, 20).size(), 55u);
}

const retime::variant& resident() {
  for (const auto* one : tests::variants_of(tests::family_named("carpet")))
    if (one->id == "resident") return *one;
  throw std::logic_error("no variant resident");
}

/// Faults of tiles of every kind of seam.
void expect_resident_right(const retime::axis_values& workload, std::size_t turn) {
  const tests::workload on(tests::family_named("carpet"), workload);
  const std::vector<retime::axis_values> tunings{
      {{"sites_per_lane", 2}, {"rows_per_warp", 4}, {"warps", 6}, {"steps_per_exchange", 8}},
      {{"sites_per_lane", 4}, {"rows_per_warp", 2}, {"warps", 6}, {"steps_per_exchange", 4}},
      {{"sites_per_lane", 2}, {"rows_per_warp", 2}, {"warps", 5}, {"steps_per_exchange", 2}}};
  for (const auto& fault : tests::faults_of(resident(), on, tests::in_turn(tunings, turn)))
    ADD_FAILURE() << fault;
}

TEST(CarpetResident, SeamsOfTilesDoNotShow) {
  expect_resident_right({{"steps", 61}, {"occupancy", 0.59}}, 0);
  expect_resident_right({{"steps", 90}, {"occupancy", 0.093}, {"precision", "double"}}, 1);
}

TEST(CarpetResident, WallsAreFelt) {
  expect_resident_right({{"steps", 100}, {"level", 2}, {"surface", "3"}, {"start", "3:1"}}, 2);
}

TEST(CarpetResident, AnyNumberOfStepsEndsWhereItShould) {
  std::size_t turn = 0;
  for (const int steps : {1, 2, 3, 4, 7, 8, 9, 12, 13, 16, 17})
    expect_resident_right({{"steps", steps}}, turn++);
}

TEST(CarpetResident, RefusesWhatNoGpuHolds) {
  const auto& family = tests::family_named("carpet");
  const tests::workload on(family, {{"steps", 2}});
  const auto refused = [&](int steps, const retime::axis_values& tuning) {
    auto at = tests::tuned(on, resident(), tuning);
    at.set("steps", steps);
    return resident().invalid(at).value_or("accepted");
  };
  EXPECT_EQ(refused(1000, {}), "accepted");
  EXPECT_EQ(refused(5000, {}),
            "steps=5000: about 13950 tiles, and no GPU holds more than 2048 at once; several_steps "
            "takes longer walks");
  EXPECT_EQ(refused(500, {{"warps", 4}}),
            "steps_per_exchange=8: a tile is 112 x 0 sites, and must be as large as its halo");
}

}  // namespace
}  // namespace carpet
