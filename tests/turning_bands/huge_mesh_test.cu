// A few cells of meshes whose cells 32 bits do not number, or that no grid of blocks covers.
#include <gtest/gtest.h>

#include "kernels/turning_bands/host_lines.h"
#include "kernels/turning_bands/project.cuh"
#include "tests/turning_bands/problems.h"
#include "tests/variants/check_variants.h"
#include "variants/turning_bands/tile_projection.cuh"

namespace turning_bands {
namespace {

constexpr box far_corner{{4096, 4096, 4096}, 4091, 4089, 4079, {5, 7, 17}};

template <class Real>
struct corner {
  problem given = problem_at({{"n", 4096},
                              {"lines", 11},
                              {"line_maker", "spectrum"},
                              {"a", 3.0},
                              {"precision", sizeof(Real) == 8 ? "double" : "float"}});
  device::stream queue;
  device_lines<Real> lines{given};
  device::buffer<Real> field{static_cast<std::size_t>(far_corner.size.cells())};

  corner() {
    lines.make(queue);
    field.poison();
  }

  /// Alg. 1, by the positions of the cells.
  void expect_right(const char* kernel) {
    queue.synchronize();
    const auto found = field.to_host();
    const auto samples = make_lines(given.model, given.lines, given.seed, 0);
    const double middle = given.model.length / 2.0 + 0.5;
    std::size_t id = 0;
    for (int x = 4091; x < 4096; ++x)
      for (int y = 4089; y < 4096; ++y)
        for (int z = 4079; z < 4096; ++z, ++id) {
          double sum = 0;
          for (int l = 0; l < given.lines; ++l) {
            const double along =
                dot(given.directions[0].lines[l], {x - 2047.5, y - 2047.5, z - 2047.5});
            sum += samples.at(std::size_t(l) * given.model.length +
                              static_cast<std::size_t>(std::floor(middle - along)));
          }
          ASSERT_NEAR(found[id], sum / std::sqrt(11.0), sizeof(Real) == 8 ? 1e-12 : 1e-5)
              << kernel << ' ' << id;
        }
    EXPECT_EQ(id, found.size());
  }
};

template <class Real>
void expect_right_far_corner() {
  corner<Real> at;
  const device_directions_of_fields<direction<Real>> directions(
      at.given, [&](int f) { return device_directions<Real>(at.given, f); });
  const line_samples<Real> samples{bands_of<Real>(at.given), at.lines.of_field(0)};
  const device::launch_shape shape{
      .grid = dim3(10), .block = dim3(64), .shared_bytes = 64 * sizeof(direction<Real>)};
  device::launch(at.queue, cell_parallel<Real, cells<Real>, 4>, shape, at.field.view(),
                 cells<Real>{far_corner}, samples, directions.of_field(0));
  at.expect_right("cell_parallel");
  at.field.poison();
  device::launch(at.queue, cell_blocked<Real, cells<Real>, 1>, shape, at.field.view(),
                 cells<Real>{far_corner}, samples, directions.of_field(0));
  at.expect_right("cell_blocked");
  at.field.poison();
  retime::point tuning;
  for (const auto& [axis, value] : {std::pair{"block_x", 8}, {"block_y", 8}, {"lines_at_once", 4}})
    tuning.set(axis, value);
  tuning.set("cells_per_thread", 16);
  tile_projection<Real, 16> tiles(at.given, tuning);
  tiles.project_part(at.queue, far_corner, at.lines, 0, at.field.view());
  at.expect_right("project_tiles");
}

TEST(TurningBandsHugeMesh, ItsFarCornerIsRightInDouble) { expect_right_far_corner<double>(); }
TEST(TurningBandsHugeMesh, ItsFarCornerIsRightInFloat) { expect_right_far_corner<float>(); }

/// 65535 blocks along y, and along z for the cells along x.
TEST(TurningBandsHugeMesh, OursRefusesMoreTilesThanAGridHas) {
  const auto& family = tests::family_named("turning_bands");
  for (const auto* which : tests::variants_of(family)) {
    if (which->id != "ours") continue;
    for (const char* edge : {"nx", "ny"}) {
      retime::axis_values axes{{"n", 1}, {"lines", 1}, {edge, 1 << 20}};
      const tests::workload at(family, axes);
      const auto fits = tests::tuned(at, *which, {{"block_y", 32}, {"cells_per_thread", 32}});
      EXPECT_FALSE(which->invalid(fits)) << *which->invalid(fits);
      const auto tuned = tests::tuned(at, *which, {{"block_y", 8}, {"cells_per_thread", 16}});
      const auto why = which->invalid(tuned).value_or("accepted");
      EXPECT_NE(why.find(std::string(edge) + "=1048576"), std::string::npos) << why;
    }
  }
}

}  // namespace
}  // namespace turning_bands
