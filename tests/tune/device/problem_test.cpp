// What a search begins with: the form that `run` takes, and the recommended one.
#include <gtest/gtest.h>

#include "harness/spaces/tuning_problem.h"

namespace retime::tune {
namespace {

std::pair<std::string, std::string> begun_with(const std::string& variant,
                                               std::vector<axis_setting> axes) {
  const auto problems = problems_of({.filter = "^" + variant + "/", .axes = std::move(axes)});
  EXPECT_EQ(problems.size(), 1U);
  const tuning_problem& one = problems.at(0);
  return {one.space->text(one.usual.value()), one.space->text(one.recommended.value())};
}

TEST(Problem, BeginsWithThePrintedFormAndTheDefaults) {
  std::vector<axis_setting> walk{{"steps", "10"}, {"occupancy", "0.093"}};
  auto [usual, recommended] = begun_with("carpet/a_dense", walk);
  EXPECT_EQ(usual, "block=256 sites_per_thread=1 launch=wait order=forward");
  EXPECT_EQ(recommended, "block=256 sites_per_thread=16 launch=graph order=alternate");

  walk.push_back({"order", "alternate"});  // searched without the printed value
  EXPECT_EQ(begun_with("carpet/a_dense", walk).first,
            "block=256 sites_per_thread=1 launch=wait order=alternate");
}

TEST(Problem, OfOneOfOurVariantsBeginsWithTheDefaults) {
  const auto [usual, recommended] = begun_with("toy/right", {{"n", "100"}});
  EXPECT_EQ(usual, "block=32");
  EXPECT_EQ(recommended, usual);
}

}  // namespace
}  // namespace retime::tune
