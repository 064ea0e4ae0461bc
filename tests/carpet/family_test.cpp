// The family's axes: what they make of good and bad values.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "kernels/carpet/problem.h"
#include "kernels/support/bad_input.h"
#include "tests/scratch_folder.h"
#include "variants/form.h"

namespace {

using retime::axis_value;
using retime::point;

const retime::family& carpet_family() {
  return *std::ranges::find(retime::families(), "carpet", &retime::family::id);
}

point fallbacks() {
  point at;
  for (const auto& axis : carpet_family().axes) at.set(axis.name, axis.fallback);
  return at;
}

point with(const std::string& axis, axis_value value) {
  point at = fallbacks();
  at.set(axis, std::move(value));
  return at;
}

/// What the axis says would be right; empty if the value is.
std::string remedy(const std::string& axis, axis_value value) {
  return std::ranges::find(carpet_family().axes, axis, &retime::workload_axis::name)->check(value);
}

std::string refusal(point at) {
  try {
    carpet_family().resolve(at);
  } catch (const retime::bad_input& error) {
    return error.what();
  }
  return "accepted";
}

TEST(CarpetFamily, AxesRefuseNonsense) {
  for (const std::int64_t steps : {std::int64_t{0}, std::int64_t{-3}, std::int64_t{99999999}}) {
    EXPECT_NE(remedy("steps", steps), "") << steps;
  }
  EXPECT_EQ(remedy("steps", std::int64_t{1}), "");
  for (const char* across : {"0", "-1", "3x", "", "full", "99999999999"})
    EXPECT_NE(remedy("surface", std::string(across)), "");
  for (const char* across : {"auto", "1", "12"})
    EXPECT_EQ(remedy("surface", std::string(across)), "");
  for (const char* start : {"center", "3", "3:", ":3", "1:2:3", "-1:2", "a:b"}) {
    EXPECT_NE(remedy("start", std::string(start)), "") << start;
  }
  for (const char* start : {"centre", "0:0", "12:700"})
    EXPECT_EQ(remedy("start", std::string(start)), "");
  EXPECT_NE(remedy("occupancy", 0.5), "");
  EXPECT_NE(remedy("precision", "half"), "");
  EXPECT_NE(remedy("level", std::int64_t{0}), "");
}

TEST(CarpetFamily, ImpossibleInputsAreRefusedBeforeAnythingRuns) {
  EXPECT_EQ(refusal(fallbacks()), "accepted");
  EXPECT_EQ(refusal(with("generators", "/no/file")), "/no/file: there is no such file");
  point at = with("start", "125:0");
  at.set("surface", "1");
  EXPECT_EQ(refusal(at), "start=125:0 lies outside the surface; X and Y go from 0 to 124");
  EXPECT_NE(refusal(with("surface", "600")).find("too large"), std::string::npos);
  EXPECT_NE(refusal(with("level", 9)).find("too large"), std::string::npos);
}

TEST(CarpetFamily, AGeneratorFileTakesTheOccupancysPlace) {
  const tests::scratch_folder folder;
  point at = with("generators", folder.write("set", "##\n##\n"));
  carpet_family().resolve(at);
  EXPECT_FALSE(at.has("occupancy"));
  at.set("steps", 6);
  const auto made = carpet_family().make(at);
  EXPECT_EQ(static_cast<const carpet::problem*>(made.get())->sites(), 85);
}

TEST(CarpetFamily, ObservesWhatAUserWants) {
  point at = with("steps", 30);
  at.set("precision", "double");
  const auto made = carpet_family().make(at);
  const auto expected = carpet_family().reference(made);
  const auto seen = carpet_family().observe(made, expected).numbers;
  EXPECT_NEAR(seen.at("total_probability"), 1, 1e-14);
  EXPECT_GT(seen.at("mean_square_displacement"), 1);
  EXPECT_NEAR(seen.at("occupancy"), 0.093, 0.02);
  EXPECT_EQ(seen.at("surface_side"), 125);
  const auto arrays = carpet_family().arrays(made, expected);
  ASSERT_EQ(arrays.size(), 2u);
  const auto start = static_cast<std::size_t>(seen.at("start_y") * 125 + seen.at("start_x"));
  EXPECT_EQ(arrays[0].data.at(start), 1);
  double sum = 0, open = 0;
  for (std::size_t i = 0; i < arrays[0].data.size(); ++i) {
    sum += arrays[1].data[i];
    open += arrays[0].data[i];
  }
  EXPECT_NEAR(sum, 1, 1e-13);
  EXPECT_EQ(open, seen.at("accessible_sites"));
}

/// With the fallbacks of the variant's tuning axes too.
point of_variant(const retime::variant& one, point at) {
  for (const auto& axis : one.axes) at.set(axis.name, axis.fallback);
  return at;
}

TEST(CarpetFamily, AWalkTooLongForItsIndicesIsAConstraint) {
  for (const retime::variant& one : retime::variants()) {
    if (one.family != "carpet") continue;
    EXPECT_FALSE(one.invalid(of_variant(one, with("steps", 23000)))) << one.id;
    EXPECT_TRUE(one.invalid(of_variant(one, with("steps", 23001)))) << one.id;
    point walled = of_variant(one, with("steps", 1000000));
    walled.set("surface", "100");
    EXPECT_FALSE(one.invalid(walled)) << one.id;
    walled.set("surface", "300");
    EXPECT_TRUE(one.invalid(walled)) << one.id;
  }
  EXPECT_EQ(refusal(with("steps", 150000)), "accepted");
}

TEST(CarpetFamily, MemoryIsThePapers) {
  point at = with("steps", 5000);
  for (const retime::variant& one : retime::variants()) {
    if (one.family != "carpet") continue;
    if (one.paper.label == "Variant A") {
      EXPECT_NEAR(one.memory_bytes(at), 800e6, 1e6);
    } else if (one.paper.label == "Variant C") {
      EXPECT_NEAR(one.memory_bytes(with("steps", 9500)), 404e6, 4e6);
    }
  }
}

}  // namespace
