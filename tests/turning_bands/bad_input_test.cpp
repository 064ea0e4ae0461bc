// Input that cannot be run is refused by one line that names it and says what would be right,
// before anything is made of it.
#include <gtest/gtest.h>

#include <limits>

#include "kernels/support/npy.h"
#include "tests/complaint.h"
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
  axis_values points(std::vector<std::size_t> shape, const std::vector<double>& values) {
    const std::string path = (folder_ / "points.npy").string();
    retime::write_npy(path, shape, values);
    return {{"mesh", path}};
  }

  tests::scratch_folder folder_;
};

TEST_F(TurningBandsBadInput, FilesHoldWhatTheyAreToHold) {
  const struct {
    const char *axis, *text, *by;
  } cases[] = {
      {"covariance", "", "given.txt: it has no numbers; rows of 2 are wanted"},
      {"covariance", "# r C\n\n", "given.txt: it has no numbers"},
      {"covariance", "0 1\n1 0.5\n2 0\n", "given.txt: 3 rows; a table takes at least 4"},
      {"covariance", "0 1\n\n1\n2 .1\n3 0\n", "given.txt, line 3: 1 numbers, 2 are wanted"},
      {"covariance", "0 1\n1 nan\n2 .1\n3 0\n", "given.txt, line 2: 'nan' is no finite number"},
      {"covariance", "0 1\n1 1e999\n2 .1\n3 0\n", "line 2: '1e999' is no finite number"},
      {"covariance", "0 1\n1 0.5x\n2 .1\n3 0\n", "line 2: '0.5x' is no finite number"},
      {"covariance", "\x93\xff \x01\n", "line 1: '\\x93\\xff' is no finite number"},
      {"covariance", "0 1\n2 .5\n2 .1\n3 0\n", "row 3: the first column has to ascend"},
      {"covariance", "-1 1\n0 .5\n1 .1\n3 0\n", "row 1: the first column has to ascend from 0 or"},
      {"covariance", "0 0\n1 0\n2 0\n3 0\n", "starts at r = 0 with the variance, above 0"},
      {"covariance", "1 1\n2 .5\n3 .1\n4 0\n", "starts at r = 0 with the variance"},
      {"covariance", "0 1\n1 -1.5\n2 .1\n3 0\n", "C(1) = -1.5 is above C(0) = 1"},
      {"spectrum", "r C\n0 1\n1 .5\n2 .1\n", "given.txt, line 1: 'r' is no finite number"},
      {"spectrum", "0 1\n1 2\n2 -.1\n3 0\n", "0 or above, but P(2) = -0.1"},
      {"spectrum", "0 0\n1 0\n2 0\n3 0\n", "no power where the line has modes"},
      {"spectrum", "4 1\n5 1\n6 1\n7 1\n", "no power where the line has modes"},
      {"mesh", "", "given.txt: it has no numbers; rows of 3 are wanted"},
      {"mesh", "0 1 2\n3 4\n", "given.txt, line 2: 2 numbers, 3 are wanted"},
      {"mesh", "0 1 nan\n", "given.txt, line 1: 'nan' is no finite number"},
  };
  for (const auto& [axis, text, by] : cases) expect_refused(with(axis, text), by);
  auto finer = with("spectrum", "4 1\n5 1\n6 1\n7 1\n");
  finer["resolution"] = 4;  // has modes up to 4 pi
  EXPECT_EQ(refusal(finer), "accepted");
  const char* in_many_ways =
      "\xef\xbb\xbf# r, C\r\n0, 1.0\r\n +1;5e-1 # half\n\n2\t+.1E+0\n3 0\n4 0";
  EXPECT_EQ(refusal(with("spectrum", in_many_ways)), "accepted");
}

TEST_F(TurningBandsBadInput, FilesAreThere) {
  expect_refused({{"line_maker", "covariance"}, {"covariance", "/"}},
                 "covariance=/: give gaussian, exponential, or a file of two columns that exists");
  expect_refused({{"line_maker", "spectrum"}, {"spectrum", "missing.txt"}},
                 "spectrum=missing.txt: give k6_exp, von_karman, or a file of two columns");
  expect_refused({{"mesh", "/"}}, "/: not a file that can be read");
  expect_refused({{"mesh", "foo"}},
                 "mesh=foo: give regular, jittered, random, or a file of points that exists");
}

TEST_F(TurningBandsBadInput, CovariancesArePositiveDefinite) {
  const auto table = [&](const curve& covariance) {
    return axis_values{{"line_maker", "covariance"},
                       {"covariance", table_of(folder_, covariance, 0.1, 401)}};
  };
  expect_refused(table([](double r) { return r < 8 ? 1 : 0; }), "not positive definite on a line");
  expect_refused(table([](double r) { return std::cos(r); }), "not positive definite on a line");
  expect_refused(table([](double r) { return std::max(0.0, 1 - r / 8); }), "C.txt: not positive");
  EXPECT_EQ(refusal(table([](double r) { return r < 8 ? 1 - r / 16 * (3 - r * r / 64) : 0; })),
            "accepted");
}

TEST_F(TurningBandsBadInput, ArraysOfPointsAreNumbersInThreeColumns) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  expect_refused(points({2, 3}, {0, 0, 0, 1, nan, 2}), "points.npy, row 1: nan is no finite");
  expect_refused(points({3, 2}, {0, 0, 0, 1, 1, 2}), "an array of n x 3 numbers is wanted");
  expect_refused(points({6}, {0, 0, 0, 1, 1, 2}), "an array of n x 3 numbers is wanted");
  expect_refused(points({0, 3}, {}), "points.npy: it has no numbers");
  for (const auto& [far, crossed] : {std::pair{1e9, "2.00001e+09"}, {1.7e308, "inf"}})
    expect_refused(
        points({2, 3}, {-far, 0, 0, far, 0, 0}),
        std::string("it crosses ") + crossed + " samples of a line, 16777216 are the most");
  auto axes = points({1, 3}, {0, 0, 0});
  axes["ny"] = 5;
  expect_refused(axes, "ny=5: points from a file have no extents; leave it out");
}

/// Their extents are those of the box around them, from whose middle they are counted.
TEST_F(TurningBandsBadInput, PointsAnywhereAreNone) {
  const problem problem = problem_at(points({3, 3}, {10, 0, 5, 14.5, 2, 5, 11, 1, 5}));
  EXPECT_TRUE(problem.mesh.x == 5 && problem.mesh.y == 2 && problem.mesh.z == 1);
  EXPECT_EQ(problem.points[0].x, -2.25);
  EXPECT_EQ(problem.points[2].y, 0);
  const auto in_one_place = problem_at(points({9, 3}, std::vector<double>(27, 4.0)));
  EXPECT_EQ(in_one_place.size(), 9);
  EXPECT_EQ(in_one_place.mesh.cells(), 1);
}

TEST_F(TurningBandsBadInput, LinesAreAsLongAsTheMeshCrosses) {
  const auto axes = [](const char* length, const char* precision) {
    return axis_values{{"line_length", length}, {"precision", precision}};
  };
  expect_refused(axes("15", "double"), "line_length=15: the mesh crosses a line on 16 samples; ");
  EXPECT_EQ(refusal(axes("16", "double")), "accepted");
  expect_refused(axes("16777218", "double"), "line_length=16777218: give 16777216 samples at most");
  expect_refused(axes("131073", "float"), "line_length=131073: give 131072 samples at most");
  EXPECT_GE(problem_at(axes("131072", "float")).directions[0].bits, 6);
  expect_refused({{"nx", 200000}, {"precision", "float"}}, "131072 are the most in float");
  EXPECT_GE(problem_at({{"nx", 100000}, {"precision", "float"}}).directions[0].bits, 6);
  expect_refused({{"nx", 1 << 20}, {"resolution", 64}}, "16777216 are the most in double");
}

TEST_F(TurningBandsBadInput, CorrectionsAreOfWhatTheyCorrect) {
  expect_refused({{"correction", "hold"}, {"resolution", 2}}, "take resolution=4 or more, not 2");
  EXPECT_EQ(refusal({{"correction", "hold"}, {"resolution", 4}}), "accepted");
  for (const axis_values& other : {axis_values{{"index", -2.5}}, {{"line_maker", "covariance"}}}) {
    auto axes = other;
    axes["correction"] = "compression";
    expect_refused(axes, "correction=compression: the paper prints factors for power_law with");
  }
}

}  // namespace
}  // namespace turning_bands
