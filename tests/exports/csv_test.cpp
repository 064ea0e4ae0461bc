// The table of a run. That Python's and pandas' readers take it: tests/python/test_export_csv.py.
#include <gtest/gtest.h>

#include "harness/record/speed_up.h"
#include "tests/exports/cases.h"

namespace retime::exports {
namespace {

using plain_json = nlohmann::json;

std::string csv_of(const std::vector<plain_json>& records) {
  const gate::scratch_folder folder;
  return made::as("csv", load_run(gate::write_run(folder, "run", gate::header(), records))).text;
}

plain_json with_ceiling(plain_json one) {
  one["roofline"] = {{"ceiling", "copy"}, {"ceiling_bytes_per_s", 1e12}, {"fraction", 0.2}};
  return one;
}

TEST(Csv, HasARowACaseUnderOneHeader) {
  EXPECT_EQ(
      csv_of({with_ceiling(made::timed(32, 2e4)), made::failed(64, "constraint")}),
      "key,family,variant,label,form,processor,tuning_role,status,reason,block,occupancy,median_ns,"
      "ci_low_ns,ci_high_ns,samples,processes,noisy,energy_j,gb_per_s,ceiling_fraction,base,"
      "speedup_over_base\n"
      "carpet/c_compact/block=32,carpet,c_compact,Variant C,as printed,gpu,,correct,,32,0.093,"
      "20000,19980,20019.999999999996,3,1,false,,200,0.2,a_dense,\n"
      "carpet/c_compact/block=64,carpet,c_compact,Variant C,as printed,gpu,,constraint,because,64,"
      "0.093,,,,,,,,,,a_dense,\n");
}

TEST(Csv, HasTheEnergyOfARunWhereItIsKnown) {
  auto one = made::timed(32, 2e4);
  one["measurement"]["energy"] = {{"energy_j", 0.0125}};
  EXPECT_NE(csv_of({one}).find(",1,false,0.0125,200,"), std::string::npos) << csv_of({one});
}

TEST(Csv, QuotesWhatWouldEndACell) {
  auto one = made::failed(64, "incorrect");
  one["reason"] = "1,5 is \"far\" off\nby far";
  const auto text = csv_of({one});
  EXPECT_NE(text.find(",incorrect,\"1,5 is \"\"far\"\" off\nby far\",64,"), std::string::npos)
      << text;
}

TEST(Csv, HasTheAxesOfAllFamiliesAndNoTwoColumnsOfOneName) {
  auto other = made::timed(32, 1);
  other["family"] = "other";
  other["axes"] = {{"n", 5}, {"status", "open"}};
  other["tuning"] = plain_json::array();
  const auto text = csv_of({made::timed(32, 1), other});
  EXPECT_NE(text.find(",reason,block,n,occupancy,axis_status,median_ns,"), std::string::npos);
  EXPECT_NE(text.find(",correct,,32,,0.093,,1,"), std::string::npos) << text;
  EXPECT_NE(text.find(",correct,,,5,,open,1,"), std::string::npos) << text;
}

TEST(Csv, EmulatedTimesAreNone) {
  auto one = made::timed(32, 1e9);
  one["time_is"] = "emulated";
  const auto text = csv_of({one});
  EXPECT_NE(text.find(",correct,emulated: its time is not a measurement,32,0.093,,,,,,,,,,"),
            std::string::npos)
      << text;
}

plain_json base_of(int block, double median_ns, const std::string& role = "") {
  auto one = made::timed(block, median_ns);
  one["variant"] = "a_dense";
  one["base"] = nullptr;
  if (!role.empty()) one["tuning_history"] = {{"role", role}, {"strategy", "default"}};
  return one;
}

TEST(SpeedUps, AreOverTheBestOfTheBaseOnTheSameWorkload) {
  auto elsewhere = base_of(32, 10);
  elsewhere["axes"]["occupancy"] = 0.35;
  const auto run = made::run_of({made::timed(32, 100), base_of(32, 400), base_of(64, 300),
                                 base_of(128, 200, "search"), elsewhere});
  const speed_ups over_base(run);
  EXPECT_EQ(over_base.of(run.cases[0]), 3.0);
  EXPECT_EQ(over_base.of(run.cases[1]), std::nullopt) << "has no base";
}

}  // namespace
}  // namespace retime::exports
