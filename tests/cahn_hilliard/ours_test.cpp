// What the family's variants of our own have to get right: the seams of what a warp, a block or a
// tile computes, and what they read and write.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/cahn_hilliard/problem.h"
#include "kernels/cahn_hilliard/tile_grid.h"
#include "tests/thorough.h"
#include "tests/variants/check_variants.h"
#include "variants/form.h"

namespace {

using cahn_hilliard::boundary;
using cahn_hilliard::tile_grid;
using retime::axis_values;
using tests::workload;

workload on(const axis_values& given) { return {tests::family_named("cahn_hilliard"), given}; }

const retime::variant& named(const workload& field, std::string_view id) {
  for (const auto* which : tests::variants_of(field.family))
    if (which->id == id) return *which;
  throw std::logic_error("no variant " + std::string(id));
}

TEST(CahnHilliardOurs, MarchReadsAndWritesOnceAPass) {
  const auto bytes_a_cell = [&](int steps, int steps_per_pass) {
    const auto field = on({{"n", 10}, {"steps", steps}});
    for (const auto* which : tests::variants_of(field.family)) {
      if (which->id != "march") continue;
      const auto at = tuned(field, *which, {{"steps_per_pass", steps_per_pass}});
      return which->work(field.problem, at).bytes / 100;
    }
    return 0.0;
  };
  EXPECT_EQ(bytes_a_cell(6, 1), 6 * 8);
  EXPECT_EQ(bytes_a_cell(6, 2), 3 * 8);
  EXPECT_EQ(bytes_a_cell(7, 2), 4 * 8);
}

/// Strips, blocks of rows and halos that repeat cells more than once: fields smaller than a warp
/// reaches, of a width that lanes do not divide, and wider than two strips.
TEST(CahnHilliardOurs, MarchIsRightAtEverySeam) {
  for (const int n : {5, 31, 130}) {
    for (const char* edge : {"periodic", "mirror"}) {
      const auto field = on({{"n", n}, {"steps", 3}, {"boundary", edge}});
      for (const auto* which : tests::variants_of(field.family)) {
        if (which->id != "march" && which->id != "ours") continue;
        std::vector<axis_values> tunings;
        for (const int cells : {1, 2, 4}) {
          for (const int steps : {1, 2})
            tunings.push_back({{"cells_per_lane", cells}, {"steps_per_pass", steps}, {"rows", 13}});
        }
        for (const auto& fault : tests::faults_of(*which, field, tests::some_of(tunings, 3)))
          ADD_FAILURE() << fault;
      }
    }
  }
}

TEST(CahnHilliardOurs, MarchThroughPlanesIsRightAtEverySeam) {
  const auto field = on({{"n", 60}, {"steps", 2}, {"dim", 3}});
  for (const auto* which : tests::variants_of(field.family)) {
    if (which->id != "ours_3d") continue;
    const axis_values narrow{{"cells_per_lane", 2}, {"rows_of_threads", 16}, {"planes", 23}};
    for (const auto& fault : tests::faults_of(*which, field, {narrow})) ADD_FAILURE() << fault;
  }
}

TEST(CahnHilliardOurs, TilesCoverTheFieldOnce) {
  for (const int n : {5, 24, 25, 119, 120, 121, 1024, 1030, 1031}) {
    for (const int unit : {2, 4}) {
      const tile_grid tiles(n, boundary::periodic, 120, 76, unit);
      EXPECT_EQ(tiles.columns(0).begin, 0);
      EXPECT_EQ(tiles.columns(tiles.across - 1).end, n);
      EXPECT_EQ(tiles.rows(tiles.down - 1).end, n);
      for (int i = 0; i < tiles.across; ++i) {
        const auto [begin, end] = tiles.columns(i);
        EXPECT_TRUE(end - begin <= 120 && (tiles.across == 1 || end - begin >= 60)) << n;
        EXPECT_TRUE(n % unit != 0 || begin % unit == 0);
        EXPECT_EQ(begin, i == 0 ? 0 : tiles.columns(i - 1).end);
      }
    }
  }
  const tile_grid tiles(1024, boundary::periodic, 120, 76, 4);
  EXPECT_EQ(tiles.across, 9);
  EXPECT_EQ(tiles.down, 14);
}

/// One tile that is its own neighbour, two that meet on both sides, sides that differ.
TEST(CahnHilliardOurs, ResidentIsRightAtEverySeam) {
  for (const int n : {5, 31, 75, 150}) {
    for (const char* edge : {"periodic", "mirror"}) {
      const auto field = on({{"n", n}, {"steps", 4}, {"boundary", edge}});
      const std::vector<axis_values> tunings{
          {{"cells_per_lane", 2}, {"rows_per_warp", 2}, {"warps", 8}},
          {{"cells_per_lane", 4}, {"rows_per_warp", 8}, {"warps", 4}}};
      for (const auto& fault : tests::faults_of(named(field, "resident"), field, tunings))
        ADD_FAILURE() << fault;
    }
  }
}

TEST(CahnHilliardOurs, ResidentRefusesWhatNoGpuHolds) {
  const auto large = on({{"n", 4096}, {"steps", 1}});
  const auto& resident = named(large, "resident");
  EXPECT_EQ(resident.invalid(tuned(large, resident)).value_or("accepted"),
            "n=4096: 1890 tiles, and no GPU holds more than 256 at once; ours takes fields of any "
            "size");
  const auto field = on({{"n", 24}, {"steps", 1}});
  const auto why = resident.invalid(tuned(field, resident, {{"rows_per_warp", 8}}));
  EXPECT_EQ(why.value_or("accepted").find("warps=14"), 0u);
}

}  // namespace
