// What the family's variants have beyond right answers: forms, limits, series, bytes.
#include <gtest/gtest.h>

#include "harness/cases/run_once.h"
#include "kernels/cahn_hilliard/problem.h"
#include "tests/variants/check_variants.h"
#include "variants/form.h"

namespace {

using retime::axis_values;
using tests::workload;

workload of_variants(const axis_values& given) {
  return {tests::family_named("cahn_hilliard"), given};
}

TEST(CahnHilliardVariants, ReportTheFormOfBorderedBlocks) {
  const auto even = of_variants({{"n", 48}, {"steps", 1}}),
             odd = of_variants({{"n", 50}, {"steps", 1}});
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
    EXPECT_TRUE(which->invalid(tuned(of_variants({{"n", 9}, {"dim", 3}}), *which))) << which->id;
  }
  EXPECT_EQ(bordered, 2);
}

TEST(CahnHilliardVariants, TraceFromStepTenOn) {
  const auto given = of_variants({{"n", 16}, {"steps", 100}, {"precision", "double"}});
  for (const auto* which : tests::variants_of(given.family)) {
    const auto field = given.in_order_of(*which);
    if (which->invalid(tuned(field, *which))) continue;
    const auto end = field.family.observe(field.problem, field.expected).numbers;
    const auto along =
        retime::cases::trace_once(*which->prepare(field.problem, tuned(field, *which)));
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
  const auto bytes_a_cell = [&](const char* method, const char* flow,
                                const char* update = "plain") {
    const auto field =
        of_variants({{"n", 10}, {"steps", 1}, {"integrator", method}, {"update", update}});
    const auto& which = *tests::variants_of(field.family).front();
    return which.work(field.problem, tuned(field, which, {{"flow", flow}})).bytes / 100;
  };
  EXPECT_EQ(bytes_a_cell("rk2", "copy"), 36);
  EXPECT_EQ(bytes_a_cell("rk2", "swap"), 20);
  EXPECT_EQ(bytes_a_cell("euler", "copy"), 16);
  EXPECT_EQ(bytes_a_cell("euler", "swap"), 8);
  EXPECT_EQ(bytes_a_cell("rk2", "copy", "conserving"), 44);
  EXPECT_EQ(bytes_a_cell("rk2", "swap", "conserving"), 28);
  EXPECT_EQ(bytes_a_cell("euler", "swap", "conserving"), 16);
}

TEST(CahnHilliardVariants, KernelsBCAndDAndOursRefuseTheConservingUpdate) {
  const auto field = of_variants({{"n", 24}, {"steps", 1}, {"update", "conserving"}});
  int refused = 0;
  for (const auto* which : tests::variants_of(field.family)) {
    const auto why = which->invalid(tuned(field, *which)).value_or("");
    refused += !why.empty();
    EXPECT_EQ(why.find("update=conserving"), why.empty() ? std::string::npos : 0) << which->id;
  }
  EXPECT_EQ(refused, 7);
}

TEST(CahnHilliardVariants, AreWrongWhereTheMeanDrifts) {
  const auto field = of_variants({{"n", 10}, {"steps", 3}, {"mean", 0.2}});
  const auto shifted_by = [&](float shift) {
    auto problem = retime::as<cahn_hilliard::problem>(field.problem);
    for (float& phi : std::get<std::vector<float>>(problem.start)) phi += shift;
    return field.family.compare(std::make_shared<const cahn_hilliard::problem>(problem),
                                field.expected, field.expected);
  };
  EXPECT_TRUE(shifted_by(5e-7f).correct());
  const auto wrong = shifted_by(-2e-6f);
  EXPECT_FALSE(wrong.correct());
  EXPECT_EQ(wrong.metric, "drift of the mean (update=conserving has none)");
  EXPECT_NEAR(wrong.value, 2e-6, 2e-7);
  EXPECT_EQ(wrong.tolerance, 1e-6);
}

}  // namespace
