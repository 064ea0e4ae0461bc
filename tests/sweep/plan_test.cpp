#include <gtest/gtest.h>

#include <vector>

#include "harness/sweep/processes/merged_processes.h"
#include "harness/sweep/processes/process_plan.h"
#include "tests/complaint.h"
#include "tests/sweep/process_record.h"

namespace retime::sweep {
namespace {

TEST(ProcessPlan, AutoAddsToFive) {
  const auto plan = sweep::plan_of("auto");
  EXPECT_EQ(plan.least, 5U);
  EXPECT_EQ(plan.most, 10U);
  EXPECT_EQ(plan.share_s(), 2);
  EXPECT_LT(plan.precision_within(), plan.precision);
}

TEST(ProcessPlan, ANumberIsThatMany) {
  for (const std::size_t count : {1U, 3U, 1000U}) {
    const auto plan = sweep::plan_of(std::to_string(count));
    EXPECT_EQ(plan.least, count);
    EXPECT_EQ(plan.most, count);
  }
  EXPECT_EQ(sweep::plan_of("1").precision_within(), 0.01);
}

TEST(ProcessPlan, OtherTextsAreRefused) {
  for (const std::string text : {"0", "x", "-1", "1.5", "2000", "", "5 ", "+5"}) {
    const auto complaint = tests::complaint_of([&] { sweep::plan_of(text); });
    EXPECT_TRUE(complaint.starts_with("--processes '" + text + "':")) << text << ": " << complaint;
    EXPECT_EQ(complaint.find('\n'), std::string::npos);
  }
}

/// Processes of half a second each whose medians differ so much.
recorded_case measured_by(std::size_t processes, double spread, double precision) {
  std::vector<recorded_case> records;
  for (std::size_t i = 0; i < processes; ++i)
    records.push_back(case_of(process_record(1e6 * (1 + spread * static_cast<double>(i % 2)))));
  return sweep::merged(records, precision);
}

constexpr sweep::process_plan plan{.least = 3, .most = 6, .precision = 0.01, .budget_s = 100};

TEST(Enough, NotBeforeTheLeast) {
  for (const std::size_t processes : {1U, 2U})
    EXPECT_EQ(enough(plan, measured_by(processes, 0, plan.precision)), std::nullopt);
}

TEST(Enough, OnceThePrecisionIsMet) {
  EXPECT_EQ(enough(plan, measured_by(3, 0, plan.precision)), stop_reason::precision);
  EXPECT_EQ(enough(plan, measured_by(3, 0.1, plan.precision)), std::nullopt);
}

TEST(Enough, WhereTheNextProcessWouldOverrunTheBudget) {
  auto brief = plan;
  brief.budget_s = 1.9;  // of which three have taken 1.5
  EXPECT_EQ(enough(brief, measured_by(3, 0.1, plan.precision)), stop_reason::budget);
  brief.budget_s = 2;
  EXPECT_EQ(enough(brief, measured_by(3, 0.1, plan.precision)), std::nullopt);
}

TEST(Enough, AtTheMost) {
  EXPECT_EQ(enough(plan, measured_by(5, 0.1, plan.precision)), std::nullopt);
  EXPECT_EQ(enough(plan, measured_by(6, 0.1, plan.precision)), stop_reason::processes);
}

TEST(Enough, ACaseWithoutATimeNeedsNoMore) {
  EXPECT_EQ(enough(plan, case_of(failed_record("timeout", "no end"))), stop_reason::single);
  auto emulated = process_record(1e6);
  emulated["processor"] = "gpu";
  emulated["time_is"] = "emulated";
  EXPECT_EQ(enough(plan, case_of(emulated)), stop_reason::single);
}

}  // namespace
}  // namespace retime::sweep
