// What the family's variants have beyond right answers on its examples: forms, limits, bytes, and
// the seams of what a warp, a block or a tile of ours computes, reads and writes.
#include <gtest/gtest.h>

#include <stdexcept>

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

/// One step, unless the axes say otherwise.
workload workload_of(axis_values axes) {
  axes.insert({"steps", 1});
  return {tests::family_named("cahn_hilliard"), axes};
}

const retime::variant& variant_named(std::string_view id) {
  for (const auto* variant : tests::variants_of(tests::family_named("cahn_hilliard")))
    if (variant->id == id) return *variant;
  throw std::logic_error("no variant " + std::string(id));
}

double bytes_a_cell(const char* id, axis_values axes, const axis_values& tuning) {
  axes["n"] = 10;
  const workload field = workload_of(axes);
  const auto& variant = variant_named(id);
  return variant.work(field.problem, tuned(field, variant, tuning)).bytes / 100;
}

/// Why the variant refuses a point.
std::string refusal(const retime::variant& variant, const axis_values& axes,
                    const axis_values& tuning = {}) {
  return variant.invalid(tuned(workload_of(axes), variant, tuning)).value_or("accepted");
}

TEST(CahnHilliardVariants, ReportTheFormOfBorderedBlocks) {
  for (const char* id : {"b_shared", "d_texture_shared"}) {
    const auto& variant = variant_named(id);
    const auto form_on = [&](int n) {
      const workload field = workload_of({{"n", n}});
      return variant.prepare(field.problem, tuned(field, variant))->launch()->form;
    };
    EXPECT_EQ(form_on(48), "printed form");
    EXPECT_EQ(form_on(50), "guarded form");
    const axis_values two_rows{{"block_x", 128}, {"block_y", 2}};
    EXPECT_NE(refusal(variant, {{"n", 48}}, two_rows).find("no thread to write"),
              std::string::npos);
    EXPECT_NE(refusal(variant, {{"n", 9}, {"dim", 3}}), "accepted");
  }
}

TEST(CahnHilliardVariants, CountTheBytesOfBothFlows) {
  const auto of_flow = [](const char* method, const char* flow, const char* update = "plain") {
    return bytes_a_cell("a_global", {{"integrator", method}, {"update", update}}, {{"flow", flow}});
  };
  EXPECT_EQ(of_flow("rk2", "copy"), 36);
  EXPECT_EQ(of_flow("rk2", "swap"), 20);
  EXPECT_EQ(of_flow("euler", "copy"), 16);
  EXPECT_EQ(of_flow("euler", "swap"), 8);
  EXPECT_EQ(of_flow("rk2", "copy", "conserving"), 44);
  EXPECT_EQ(of_flow("rk2", "swap", "conserving"), 28);
  EXPECT_EQ(of_flow("euler", "swap", "conserving"), 16);
}

TEST(CahnHilliardVariants, OfOursReadAndWriteOnceAPass) {
  for (const auto& [steps, together, passes] : {std::tuple{6, 1, 6}, {6, 2, 3}, {7, 2, 4}})
    EXPECT_EQ(bytes_a_cell("ours", {{"steps", steps}}, {{"steps_per_pass", together}}), 8 * passes);
}

TEST(CahnHilliardVariants, ButAAndTheCpusRefuseTheConservingUpdate) {
  std::vector<std::string> accepting;
  for (const auto* variant : tests::variants_of(tests::family_named("cahn_hilliard"))) {
    const std::string why = refusal(*variant, {{"n", 24}, {"update", "conserving"}});
    if (why == "accepted")
      accepting.push_back(variant->id);
    else
      EXPECT_TRUE(why.starts_with("update=conserving")) << why;
  }
  EXPECT_EQ(accepting, (std::vector<std::string>{"a_global", "cpu_parallel", "cpu_serial"}));
}

TEST(CahnHilliardVariants, AreWrongWhereTheMeanDrifts) {
  const workload field = workload_of({{"n", 10}, {"steps", 3}, {"mean", 0.2}});
  const auto shifted_by = [&](float shift) {
    auto problem = retime::as<cahn_hilliard::problem>(field.problem);
    for (float& phi : std::get<std::vector<float>>(problem.start)) phi += shift;
    return field.family.compare(std::make_shared<const cahn_hilliard::problem>(problem),
                                field.expected, field.expected);
  };
  EXPECT_TRUE(shifted_by(5e-7f).correct());
  const auto wrong = shifted_by(-2e-6f);
  EXPECT_FALSE(wrong.correct());
  EXPECT_EQ(wrong.metric, "drift of the mean (update=conserving has none)");
  EXPECT_NEAR(wrong.value, 2e-6, 2e-7);
  EXPECT_EQ(wrong.tolerance, 1e-6);
}

void expect_right(const char* id, const axis_values& axes,
                  const std::vector<axis_values>& tunings) {
  for (const auto& fault : tests::faults_of(variant_named(id), workload_of(axes), tunings))
    ADD_FAILURE() << fault;
}

/// Blocks whose tiles lack rows or cells that they then read one by one: strips of one and of
/// several blocks a row, blocks that branch, of one row, of fewer than a stencil's and beyond the
/// field's end.
TEST(CahnHilliardVariants, StripsAndBranchesAreRight) {
  std::vector<axis_values> shapes;
  for (const char* border : {"threads", "branches"}) {
    for (const int x : {32, 64})
      shapes.push_back({{"block_x", x}, {"block_y", 1}, {"border", border}});
  }
  for (const auto& [x, y] : {std::pair{16, 2}, {8, 4}, {16, 16}, {2, 16}})
    shapes.push_back({{"block_x", x}, {"block_y", y}, {"border", "branches"}});
  for (const char* edge : {"periodic", "mirror"}) {
    for (const int n : {5, 61, 64}) {
      for (const char* id : {"b_shared", "d_texture_shared"})
        expect_right(id, {{"n", n}, {"boundary", edge}}, shapes);
    }
  }
}

TEST(CahnHilliardVariants, OfTextureHasArraysWhereCopiesFillThem) {
  const auto& variant = variant_named("c_texture");
  const axis_values array{{"texture", "array"}};
  for (const char* integrator : {"rk2", "euler"}) {
    for (const char* edge : {"periodic", "mirror"})
      expect_right("c_texture",
                   {{"n", 31}, {"steps", 3}, {"integrator", integrator}, {"boundary", edge}},
                   {array});
  }
  expect_right("c_texture", {{"n", 31}, {"steps", 0}}, {array});
  EXPECT_EQ(bytes_a_cell("c_texture", {}, array), 36);
  EXPECT_TRUE(refusal(variant, {{"n", 24}}, {{"texture", "array"}, {"flow", "swap"}})
                  .starts_with("texture=array, flow=swap"));
  EXPECT_TRUE(refusal(variant, {{"n", 9}, {"dim", 3}}, array).starts_with("texture=array, dim=3"));
}

/// Strips, blocks of rows and halos that repeat cells more than once: fields smaller than a warp
/// reaches, of a width that lanes do not divide, and wider than two strips. One tile that is its
/// own neighbour, two that meet on both sides, sides that differ.
TEST(CahnHilliardVariants, OfOursAreRightAtEverySeam) {
  std::vector<axis_values> marches;
  for (const int cells : {1, 2, 4}) {
    for (const int steps : {1, 2})
      marches.push_back({{"cells_per_lane", cells}, {"steps_per_pass", steps}, {"rows", 13}});
  }
  const std::vector<axis_values> tiles{{{"cells_per_lane", 2}, {"rows_per_warp", 2}, {"warps", 8}},
                                       {{"cells_per_lane", 4}, {"rows_per_warp", 8}, {"warps", 4}}};
  for (const char* edge : {"periodic", "mirror"}) {
    for (const int n : {5, 31, 130}) {
      const axis_values axes{{"n", n}, {"steps", 3}, {"boundary", edge}};
      expect_right("ours", axes, tests::some_of(marches, 3));
    }
    for (const int n : {5, 31, 75, 150})
      expect_right("resident", {{"n", n}, {"steps", 4}, {"boundary", edge}}, tiles);
  }
  expect_right("ours_3d", {{"n", 60}, {"steps", 2}, {"dim", 3}},
               {{{"cells_per_lane", 2}, {"rows_of_threads", 16}, {"planes", 23}}});
}

TEST(CahnHilliardVariants, OfNoStepsGiveTheStart) {
  for (const char* id : {"a_global", "cpu_parallel", "ours", "resident"}) {
    expect_right(id, {{"n", 31}, {"steps", 0}}, {{}});
    EXPECT_EQ(bytes_a_cell(id, {{"steps", 0}}, {}), 0) << id;
  }
}

TEST(CahnHilliardVariants, TilesCoverTheFieldOnce) {
  for (const int n : {5, 24, 25, 119, 120, 121, 1024, 1030, 1031}) {
    for (const int unit : {2, 4}) {
      const tile_grid tiles(n, boundary::periodic, 120, 76, unit);
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

TEST(CahnHilliardVariants, ResidentRefusesWhatNoGpuHolds) {
  const auto& resident = variant_named("resident");
  EXPECT_EQ(refusal(resident, {{"n", 4096}}),
            "n=4096: 1890 tiles, and no GPU holds more than 256 at once; ours takes fields of any "
            "size");
  EXPECT_TRUE(refusal(resident, {{"n", 24}}, {{"rows_per_warp", 8}}).starts_with("warps=14"));
}

}  // namespace
