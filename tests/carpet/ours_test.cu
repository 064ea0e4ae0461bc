// Walks by tiles of accessible sites: their seams do not show, they wake in time, and what a block
// does not hold is refused.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "kernels/carpet/compact_tiles.cuh"
#include "kernels/carpet/reference.h"
#include "kernels/device/access_counter.h"
#include "tests/carpet/walks.h"
#include "tests/thorough.h"
#include "tests/variants/check_variants.h"

namespace carpet {
namespace {

const retime::variant& ours() {
  for (const auto* one : tests::variants_of(tests::family_named("carpet")))
    if (one->id == "ours") return *one;
  throw std::logic_error("no variant ours");
}

void expect_right(const retime::axis_values& workload) {
  const tests::workload on(tests::family_named("carpet"), workload);
  std::vector<retime::axis_values> tunings;
  for (const char* zeros : {"computed", "skipped"}) {
    tunings.push_back({{"tile_side", 8}, {"steps_per_pass", 8}, {"block", 64}, {"zeros", zeros}});
    tunings.push_back({{"tile_side", 25}, {"steps_per_pass", 5}, {"block", 128}, {"zeros", zeros}});
    tunings.push_back({{"tile_side", 60}, {"steps_per_pass", 32}, {"zeros", zeros}});
  }
  for (const auto& fault : tests::faults_of(ours(), on, tunings)) ADD_FAILURE() << fault;
}

TEST(CarpetOurs, SeamsOfTilesDoNotShow) {
  expect_right({{"steps", 61}, {"occupancy", 0.59}});
  expect_right({{"steps", 130}, {"occupancy", 0.093}, {"precision", "double"}});
  expect_right({{"steps", 90}, {"occupancy", 0.35}});
}

TEST(CarpetOurs, WallsAreFelt) {
  expect_right({{"steps", 100}, {"level", 2}, {"surface", "3"}, {"start", "3:1"}});
  expect_right({{"steps", 70}, {"level", 2}, {"surface", "1"}, {"start", "0:0"}});
}

TEST(CarpetOurs, AnyNumberOfStepsEndsWhereItShould) {
  for (const int steps : {1, 2, 3, 5, 7, 8, 9, 15, 16, 17}) expect_right({{"steps", steps}});
}

/// Far more tiles than blocks: every block has several, most of them asleep.
TEST(CarpetOurs, ABlockTakesAllThatAreAwakeOfItsTiles) {
  const problem walk = make_problem(carpet::walk(215, built_in_generators(0.59)));
  ASSERT_GT(site_tiles(walk, 4).tiles().size(), 2 * 2048u);
  compact_tiles_walk<double> tiles(walk, {.side = 4, .steps_per_pass = 4, .skips_zeros = true},
                                   {.block = 32});
  device::stream queue;
  const int runs = tests::thorough() ? 2 : 1;  // the second from what the first has left
  for (int run = 0; run < runs; ++run) {
    tiles.advance(queue, 1, walk.steps);
    queue.synchronize();
    EXPECT_EQ(greatest_difference(tiles.collect(walk.steps), reference(walk)), 0);
  }
}

/// After 600 steps p is 0 in single precision beyond some 200 sites of the start.
TEST(CarpetOurs, TilesWhereNothingButZeroWasAreLeftAlone) {
  parameters asked = carpet::walk(600, plus);
  asked.in_double = false;
  const problem walk = make_problem(asked);
  const auto writes = [&](bool skips_zeros) {
    compact_tiles_walk<float> tiles(
        walk, {.side = 25, .steps_per_pass = 8, .skips_zeros = skips_zeros}, {.block = 64});
    device::stream queue;
    tiles.reset();
    const device::access_counter counter;
    tiles.advance(queue, 1, walk.steps);
    queue.synchronize();
    return counter.counted()->writes;
  };
  EXPECT_LT(writes(true), writes(false) / 2);
}

TEST(CarpetOurs, RefusesWhatABlockDoesNotHold) {
  const problem walk = make_problem(carpet::walk(150, built_in_generators(0.59)));
  const auto refused = [&](const tile_options& tiles, unsigned block) -> std::string {
    try {
      compact_tiles_walk<float>(walk, tiles, {.block = block});
      return "accepted";
    } catch (const device::does_not_fit& why) {
      return why.what();
    }
  };
  EXPECT_EQ(refused({.side = 50, .steps_per_pass = 8}, 256), "accepted");
  EXPECT_EQ(refused({.side = 125, .steps_per_pass = 1}, 64),
            "tile_side=125: a tile has up to " + std::to_string(21 * 21 * 21 + 4 * 27) +
                " sites with those around it, too many for 64 threads; take smaller tiles");
  const std::string of_many = refused({.side = 75, .steps_per_pass = 8}, 1024);
  EXPECT_TRUE(of_many.ends_with("too many for 1024 threads; take block=512")) << of_many;
  EXPECT_EQ(refused({.side = 75, .steps_per_pass = 8}, 512), "accepted");
}

TEST(CarpetOurs, RefusesPassesThatLeaveTheTilesAround) {
  const tests::workload on(tests::family_named("carpet"), {{"steps", 20}});
  EXPECT_EQ(ours().invalid(tests::tuned(on, ours(), {{"tile_side", 16}, {"steps_per_pass", 32}})),
            "steps_per_pass=32: at most tile_side=16, so that a walker leaves the tiles around for "
            "no others");
}

}  // namespace
}  // namespace carpet
