// The family as the harness sees it.
#include <gtest/gtest.h>

#include "kernels/apsp/problem.h"
#include "tests/variants/check_variants.h"
#include "variants/form.h"

namespace {

using tests::workload;

TEST(ApspFamily, OneWrongDistanceIsNoticed) {
  const workload on(tests::family_named("apsp"), {{"graph", "ring"}, {"n", 30}});
  EXPECT_TRUE(on.family.compare(on.problem, on.expected, on.expected).correct());

  auto wrong = retime::as<apsp::distances>(on.expected);
  const auto row = std::span(wrong.matrix).subspan(7 * 30, 30);
  std::swap(row[9], row[20]);  // the sum, the reach and the eccentricity stay
  wrong.rows[7] = apsp::summarise(row);
  const auto outcome =
      on.family.compare(on.problem, std::make_shared<const apsp::distances>(wrong), on.expected);
  EXPECT_FALSE(outcome.correct());
  EXPECT_EQ(outcome.value, 1);
}

TEST(ApspFamily, ResolvesWhatFollowsFromOtherAxes) {
  const auto point_with = [](const retime::axis_values& named) {
    return workload(tests::family_named("apsp"), named).point;
  };
  EXPECT_EQ(point_with({{"graph", "watts_ring"}}).real("p"), 1e-10);
  EXPECT_EQ(point_with({{"graph", "watts"}, {"n", 2000}}).real("p"), 0.25 / 2000);
  EXPECT_EQ(point_with({{"graph", "watts"}, {"p", 0.01}}).real("p"), 0.01);
  EXPECT_FALSE(point_with({{"graph", "barabasi_albert"}}).has("k"));
  for (const char* drawn_by : {"seed", "instance"}) {
    EXPECT_FALSE(point_with({{"graph", "ring"}}).has(drawn_by));
    EXPECT_TRUE(point_with({{"graph", "ring"}, {"sources", "10"}}).has(drawn_by));
  }
  EXPECT_EQ(point_with({{"graph", "ring"}, {"sources", "auto"}}).text("sources"), "64");
  EXPECT_EQ(point_with({{"graph", "ring"}, {"n", 9}, {"sources", "10"}}).text("sources"), "all");
}

TEST(ApspFamily, EveryInstanceHasSourcesOfItsOwn) {
  const auto sources_of = [](int instance) {
    const workload on(
        tests::family_named("apsp"),
        {{"graph", "barabasi_albert"}, {"m", 3}, {"sources", "10"}, {"instance", instance}});
    return retime::as<apsp::problem>(on.problem).sources;
  };
  EXPECT_EQ(sources_of(0), sources_of(0));
  EXPECT_NE(sources_of(0), sources_of(1));
}

}  // namespace
