// What the emulated device makes of many lines and of a huge mesh.
#include <gtest/gtest.h>

#include "kernels/turning_bands/host_fields.h"
#include "tests/turning_bands/problems.h"
#include "variants/turning_bands/tile_projection.cuh"

namespace turning_bands {
namespace {

/// 16 lines of 2^20 samples are transformed at a time. Lines of one batch are in every variant's
/// answer.
TEST(TurningBandsDeviceLines, AreThoseOfTheHostInSeveralBatches) {
  for (const char* maker : {"power_law", "spectrum"}) {
    const problem problem = problem_at({{"n", 2},
                                        {"lines", 9},
                                        {"fields", 2},
                                        {"line_maker", maker},
                                        {"line_length", "524287"},
                                        {"a", 4.0}});
    ASSERT_EQ(problem.model.transform, 1 << 20);
    device_lines<double> lines(problem);
    lines.poison();
    device::stream queue;
    lines.make(queue);
    queue.synchronize();
    for (const int f : {0, 1}) {
      const auto expected = make_lines(problem.model, problem.lines, problem.seed, f);
      const auto samples = lines.of_field(f);
      ASSERT_EQ(samples.size(), expected.size());
      for (std::size_t i = 0; i < expected.size(); ++i)
        ASSERT_NEAR(samples[i], expected[i], 1e-12) << maker << ' ' << f << ' ' << i;
    }
  }
}

/// 32 bits hold no projections there. Other kernels take a cell's place from centre_of(), which
/// exact_projection_test.cpp tests there.
template <class Real>
void expect_right_far_corner(const char* precision, double tolerance) {
  const box far_corner{{8192, 8192, 8192}, 8187, 8185, 8175, {5, 7, 17}};
  const problem problem = problem_at({{"n", 8192},
                                      {"lines", 11},
                                      {"line_maker", "spectrum"},
                                      {"a", 3.0},
                                      {"precision", precision}});
  retime::point tuning;
  for (const char* axis : {"block_x", "block_y", "lines_at_once"}) tuning.set(axis, 8);
  tuning.set("cells_per_thread", 16);
  band_runner<Real, tile_projection<Real, 16>> runner(problem, tuning, far_corner);
  runner.reset();
  device::stream queue;
  runner.run(queue);
  queue.synchronize();

  const field answer = runner.answer();
  const auto samples = make_lines(problem.model, problem.lines, problem.seed, 0);
  const auto directions = device_directions<double>(problem, 0);
  for (std::size_t id = 0; id < answer.size(); ++id) {
    const auto p = centre_of<double>(far_corner, static_cast<std::int64_t>(id));
    double sum = 0;
    for (int l = 0; l < problem.lines; ++l)
      sum += samples.at(static_cast<std::size_t>(l) * problem.model.length +
                        sample_at(p.x, p.y, p.z, directions[l], bands_of<double>(problem)));
    ASSERT_NEAR(answer.at(id), sum / std::sqrt(11.0), tolerance) << precision << ' ' << id;
  }
}

TEST(TurningBandsHugeMesh, TilesOfItsFarCornerAreRight) {
  expect_right_far_corner<double>("double", 1e-12);
  expect_right_far_corner<float>("float", 1e-5);
}

}  // namespace
}  // namespace turning_bands
