#include "harness/tune/space.h"

#include <gtest/gtest.h>

#include <chrono>

#include "harness/tune/formats.h"
#include "kernels/support/bad_input.h"
#include "tests/tune/data.h"

namespace retime::tune {
namespace {

std::vector<parameter> grid() {
  return {{"a", {1, 2, 4}}, {"b", {10, 20}}, {"mode", {"x", "y", "z"}}};
}

TEST(Space, KeepsWhatSatisfiesTheConditions) {
  const auto all = enumerate(grid(), {});
  EXPECT_EQ(all.size(), 18U);
  const auto some = enumerate(grid(), {"a * b <= 40", "mode != 'x' or a == 1"});
  // By hand: (1,10) (1,20) with three modes, (2,10) (2,20) (4,10) with two.
  EXPECT_EQ(some.size(), 12U);
  EXPECT_EQ(some.text(0), "a=1 b=10 mode=x");
}

TEST(Space, FindsConfigurationsByTheirCodes) {
  const auto some = enumerate(grid(), {"a < 4"});
  for (configuration c = 0; c < some.size(); ++c) EXPECT_EQ(some.find(some.codes(c)), c);
  const std::vector<code> outside{2, 0, 0};
  EXPECT_EQ(some.find(outside), std::nullopt);
}

TEST(Space, NeighboursDifferInOneParameter) {
  const auto some = enumerate(grid(), {"a != 2 or mode == 'x'"});
  const configuration first = 0;  // a=1 b=10 mode=x
  std::vector<std::string> near, far;
  for (const auto c : adjacent_neighbours(some, first)) near.push_back(some.text(c));
  for (const auto c : hamming_neighbours(some, first)) far.push_back(some.text(c));
  // Along a number the next value alone, along words every other one.
  EXPECT_EQ(near, (std::vector<std::string>{"a=2 b=10 mode=x", "a=1 b=20 mode=x", "a=1 b=10 mode=y",
                                            "a=1 b=10 mode=z"}));
  EXPECT_EQ(far, (std::vector<std::string>{"a=2 b=10 mode=x", "a=4 b=10 mode=x", "a=1 b=20 mode=x",
                                           "a=1 b=10 mode=y", "a=1 b=10 mode=z"}));
}

TEST(Space, RefusesWhatCannotBeSearched) {
  EXPECT_THROW(enumerate({}, {}), bad_input);
  EXPECT_THROW(enumerate({{"a", {}}}, {}), bad_input);
  EXPECT_THROW(enumerate(grid(), {"a > 4"}), bad_input);
  EXPECT_THROW(enumerate(grid(), {"c > 4"}), bad_input);
  EXPECT_THROW(enumerate(grid(), {"False"}), bad_input);
  EXPECT_THROW(space(grid(), {0, 0, 0, 0, 0, 0}), bad_input);  // stands twice
}

TEST(Space, RefusesAGridThatWouldTakeHours) {
  parameter wide{"w0", {}};
  for (std::int64_t k = 0; k < 1000; ++k) wide.values.emplace_back(k);
  std::vector<parameter> huge;
  for (int k = 0; k < 6; ++k) {
    wide.name = "w" + std::to_string(k);
    huge.push_back(wide);
  }
  EXPECT_THROW(enumerate(huge, {}), bad_input);
}

TEST(Space, RecordedDefinitionsHaveTheKnownSizesAndAreQuick) {
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(read_t1_file(data("convolution_milo_t1.json")).size(), 4362U);
  EXPECT_EQ(read_t1_file(data("dedispersion_milo_t1.json")).size(), 11130U);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  EXPECT_LT(took.count(), 2.5) << "0.25 s are wanted; ten times that is a fault on any machine";
}

}  // namespace
}  // namespace retime::tune
