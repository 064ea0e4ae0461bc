#include "harness/spaces/space.h"

#include <gtest/gtest.h>

#include "kernels/support/bad_input.h"
#include "tests/tune/data.h"

namespace retime::tune {
namespace {

const std::vector<parameter> three{{"a", {1, 2, 4}}, {"b", {10, 20}}, {"mode", {"x", "y", "z"}}};

TEST(Space, FindsConfigurationsByTheirCodes) {
  const auto some = grid(three, [](const row& at) { return whole(at[0]) < 4; });
  EXPECT_EQ(some.size(), 12U);
  EXPECT_EQ(some.text(0), "a=1 b=10 mode=x");
  for (configuration c = 0; c < some.size(); ++c) EXPECT_EQ(some.find(some.codes(c)), c);
  const std::vector<code> outside{2, 0, 0};
  EXPECT_EQ(some.find(outside), std::nullopt);
}

TEST(Space, NeighboursDifferInOneParameter) {
  const auto some =
      grid(three, [](const row& at) { return whole(at[0]) != 2 || at[2] == axis_value("x"); });
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
  EXPECT_THROW(tuning_space({}, {}), bad_input);
  EXPECT_THROW(tuning_space(three, {}), bad_input);
  EXPECT_THROW(tuning_space(three, {0, 0, 0, 0, 0, 0}), bad_input);  // stands twice
}

}  // namespace
}  // namespace retime::tune
