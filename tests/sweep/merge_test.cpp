// What becomes of the records that processes made of one case. Whole runs:
// tests/python/test_processes.py.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "harness/measure/process_levels.h"
#include "harness/sweep/processes/merged_processes.h"
#include "tests/sweep/process_record.h"

namespace retime::sweep {
namespace {

using nlohmann::json;

json merged_of(const std::vector<json>& records, double precision = 0.01) {
  std::vector<recorded_case> cases;
  for (const json& record : records) cases.push_back(case_of(record));
  return to_json(sweep::merged(cases, precision));
}

TEST(Merge, KeepsTheSamplesOfAllInTheirOrder) {
  const auto all = merged_of({process_record(1e6), process_record(2e6), process_record(3e6)});
  EXPECT_EQ(all.at("samples_ns"),
            json({0.99e6, 1e6, 1.01e6, 1.98e6, 2e6, 2.02e6, 2.97e6, 3e6, 3.03e6}));
  const json& measurement = all.at("measurement");
  ASSERT_EQ(measurement.at("processes").size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(measurement["processes"][i].at("round"), i);
    EXPECT_EQ(measurement["processes"][i].at("median_ns"), 1e6 * static_cast<double>(i + 1));
  }
  ASSERT_EQ(measurement.at("blocks").size(), 6U);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(measurement["blocks"][i].at("block"), i);
    EXPECT_EQ(measurement["blocks"][i].at("process"), i / 2);
  }
  EXPECT_EQ(measurement.at("states").size(), 6U);
}

TEST(Merge, AddsWhatAddsUpAndTakesTheWorseOfTheRest) {
  auto second = process_record(1e6);
  second["measurement"]["resolution_ns"] = 8.0;
  second["measurement"]["resolution_limited"] = second["measurement"]["throttled"] = true;
  second["statistics"]["bimodal"] = true;
  const auto all = merged_of({process_record(1e6), second});
  const json& measurement = all.at("measurement");
  EXPECT_EQ(measurement.at("wall_s"), 1.0);
  EXPECT_EQ(measurement.at("throttled_samples"), 2);
  EXPECT_EQ(measurement.at("resolution_ns"), 8.0);
  EXPECT_EQ(measurement.at("resolution_limited"), true);
  EXPECT_EQ(measurement.at("throttled"), true);
  EXPECT_EQ(all.at("statistics").at("bimodal"), true);
  EXPECT_EQ(all.at("statistics").at("n_effective"), 6.0);
}

TEST(Merge, EnergyIsThatOfAllWindowsTogether) {
  const auto with_energy = [](double power_w, double window_s) {
    auto one = process_record(1e6);
    one["measurement"]["energy"] = {{"energy_j", power_w * 1e-3},
                                    {"power_w", power_w},
                                    {"window_s", window_s},
                                    {"busy", 0.9},
                                    {"source", "nvml_total_energy"}};
    return one;
  };
  auto slower = process_record(1.02e6);
  slower["measurement"]["energy"] = nullptr;
  const auto all = merged_of({slower, with_energy(100, 1), with_energy(200, 3)});
  const json& energy = all.at("measurement").at("energy");
  EXPECT_DOUBLE_EQ(energy.at("power_w"), 175);
  EXPECT_DOUBLE_EQ(energy.at("window_s"), 4);
  EXPECT_DOUBLE_EQ(energy.at("busy"), 0.9);
  EXPECT_DOUBLE_EQ(energy.at("energy_j"), 0.175);  // of a run of 1 ms
  EXPECT_DOUBLE_EQ(case_of(all).times->energy_j.value(), 0.175);
  EXPECT_TRUE(merged_of({slower, process_record(1e6)}).at("measurement").at("energy").is_null());
}

TEST(Merge, TheIntervalIsThatOfAProcessToCome) {
  const auto all = merged_of({process_record(1e6), process_record(1.02e6), process_record(0.99e6)});
  const json& found = all.at("statistics");
  EXPECT_EQ(found.at("interval_of"), "process_to_come");
  EXPECT_EQ(found.at("median_ns"), 1e6);
  std::vector<process_median> medians;
  for (const double median_ns : {1e6, 1.02e6, 0.99e6})
    medians.push_back({median_ns, relative_error_of({0.999 * median_ns, 1.001 * median_ns})});
  const auto levels = levels_of(medians);
  // Half a step of the clock, 2 ns, is allowed for.
  EXPECT_NEAR(found.at("ci_low_ns"), levels.to_come_ns.low - 1, 1e-6);
  EXPECT_NEAR(found.at("ci_high_ns"), levels.to_come_ns.high + 1, 1e-6);
  EXPECT_EQ(found.at("sd_between_ns"), levels.sd_between_ns);
  EXPECT_EQ(found.at("sd_within_ns"), levels.sd_within_ns);
  EXPECT_EQ(found.at("min_ns"), 0.99 * 0.99e6);
  EXPECT_EQ(found.at("max_ns"), 1.01 * 1.02e6);
}

// One sample of 512 took 300 times as long, on a machine with other work.
TEST(Merge, ADisturbedProcessLeavesAnInterval) {
  auto disturbed = process_record(3e3);
  disturbed["measurement"]["processes"][0]["ci_high_ns"] = 8e5;
  const auto found = merged_of({disturbed, process_record(3e3)}).at("statistics");
  EXPECT_GT(found.at("ci_low_ns").get<double>(), 0);
  EXPECT_LT(found.at("ci_low_ns").get<double>(), 3e3);
  EXPECT_TRUE(std::isfinite(found.at("ci_high_ns").get<double>()));
  EXPECT_EQ(found.at("noisy"), true);
}

TEST(Merge, NoisyIsWhatMissesThePrecisionOfAll) {
  const std::vector<json> records{process_record(1e6), process_record(1.01e6),
                                  process_record(1.005e6)};
  EXPECT_EQ(merged_of(records, 0.01)["statistics"]["noisy"], true);
  EXPECT_EQ(merged_of(records, 0.1)["statistics"]["noisy"], false);
  EXPECT_EQ(merged_of(records, 0.1)["measurement"]["precision"], 0.1);
}

TEST(Merge, TheRooflineIsThatOfTheMedianOfAll) {
  const auto all = merged_of({process_record(1e6), process_record(2e6), process_record(3e6)});
  EXPECT_NEAR(all.at("roofline").at("bytes_per_s"), 1e6 / 2e-3, 1e-3);
  EXPECT_NEAR(all.at("roofline").at("fraction"), 0.05, 1e-9);
  auto without = process_record(1e6);
  without["roofline"] = nullptr;
  EXPECT_TRUE(merged_of({without, process_record(1e6)}).at("roofline").is_null());
}

TEST(Merge, TheVerificationNearestToItsToleranceStays) {
  std::vector<json> records{process_record(1e6), process_record(1e6), process_record(1e6)};
  records[1]["verify_after"]["value"] = 3e-6;
  records[2]["verify_after"]["value"] = 2e-6;
  EXPECT_EQ(merged_of(records).at("verify_after").at("value"), 3e-6);
}

TEST(Merge, WrongInOneProcessIsWrong) {
  const auto wrong = failed_record("incorrect", "0.1 is above 1e-05");
  const auto all = merged_of({process_record(1e6), wrong, process_record(1e6)});
  EXPECT_EQ(all.at("status"), "incorrect");
  EXPECT_EQ(all.at("reason"), "in process 2, correct in those before: 0.1 is above 1e-05");
  EXPECT_TRUE(all.at("statistics").is_null());
  EXPECT_EQ(merged_of({wrong}), to_json(case_of(wrong)));
}

TEST(Merge, OneProcessSaysWhatItSaid) {
  const auto alone = process_record(1e6);
  EXPECT_EQ(merged_of({alone}, 0.02), to_json(case_of(alone)));
}

}  // namespace
}  // namespace retime::sweep
