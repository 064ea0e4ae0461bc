// Under a paper's label cases are as printed unless the request says otherwise.
#include "harness/registry/printed_form.h"

#include <gtest/gtest.h>

#include "harness/registry/sweep.h"

namespace retime {
namespace {

std::string tuning_of(std::vector<axis_setting> axes, bool as_printed = true) {
  const std::string workload = "carpet/a_dense/occupancy=0.093/steps=10/";
  axes.insert(axes.end(), {{"steps", "10"}, {"occupancy", "0.093"}});
  const auto cases = expand(
      {.filter = "^" + workload, .axes = std::move(axes), .seed = {}, .as_printed = as_printed});
  EXPECT_EQ(cases.size(), 1U);
  return cases.at(0).key.substr(workload.size());
}

TEST(PrintedForm, IsTakenOfTheAxesThatARequestLeavesAlone) {
  EXPECT_EQ(tuning_of({}), "block=256/launch=wait/order=forward/sites_per_thread=1");
  EXPECT_EQ(tuning_of({{"sites_per_thread", "4"}, {"block", "32"}}),
            "block=32/launch=wait/order=forward/sites_per_thread=4");
}

TEST(PrintedForm, GivesWayToTheDefaultsWhereTheRequestAsksForThem) {
  EXPECT_EQ(tuning_of({}, false), "block=256/launch=graph/order=alternate/sites_per_thread=16");
  EXPECT_EQ(tuning_of({{"launch", "stream"}}, false),
            "block=256/launch=stream/order=alternate/sites_per_thread=16");
}

TEST(PrintedForm, IsThatOfEveryPapersRowAndOfNoneOfOurs) {
  std::size_t rows = 0;
  for (const auto& each : expand({.profile = "smoke"})) {
    const variant& member = *each.variant;
    rows += has_paper_label(member);
    EXPECT_EQ(is_printed(member, each.point), has_paper_label(member)) << each.key;
    for (const auto& axis : member.axes) {
      const auto printed = member.printed.find(axis.name);
      const bool is_open = printed == member.printed.end();
      EXPECT_EQ(each.point.values().at(axis.name), is_open ? axis.default_value : printed->second)
          << each.key;
    }
  }
  EXPECT_GT(rows, 0U);
}

TEST(PrintedForm, NeedsALabel) {
  variant ours;
  ours.axes = {tuning("block", {32, 64})};
  ours.printed = {{"block", 64}};
  point values;
  values.set("block", 64);
  EXPECT_EQ(usual_value(ours, ours.axes[0]), axis_value(32));
  EXPECT_FALSE(is_printed(ours, values));
  ours.paper = {"a_paper", "Variant A"};
  EXPECT_EQ(usual_value(ours, ours.axes[0]), axis_value(64));
  EXPECT_TRUE(is_printed(ours, values));
}

}  // namespace
}  // namespace retime
