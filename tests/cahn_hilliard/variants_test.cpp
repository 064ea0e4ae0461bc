// What the family's variants have beyond right answers: forms, limits, series, bytes.
#include <gtest/gtest.h>

#include "harness/run/run_once.h"
#include "tests/variants/check_variants.h"

namespace {

using retime::axis_values;
using tests::workload;

workload on(const axis_values& given) { return {tests::family_named("cahn_hilliard"), given}; }

TEST(CahnHilliardVariants, ReportTheFormOfBorderedBlocks) {
  const auto even = on({{"n", 48}, {"steps", 1}}), odd = on({{"n", 50}, {"steps", 1}});
  int bordered = 0;
  for (const auto* which : tests::variants_of(even.family)) {
    const auto form_on = [&](const workload& field) {
      const auto launched = which->prepare(field.problem, tuned(field, *which))->launch();
      return launched ? launched->form : "";
    };
    if (form_on(even).empty()) continue;
    ++bordered;
    EXPECT_EQ(form_on(even), "printed form") << which->id;
    EXPECT_EQ(form_on(odd), "guarded form") << which->id;
    const axis_values strip{{"block_x", 128}, {"block_y", 1}};
    const auto why = which->invalid(tuned(even, *which, strip)).value_or("accepted");
    EXPECT_NE(why.find("no thread to write"), std::string::npos) << why;
    EXPECT_TRUE(which->invalid(tuned(on({{"n", 9}, {"dim", 3}}), *which))) << which->id;
  }
  EXPECT_EQ(bordered, 2);
}

TEST(CahnHilliardVariants, TraceFromStepTenOn) {
  const auto field = on({{"n", 16}, {"steps", 100}, {"precision", "double"}});
  const auto end = field.family.observe(field.problem, field.expected).numbers;
  for (const auto* which : tests::variants_of(field.family)) {
    const auto along = retime::trace_once(*which->prepare(field.problem, tuned(field, *which)));
    ASSERT_EQ(along.size(), end.size()) << which->id;
    for (const auto& [name, series] : along) {
      EXPECT_EQ(series.x_name, "time");
      EXPECT_EQ(series.x.size(), 9u);
      EXPECT_DOUBLE_EQ(series.x.back(), 1.0);
      EXPECT_EQ(series.y.back(), end.at(name)) << which->id << " " << name;
    }
  }
}

TEST(CahnHilliardVariants, CountTheBytesOfBothFlows) {
  const auto bytes_a_cell = [&](const char* method, const char* flow) {
    const auto field = on({{"n", 10}, {"steps", 1}, {"integrator", method}});
    const auto& which = *tests::variants_of(field.family).front();
    return which.work(field.problem, tuned(field, which, {{"flow", flow}})).bytes / 100;
  };
  EXPECT_EQ(bytes_a_cell("rk2", "copy"), 36);
  EXPECT_EQ(bytes_a_cell("rk2", "swap"), 20);
  EXPECT_EQ(bytes_a_cell("euler", "copy"), 16);
  EXPECT_EQ(bytes_a_cell("euler", "swap"), 8);
}

}  // namespace
