// Tiles in the far corner of a mesh of which 32 bits hold no projections. Other kernels take a
// cell's place from centre_of(), which exact_projection_test.cpp tests there.
#include <gtest/gtest.h>

#include "kernels/turning_bands/host_lines.h"
#include "tests/turning_bands/problems.h"
#include "variants/turning_bands/tile_projection.cuh"

namespace turning_bands {
namespace {

template <class Real>
void expect_right_far_corner(const char* precision, double tolerance) {
  const box far_corner{{8192, 8192, 8192}, 8187, 8185, 8175, {5, 7, 17}};
  const problem given = problem_at({{"n", 8192},
                                    {"lines", 11},
                                    {"line_maker", "spectrum"},
                                    {"a", 3.0},
                                    {"precision", precision}});
  retime::point tuning;
  for (const char* axis : {"block_x", "block_y", "lines_at_once"}) tuning.set(axis, 8);
  tuning.set("cells_per_thread", 16);
  device::stream queue;
  device_lines<Real> lines(given);
  lines.make(queue);
  device::buffer<Real> field(static_cast<std::size_t>(far_corner.size.cells()));
  field.poison();
  tile_projection<Real, 16>(given, tuning).project_part(queue, far_corner, lines, 0, field.view());
  queue.synchronize();

  const auto found = field.to_host();
  const auto samples = make_lines(given.model, given.lines, given.seed, 0);
  const auto directions = device_directions<double>(given, 0);
  for (std::size_t id = 0; id < found.size(); ++id) {
    const auto p = centre_of<double>(far_corner, static_cast<std::int64_t>(id));
    double sum = 0;
    for (int l = 0; l < given.lines; ++l)
      sum += samples.at(std::size_t(l) * given.model.length +
                        sample_at(p.x, p.y, p.z, directions[l], bands_of<double>(given)));
    ASSERT_NEAR(found[id], sum / std::sqrt(11.0), tolerance) << precision << ' ' << id;
  }
}

TEST(TurningBandsHugeMesh, TilesOfItsFarCornerAreRight) {
  expect_right_far_corner<double>("double", 1e-12);
  expect_right_far_corner<float>("float", 1e-5);
}

}  // namespace
}  // namespace turning_bands
