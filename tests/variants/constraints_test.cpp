// Constraints of every variant over all of its tuning axes.
#include <gtest/gtest.h>

#include "harness/registry/sweep.h"

namespace retime {
namespace {

TEST(Constraints, SayOfEveryTuningWhetherItCanRun) {
  for (const auto& one : variants()) {
    std::vector<axis_setting> axes;
    for (const auto& axis : one.axes) axes.push_back(parse_axis_setting(axis.name + "=all"));
    const std::string name = one.family + "/" + one.id;
    for (const auto& tuned : expand({.filter = "^" + name + "/", .axes = axes}))
      EXPECT_NO_THROW(tuned.variant->invalid(tuned.point)) << tuned.key;
  }
}

}  // namespace
}  // namespace retime
