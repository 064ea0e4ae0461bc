// Our variants, where their tiles and strips have seams: these do not show, what holds nothing but
// 0 is left alone, and what a block does not hold is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "harness/cases/run_once.h"
#include "kernels/carpet/site_tiles.h"
#include "kernels/device/access_counter.h"
#include "kernels/device/errors.h"
#include "kernels/device/stream.h"
#include "tests/variants/check_variants.h"
#include "variants/form.h"

namespace carpet {
namespace {

using retime::axis_values;

const retime::variant& named(const std::string& id) {
  const auto variants = tests::variants_of(tests::family_named("carpet"));
  return **std::ranges::find(variants, id, &retime::variant::id);
}

tests::workload walk_of(const axis_values& workload) {
  return {tests::family_named("carpet"), workload};
}

/// Seams of every kind.
std::vector<axis_values> tunings_of(const std::string& id) {
  if (id == "several_steps")
    return {{{"sites_per_lane", 4}, {"steps_per_pass", 8}, {"rows", 24}},
            {{"sites_per_lane", 2}, {"steps_per_pass", 8}, {"rows", 8}},
            {{"sites_per_lane", 1}, {"steps_per_pass", 8}, {"rows", 64}},
            {{"sites_per_lane", 4}, {"steps_per_pass", 4}, {"rows", 256}},
            {{"sites_per_lane", 1}, {"steps_per_pass", 2}, {"rows", 16}}};
  std::vector<axis_values> tunings;
  for (const char* zeros : {"computed", "skipped"}) {
    tunings.push_back({{"tile_side", 8}, {"steps_per_pass", 8}, {"block", 64}, {"zeros", zeros}});
    tunings.push_back({{"tile_side", 25}, {"steps_per_pass", 5}, {"block", 128}, {"zeros", zeros}});
    tunings.push_back({{"tile_side", 60}, {"steps_per_pass", 32}, {"zeros", zeros}});
  }
  return tunings;
}

void expect_right(const axis_values& workload) {
  const tests::workload walk = walk_of(workload);
  for (const char* id : {"ours", "several_steps"})
    for (const auto& fault : tests::faults_of(named(id), walk, tunings_of(id)))
      ADD_FAILURE() << fault;
}

TEST(CarpetOurs, SeamsDoNotShow) {
  expect_right({{"steps", 61}, {"occupancy", 0.59}});
  expect_right({{"steps", 130}, {"occupancy", 0.093}, {"precision", "double"}});  // three strips
  expect_right({{"steps", 90}, {"occupancy", 0.35}});
}

TEST(CarpetOurs, WallsAreFelt) {
  expect_right({{"steps", 100}, {"level", 2}, {"surface", "3"}, {"start", "3:1"}});
  expect_right({{"steps", 70}, {"level", 2}, {"surface", "1"}, {"start", "0:0"}});
  expect_right({{"steps", 170}, {"surface", "1"}, {"start", "3:120"}, {"precision", "double"}});
}

TEST(CarpetOurs, AnyNumberOfStepsEndsWhereItShould) {
  for (const int steps : {1, 2, 3, 5, 7, 8, 9, 15, 16, 17})
    expect_right({{"steps", steps}, {"precision", "double"}});
}

/// Far more tiles than blocks: every block has several, most of them asleep.
TEST(CarpetOurs, ABlockTakesAllThatAreAwakeOfItsTiles) {
  const tests::workload walk =
      walk_of({{"steps", 215}, {"occupancy", 0.59}, {"precision", "double"}});
  ASSERT_GT(site_tiles(retime::as<problem>(walk.problem), 4).tiles().size(), 2 * 2048u);
  const auto point =
      tests::tuned(walk, named("ours"), {{"tile_side", 4}, {"steps_per_pass", 4}, {"block", 32}});
  const auto runner = named("ours").prepare(walk.problem, point);
  const auto answer = retime::cases::run_once(*runner).answer;
  EXPECT_EQ(walk.family.compare(walk.problem, answer, walk.expected).value, 0);
}

/// After 400 steps p is 0 in single precision beyond some 150 sites of the start.
TEST(CarpetOurs, TilesWhereNothingButZeroWasAreLeftAlone) {
  const tests::workload walk = walk_of({{"steps", 400}});
  const auto writes = [&](const char* zeros) {
    const auto point = tests::tuned(walk, named("ours"),
                                    {{"tile_side", 25}, {"steps_per_pass", 8}, {"zeros", zeros}});
    const auto runner = named("ours").prepare(walk.problem, point);
    runner->reset();
    device::stream queue;
    const device::access_counter counter;
    runner->run(queue);
    queue.synchronize();

    return counter.counted()->writes;
  };
  EXPECT_LT(writes("skipped"), writes("computed") / 2);
}

TEST(CarpetOurs, RefuseWhatABlockDoesNotHold) {
  const tests::workload walk = walk_of({{"steps", 150}, {"occupancy", 0.59}});
  const auto refused = [&](int side, int steps, int block) -> std::string {
    const auto point = tests::tuned(
        walk, named("ours"), {{"tile_side", side}, {"steps_per_pass", steps}, {"block", block}});
    if (const auto why = named("ours").invalid(point)) return *why;
    try {
      named("ours").prepare(walk.problem, point);
      return "accepted";
    } catch (const device::does_not_fit& error) {
      return error.what();
    }
  };
  EXPECT_EQ(refused(50, 8, 256), "accepted");
  EXPECT_EQ(refused(125, 1, 64),
            "tile_side=125: a tile has up to " + std::to_string(21 * 21 * 21 + 4 * 27) +
                " sites with those around it, too many for 64 threads; take smaller tiles");
  EXPECT_TRUE(refused(75, 8, 1024).ends_with("too many for 1024 threads; take block=512"));
  EXPECT_EQ(refused(75, 8, 512), "accepted");
  EXPECT_EQ(refused(16, 32, 512),
            "steps_per_pass=32: at most tile_side=16, so that a walker leaves the tiles around for "
            "no others");
}

}  // namespace
}  // namespace carpet
