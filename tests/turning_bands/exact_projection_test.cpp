// Projections of cells are exact, so that no way of computing them can read another sample, and
// none lies outside of a line that is just long enough.
#include <gtest/gtest.h>

#include <cmath>

#include "kernels/turning_bands/modes.h"
#include "tests/complaint.h"
#include "tests/turning_bands/problems.h"

namespace turning_bands {
namespace {

__extension__ using whole_number = __int128;

/// In whole numbers: round half up(-p.u resolution) + length/2.
int exact_sample(const problem& problem, const int (&cell)[3], const position& u) {
  const auto units = [bits = problem.directions.front().bits](double component) {
    return static_cast<whole_number>(std::ldexp(component, bits));
  };
  const auto twice = [](int at, int extent) { return whole_number{2 * at - (extent - 1)}; };
  const int bits = problem.directions.front().bits + 1;
  const whole_number along = twice(cell[0], problem.mesh.x) * units(u.x) +
                             twice(cell[1], problem.mesh.y) * units(u.y) +
                             twice(cell[2], problem.mesh.z) * units(u.z);
  const whole_number middle = whole_number{problem.model.length + 1} << (bits - 1);
  return static_cast<int>((middle - along * static_cast<int>(problem.target.resolution)) >> bits);
}

template <class Real>
void expect_exact_corners(retime::axis_values axes) {
  axes["precision"] = sizeof(Real) == 8 ? "double" : "float";
  const problem problem = problem_at(axes);
  const auto directions = device_directions<Real>(problem, 0);
  const auto& [nx, ny, nz] = problem.mesh;
  for (int corner = 0; corner < 8; ++corner) {
    const int cell[] = {corner & 1 ? nx - 1 : 0, corner & 2 ? ny - 1 : 0, corner & 4 ? nz - 1 : 0};
    const auto p = cell_centre<Real>(problem.mesh, cell[0], cell[1], cell[2]);
    for (int l = 0; l < problem.lines; ++l)
      ASSERT_EQ(sample_at(p.x, p.y, p.z, directions[l], bands_of<Real>(problem)),
                exact_sample(problem, cell, problem.directions_of(0)[l]))
          << nx << ' ' << l;
  }
}

/// With lines as long as they are, longer and shorter.
constexpr double indices[] = {-2.5, -1, -3};

retime::axis_values extreme(int nx, int ny, int nz, int resolution, double index) {
  retime::axis_values axes{{"nx", nx}, {"ny", ny}, {"nz", nz}, {"resolution", resolution}};
  axes["index"] = index;
  axes["lines"] = 300;
  if (index != -2.5) axes["correction"] = "compression";
  return axes;
}

TEST(TurningBandsProjection, IsExact) {
  for (const double index : indices) {
    expect_exact_corners<double>(extreme(1 << 20, 1 << 20, 1 << 20, 4, index));
    expect_exact_corners<double>(extreme(65, 4096, 31, 64, index));
    expect_exact_corners<float>(extreme(40000, 40001, 39999, 1, index));
    expect_exact_corners<float>(extreme(80000, 1, 2, 1, index));
    expect_exact_corners<float>(extreme(512, 513, 511, 64, index));
  }
}

bool is_accepted(retime::axis_values axes, int length) {
  axes["line_length"] = std::to_string(length);
  return tests::complaint_of([&] { point_at(axes); }).empty();
}

/// On the shortest line that is accepted the furthest point reads samples of it, where the line
/// points at it and rounding made its direction as long as it can.
template <class Real>
void expect_inside(retime::axis_values axes) {
  axes["precision"] = sizeof(Real) == 8 ? "double" : "float";
  int length = std::stoi(point_at(axes).text("line_length"));
  if (is_accepted(axes, length - 1)) --length;
  EXPECT_FALSE(is_accepted(axes, length - 1));
  axes["line_length"] = std::to_string(length);
  const problem problem = problem_at(axes);
  const bands<Real> all = bands_of<Real>(problem);
  const double longest = problem.model.compression +
                         std::sqrt(0.75) * std::ldexp(1.0, -problem.directions.front().bits);
  const auto& [nx, ny, nz] = problem.mesh;
  const std::vector<position> corner{{(nx - 1) / 2.0, (ny - 1) / 2.0, (nz - 1) / 2.0}};
  for (const position& p : problem.points.empty() ? corner : problem.points) {
    const double scale = longest / std::max(std::sqrt(dot(p, p)), 1e-9);
    for (const double towards : {scale, -scale}) {
      const direction<Real> u{static_cast<Real>(towards * p.x), static_cast<Real>(towards * p.y),
                              static_cast<Real>(towards * p.z), 0};
      const int sample =
          sample_at(static_cast<Real>(p.x), static_cast<Real>(p.y), static_cast<Real>(p.z), u, all);
      ASSERT_TRUE(sample >= 0 && sample < length) << sample << " of " << length << ", nx " << nx;
    }
  }
}

TEST(TurningBandsProjection, NeverLeavesALineThatIsJustLongEnough) {
  for (const double index : indices) {
    for (const char* mesh : {"regular", "jittered", "random"}) {
      for (auto axes : {extreme(1, 1, 1, 1, index), extreme(20, 7, 33, 1, index),
                        extreme(4, 5, 400, 64, index)}) {
        axes["mesh"] = mesh;
        expect_inside<double>(axes);
        expect_inside<float>(axes);
      }
    }
    expect_inside<float>(extreme(47000, 47000, 47000, 1, index));
    expect_inside<double>(extreme(1 << 20, 1 << 20, 1 << 20, 4, index));
  }
}

void expect_at(const place<double>& p, double x, double y, double z) {
  EXPECT_EQ(p.x, x);
  EXPECT_EQ(p.y, y);
  EXPECT_EQ(p.z, z);
}

/// x is slowest, z fastest.
TEST(TurningBandsProjection, NumbersCellsBeyond32Bits) {
  const extents mesh{4096, 4096, 4096};
  const std::int64_t id = (std::int64_t{4000} * 4096 + 17) * 4096 + 4095;
  expect_at(centre_of<double>(whole(mesh), id), 4000 - 2047.5, 17 - 2047.5, 2047.5);
  constexpr int most = 1 << 20;  // a plane is beyond 32 bits too
  expect_at(centre_of<double>(whole({4, most, most}), (3ll * most + 77) * most + 99), 1.5,
            77 - (most - 1) / 2.0, 99 - (most - 1) / 2.0);
  const box part{mesh, 1000, 2000, 3000, {3000, 2000, 1000}};
  expect_at(centre_of<double>(part, (std::int64_t{2999} * 2000 + 5) * 1000 + 6), 3999 - 2047.5,
            2005 - 2047.5, 3006 - 2047.5);
}

/// Half of the 3-D FFT's modes is stored. Their powers and phases, and that -k is conjugate to
/// k, are tested by NumPy (tests/python).
TEST(TurningBandsModes, AreNumberedThroughTheHalfThatIsStored) {
  EXPECT_EQ(half_modes({256, 256, 256}), 256 * 256 * 129);  // and no 257
  constexpr extents huge{4096, 4095, 4096};
  EXPECT_EQ(half_modes(huge), std::int64_t{4096} * 4095 * 2049);
  EXPECT_EQ(id_of(huge, {4095, 4094, 2048}), half_modes(huge) - 1);
  for (const mode& m : {mode{4095, 4094, 2048}, {4095, 0, 1}, {0, 4094, 0}})
    EXPECT_EQ(mode_of(huge, id_of(huge, m)), m);
}

}  // namespace
}  // namespace turning_bands
