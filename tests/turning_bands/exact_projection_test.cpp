// Projections of cells are exact, so that no way of computing them can read another sample, and
// none lies outside of a line that is just long enough.
#include <gtest/gtest.h>

#include <cmath>

#include "kernels/support/bad_input.h"
#include "tests/turning_bands/problems.h"

namespace turning_bands {
namespace {

__extension__ using whole_number = __int128;

/// In whole numbers: round half up(-p.u resolution) + length/2.
int exact_sample(const problem& given, const int (&cell)[3], const position& u) {
  const auto units = [bits = given.directions.front().bits](double component) {
    return static_cast<whole_number>(std::ldexp(component, bits));
  };
  const auto twice = [](int at, int extent) { return whole_number{2 * at - (extent - 1)}; };
  const int bits = given.directions.front().bits + 1;
  const whole_number along = twice(cell[0], given.mesh.x) * units(u.x) +
                             twice(cell[1], given.mesh.y) * units(u.y) +
                             twice(cell[2], given.mesh.z) * units(u.z);
  const whole_number middle = whole_number{given.model.length + 1} << (bits - 1);
  return static_cast<int>((middle - along * static_cast<int>(given.wanted.resolution)) >> bits);
}

template <class Real>
void expect_exact_corners(const problem& given) {
  const bands<Real> all = bands_of<Real>(given);
  const auto directions = device_directions<Real>(given, 0);
  const auto& [nx, ny, nz] = given.mesh;
  for (int l = 0; l < given.lines; ++l) {
    for (int corner = 0; corner < 8; ++corner) {
      const int cell[] = {corner & 1 ? nx - 1 : 0, corner & 2 ? ny - 1 : 0,
                          corner & 4 ? nz - 1 : 0};
      const auto p = cell_centre<Real>(given.mesh, cell[0], cell[1], cell[2]);
      const int sample = sample_at(p.x, p.y, p.z, directions[l], all);
      ASSERT_EQ(sample, exact_sample(given, cell, given.directions_of(0)[l])) << nx << ' ' << l;
      ASSERT_GE(sample, 0);
      ASSERT_LT(sample, given.model.length);
    }
  }
}

retime::axis_values extreme(int nx, int ny, int nz, int resolution, double index) {
  retime::axis_values axes{{"nx", nx}, {"ny", ny}, {"nz", nz}, {"resolution", resolution}};
  axes["index"] = index;
  axes["lines"] = 300;
  if (index != -2.5) axes["correction"] = "compression";
  return axes;
}

TEST(TurningBandsProjection, IsExactInDouble) {
  for (const double index : {-1.0, -2.5, -3.0}) {
    expect_exact_corners<double>(problem_at(extreme(1 << 20, 1 << 20, 1 << 20, 4, index)));
    expect_exact_corners<double>(problem_at(extreme(65, 4096, 31, 64, index)));
  }
}

TEST(TurningBandsProjection, IsExactInFloat) {
  for (const double index : {-1.0, -2.5, -3.0}) {
    for (auto axes : {extreme(40000, 40001, 39999, 1, index), extreme(80000, 1, 2, 1, index),
                      extreme(512, 513, 511, 64, index), extreme(2, 3, 5, 4, index)}) {
      axes["precision"] = "float";
      expect_exact_corners<float>(problem_at(axes));
    }
  }
}

/// The shortest line that is accepted.
retime::axis_values just_enough(retime::axis_values axes, const char* precision) {
  axes["precision"] = precision;
  const int even = std::stoi(point_at(axes).text("line_length"));
  axes["line_length"] = std::to_string(even - 1);
  try {
    point_at(axes);
  } catch (const retime::bad_input&) {
    axes["line_length"] = std::to_string(even);
    return axes;
  }
  axes["line_length"] = std::to_string(even - 2);
  EXPECT_THROW(point_at(axes), retime::bad_input);
  axes["line_length"] = std::to_string(even - 1);
  return axes;
}

/// Of the furthest point, on a line that points at it and that rounding made as long as it can.
template <class Real>
void expect_inside(const problem& given) {
  const bands<Real> all = bands_of<Real>(given);
  const double longest =
      given.model.compression + std::sqrt(0.75) * std::ldexp(1.0, -given.directions.front().bits);
  const auto& [nx, ny, nz] = given.mesh;
  const std::vector<position> corner{{(nx - 1) / 2.0, (ny - 1) / 2.0, (nz - 1) / 2.0}};
  for (const position& p : given.points.empty() ? corner : given.points) {
    const double scale = longest / std::max(std::sqrt(dot(p, p)), 1e-9);
    for (const double sign : {1.0, -1.0}) {
      const direction<Real> u{static_cast<Real>(sign * scale * p.x),
                              static_cast<Real>(sign * scale * p.y),
                              static_cast<Real>(sign * scale * p.z), 0};
      const int sample =
          sample_at(static_cast<Real>(p.x), static_cast<Real>(p.y), static_cast<Real>(p.z), u, all);
      ASSERT_GE(sample, 0) << nx;
      ASSERT_LT(sample, given.model.length) << nx;
    }
  }
}

TEST(TurningBandsProjection, NeverLeavesALineThatIsJustLongEnough) {
  for (const char* mesh : {"regular", "jittered", "random"}) {
    for (const double index : {-1.0, -2.5, -3.0}) {
      for (auto axes : {extreme(1, 1, 1, 1, index), extreme(20, 7, 33, 1, index),
                        extreme(4, 5, 400, 64, index)}) {
        axes["mesh"] = mesh;
        expect_inside<double>(problem_at(just_enough(axes, "double")));
        expect_inside<float>(problem_at(just_enough(axes, "float")));
      }
    }
  }
}

TEST(TurningBandsProjection, NeverLeavesALineOfAVeryLargeMesh) {
  for (const double index : {-1.0, -2.5, -3.0}) {
    expect_inside<float>(problem_at(just_enough(extreme(47000, 47000, 47000, 1, index), "float")));
    expect_inside<double>(
        problem_at(just_enough(extreme(1 << 20, 1 << 20, 1 << 20, 4, index), "double")));
  }
}

TEST(TurningBandsProjection, NumbersCellsBeyond32Bits) {
  const extents mesh{4096, 4096, 4096};
  const auto last = centre_of<double>(whole(mesh), mesh.cells() - 1);
  EXPECT_EQ(last.x, 2047.5);
  EXPECT_EQ(last.y, 2047.5);
  EXPECT_EQ(last.z, 2047.5);
  const std::int64_t id = (std::int64_t{4000} * 4096 + 17) * 4096 + 4095;
  ASSERT_GT(id, std::int64_t{1} << 32);
  const auto somewhere = centre_of<float>(whole(mesh), id);
  EXPECT_EQ(somewhere.x, 4000 - 2047.5f);
  EXPECT_EQ(somewhere.y, 17 - 2047.5f);
  EXPECT_EQ(somewhere.z, 2047.5f);
  constexpr int most = 1 << 20;  // a plane is beyond 32 bits too
  const auto in_plane = centre_of<double>(whole({4, most, most}), (3ll * most + 77) * most + 99);
  EXPECT_EQ(in_plane.x, 1.5);
  EXPECT_EQ(in_plane.y, 77 - (most - 1) / 2.0);
  EXPECT_EQ(in_plane.z, 99 - (most - 1) / 2.0);
  // In a part: x slowest, z fastest.
  const box part{mesh, 1000, 2000, 3000, {3000, 2000, 1000}};
  const auto within = centre_of<double>(part, (std::int64_t{2999} * 2000 + 5) * 1000 + 6);
  EXPECT_EQ(within.x, 3999 - 2047.5);
  EXPECT_EQ(within.y, 2005 - 2047.5);
  EXPECT_EQ(within.z, 3006 - 2047.5);
}

}  // namespace
}  // namespace turning_bands
