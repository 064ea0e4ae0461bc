// Input that cannot be run is refused by one line that names it and says what would be right,
// before anything is made of it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "kernels/support/npy.h"
#include "tests/complaint.h"
#include "tests/scratch_folder.h"
#include "tests/turning_bands/problems.h"

namespace turning_bands {
namespace {

using retime::axis_values;

std::string refusal(axis_values axes) {
  axes.insert({{"n", 8}, {"lines", 2}});
  const std::string line = tests::complaint_of([&] { point_at(axes); });
  EXPECT_EQ(line.find('\n'), std::string::npos) << line;
  return line.empty() ? "accepted" : line;
}

void expect_refused(const axis_values& axes, const std::string& by) {
  EXPECT_NE(refusal(axes).find(by), std::string::npos) << refusal(axes) << "\n  wanted: " << by;
}

class TurningBandsBadInput : public testing::Test {
 protected:
  /// A file with this text as `axis`.
  axis_values with(const std::string& axis, const std::string& text) {
    const std::string path = folder_.write("given.txt", text);
    axis_values axes{{axis, path}};
    if (axis != "mesh") axes["line_maker"] = axis;
    return axes;
  }
  /// An array as the points.
  axis_values points(std::vector<std::size_t> shape, const std::vector<double>& values) {
    const std::string path = (folder_ / "points.npy").string();
    retime::write_npy(path, shape, values);
    return {{"mesh", path}};
  }

  tests::scratch_folder folder_;
};

TEST_F(TurningBandsBadInput, TablesAreNumbersInTwoColumns) {
  for (const char* axis : {"covariance", "spectrum"}) {
    const std::pair<const char*, const char*> cases[] = {
        {"", "given.txt: it has no numbers; rows of 2 are wanted"},
        {"# r C\n\n", "given.txt: it has no numbers"},
        {"0 1\n1 0.5\n2 0\n", "given.txt: 3 rows; a table takes at least 4"},
        {"0 1\n1 .5 2\n2 .1\n3 0\n", "given.txt, line 2: 3 numbers, 2 are wanted"},
        {"0 1\n\n1\n2 .1\n3 0\n", "given.txt, line 3: 1 numbers, 2 are wanted"},
        {"0 1\n1 nan\n2 .1\n3 0\n", "given.txt, line 2: 'nan' is no finite number"},
        {"0 1\n1 0.5\n2 -inf\n3 0\n", "given.txt, line 3: '-inf' is no finite number"},
        {"0 1\n1 1e999\n2 .1\n3 0\n", "given.txt, line 2: '1e999' is no finite number"},
        {"r C\n0 1\n1 .5\n2 .1\n3 0\n", "given.txt, line 1: 'r' is no finite number"},
        {"0 1\n1 0.5x\n2 .1\n3 0\n", "given.txt, line 2: '0.5x' is no finite number"},
        {"0 1\n2 .5\n1 .1\n3 0\n", "given.txt, row 3: the first column has to ascend"},
        {"0 1\n1 .5\n1 .1\n3 0\n", "but has 1 after 1"},
        {"-1 1\n0 .5\n1 .1\n3 0\n", "row 1: the first column has to ascend from 0 or above, but"},
        {"\x93\xff \x01\n", "given.txt, line 1: '\\x93\\xff' is no finite number"},
    };
    for (const auto& [text, by] : cases) expect_refused(with(axis, text), by);
    expect_refused({{"line_maker", axis}, {axis, "/"}}, std::string(axis) + "=/: give ");
    expect_refused({{"line_maker", axis}, {axis, "missing.txt"}},
                   "missing.txt: give " +
                       std::string(*axis == 's' ? "k6_exp, von_karman" : "gaussian, exponential") +
                       ", or a file of two columns that exists");
  }
}

/// Commas, semicolons, signs, comments, returns.
TEST_F(TurningBandsBadInput, TablesMayBeWrittenInManyWays) {
  const char* text = "# r, C\r\n0, 1.0\r\n +1;5e-1 # half\n\n2\t+.1E+0\n3 0\n4 0";
  EXPECT_EQ(refusal(with("spectrum", text)), "accepted");
}

TEST_F(TurningBandsBadInput, CovariancesArePositiveDefinite) {
  const std::pair<const char*, const char*> cases[] = {
      {"0 0\n1 0\n2 0\n3 0\n", "starts at r = 0 with the variance, above 0"},
      {"0 -1\n1 0\n2 0\n3 0\n", "starts at r = 0 with the variance, above 0"},
      {"1 1\n2 .5\n3 .1\n4 0\n", "starts at r = 0 with the variance"},
      {"0 1\n1 1.5\n2 .1\n3 0\n", "not positive definite: C(1) = 1.5 is above C(0) = 1"},
      {"0 1\n1 -1.5\n2 .1\n3 0\n", "not positive definite: C(1) = -1.5"},
  };
  for (const auto& [text, by] : cases) expect_refused(with("covariance", text), by);
  const auto table = [](double (*covariance)(double)) {
    std::string rows;
    for (int i = 0; i <= 400; ++i) rows += fmt::format("{} {}\n", i * 0.1, covariance(i * 0.1));
    return rows;
  };
  for (const auto& covariance :
       {+[](double r) { return r < 8 ? 1.0 : 0.0; }, +[](double r) { return std::cos(r); },
        +[](double r) { return std::max(0.0, 1 - r / 8); }}) {
    expect_refused(with("covariance", table(covariance)), "not positive definite on a line");
    expect_refused(with("covariance", table(covariance)), "covariance=");
  }
  const auto sphere = [](double r) { return r < 8 ? 1 - r / 16 * (3 - r * r / 64) : 0; };
  EXPECT_EQ(refusal(with("covariance", table(+sphere))), "accepted");
}

TEST_F(TurningBandsBadInput, SpectraHavePowerAndNoneThatIsNegative) {
  expect_refused(with("spectrum", "0 1\n1 2\n2 -.1\n3 0\n"), "0 or above, but P(2) = -0.1");
  expect_refused(with("spectrum", "0 0\n1 0\n2 0\n3 0\n"), "no power where the line has modes");
  expect_refused(with("spectrum", "4 1\n5 1\n6 1\n7 1\n"), "no power where the line has modes");
  auto finer = with("spectrum", "4 1\n5 1\n6 1\n7 1\n");
  finer["resolution"] = 4;  // has modes up to 4 pi
  EXPECT_EQ(refusal(finer), "accepted");
  expect_refused({{"line_maker", "spectrum"}, {"a", 1e6}}, "spectrum=k6_exp: no power");
}

TEST_F(TurningBandsBadInput, PointsAreNumbersInThreeColumns) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  expect_refused(with("mesh", "0 1 2\n3 4\n"), "given.txt, line 2: 2 numbers, 3 are wanted");
  expect_refused(with("mesh", "0 1 nan\n"), "given.txt, line 1: 'nan' is no finite number");
  expect_refused(with("mesh", ""), "given.txt: it has no numbers; rows of 3 are wanted");
  expect_refused(points({2, 3}, {0, 0, 0, 1, nan, 2}), "points.npy, row 1: nan is no finite");
  expect_refused(points({3, 2}, {0, 0, 0, 1, 1, 2}), "an array of n x 3 numbers is wanted");
  expect_refused(points({6}, {0, 0, 0, 1, 1, 2}), "an array of n x 3 numbers is wanted");
  expect_refused(points({0, 3}, {}), "points.npy: it has no numbers");
  expect_refused({{"mesh", "/"}}, "/: not a file that can be read");
  expect_refused({{"mesh", "foo"}},
                 "mesh=foo: give regular, jittered, random, or a file of points that exists");
  for (const char* precision : {"float", "double"}) {
    for (const double far : {1e9, 1e300, 1.7e308}) {
      auto axes = points({2, 3}, {-far, 0, 0, far, 0, 0});
      axes["precision"] = precision;
      expect_refused(axes, "give a smaller mesh or resolution");
    }
  }
  for (const char* edge : {"nx", "ny", "nz"}) {
    auto axes = points({1, 3}, {0, 0, 0});
    axes[edge] = 5;
    expect_refused(axes, std::string(edge) + "=5: points from a file have no extents");
  }
}

/// One point, and all points in one place, are a field too.
TEST_F(TurningBandsBadInput, FewPointsAreNone) {
  EXPECT_EQ(refusal(points({1, 3}, {7, 8, 9})), "accepted");
  const auto given = problem_at(points({9, 3}, std::vector<double>(27, 4.0)));
  EXPECT_EQ(given.size(), 9);
  EXPECT_EQ(given.mesh.cells(), 1);
  EXPECT_EQ(given.points[8].x, 0);
}

/// Their extents are those of the box around them, from whose middle they are counted.
TEST_F(TurningBandsBadInput, PointsHaveTheExtentsOfTheirBox) {
  const auto given = problem_at(points({3, 3}, {10, 0, 5, 14.5, 2, 5, 11, 1, 5}));
  EXPECT_EQ(given.mesh.x, 5);
  EXPECT_EQ(given.mesh.y, 2);
  EXPECT_EQ(given.mesh.z, 1);
  EXPECT_EQ(given.points[0].x, -2.25);
  EXPECT_EQ(given.points[2].y, 0);
}

TEST_F(TurningBandsBadInput, LinesAreAsLongAsTheMeshCrosses) {
  const auto axes = [](const char* length, const char* precision) {
    return axis_values{{"line_length", length}, {"precision", precision}};
  };
  expect_refused(axes("15", "double"), "line_length=15: the mesh crosses a line on 16 samples; ");
  EXPECT_EQ(refusal(axes("16", "double")), "accepted");
  expect_refused(axes("16777218", "double"), "line_length=16777218: give 16777216 samples at most");
  expect_refused(axes("99999999", "float"), "line_length=99999999: give 131072 samples at most");
  EXPECT_EQ(refusal(axes("131072", "float")), "accepted");
  expect_refused({{"nx", 200000}, {"precision", "float"}}, "131072 are the most in float");
  EXPECT_EQ(refusal({{"nx", 200000}, {"precision", "double"}}), "accepted");
  expect_refused({{"nx", 1 << 20}, {"resolution", 64}}, "16777216 are the most in double");
  for (const char* most : {"float", "double"}) {
    axis_values largest{{"nx", *most == 'f' ? 100000 : 1 << 20}, {"precision", most}};
    EXPECT_GE(problem_at(largest).directions[0].bits, 6);
  }
  EXPECT_GE(problem_at(axes("131072", "float")).directions[0].bits, 6);
}

TEST_F(TurningBandsBadInput, CorrectionsAreOfWhatTheyCorrect) {
  expect_refused({{"correction", "hold"}}, "take resolution=4 or more, not 1");
  EXPECT_EQ(refusal({{"correction", "hold"}, {"resolution", 4}}), "accepted");
  expect_refused({{"correction", "compression"}, {"index", -2.5}},
                 "correction=compression: the paper prints factors for power_law with index=-1");
  expect_refused({{"correction", "compression"}, {"line_maker", "covariance"}},
                 "correction=compression: the paper prints factors for power_law");
}

}  // namespace
}  // namespace turning_bands
