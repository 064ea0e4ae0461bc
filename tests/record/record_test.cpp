// What a record says of its case beside its times.
#include "harness/record/record.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/record/header.h"
#include "harness/record/recorded_run.h"

namespace retime {
namespace {

using strings = std::vector<std::string>;

benchmark_case only_case(const std::string& filter, std::vector<axis_setting> axes) {
  const auto cases = expand({.filter = filter, .axes = std::move(axes)});
  EXPECT_EQ(cases.size(), 1U);
  return cases.at(0);
}

TEST(Record, IsPrintedAtThePapersOwnTuningPoint) {
  const auto walk = [](const char* sites_per_thread) {
    return only_case("^carpet/a_dense/", {{"steps", "10"},
                                          {"occupancy", "0.093"},
                                          {"block", "32"},  // the paper leaves it open
                                          {"sites_per_thread", sites_per_thread},
                                          {"order", "forward"},
                                          {"launch", "wait"}});
  };
  const auto line = to_json(blank_record(walk("1")));
  EXPECT_EQ(line["printed"], true);
  EXPECT_EQ(line["paper"]["tuning"]["sites_per_thread"], 1);
  EXPECT_FALSE(line["paper"]["tuning"].contains("block"));
  EXPECT_EQ(line["size_axis"], "steps");
  EXPECT_EQ(to_json(blank_record(walk("4")))["printed"], false);
}

TEST(Record, SaysWhichFormOfAPapersRowItIs) {
  const auto form = [](const std::string& filter, std::vector<axis_setting> axes) {
    return blank_record(only_case(filter, std::move(axes))).form();
  };
  const std::vector<axis_setting> walk{{"steps", "10"}, {"occupancy", "0.093"}};
  auto alternating = walk;
  alternating.push_back({"order", "alternate"});
  EXPECT_EQ(form("^carpet/a_dense/", walk), "as printed");
  EXPECT_EQ(form("^carpet/a_dense/", alternating), "tuned");
  EXPECT_EQ(form("^carpet/cpu_serial/", walk), "as printed");  // nothing to tune
  EXPECT_EQ(form("^toy/right/", {{"n", "100"}}), "");
}

TEST(Record, OfOneOfOurVariantsIsNotPrinted) {
  const auto line = to_json(blank_record(only_case("^toy/right/", {{"n", "100"}})));
  EXPECT_EQ(line["printed"], false);
  EXPECT_TRUE(line["paper"]["tuning"].empty());
  EXPECT_TRUE(line["paper"]["tuning"].is_object());
  EXPECT_EQ(line["memory"]["needed_bytes"], 1600);
  EXPECT_TRUE(line["memory"]["largest_that_fits"].is_null());
}

TEST(Record, SaysWhatARunTakesOfTheBoard) {
  recorded_case timed = blank_record(only_case("^toy/right/", {{"n", "100"}}));
  measurement timing{.samples_ns = {2e6, 2e6, 2e6}};
  timing.stats.median_ns = 2e6;
  timed.times = times_of(timing, false);
  EXPECT_TRUE(to_json(timed)["measurement"]["energy"].is_null());
  timing.energy = energy_use{.power_w = 500, .window_s = 1.5, .busy = 0.95};
  timed.times = times_of(timing, false);
  const auto energy = to_json(timed)["measurement"]["energy"];
  EXPECT_DOUBLE_EQ(energy["energy_j"], 1);
  EXPECT_EQ(energy["window_s"], 1.5);
  EXPECT_EQ(energy["source"], "nvml_total_energy");
}

TEST(Header, HoldsNoAbsolutePaths) {
  EXPECT_EQ(
      without_absolute_paths({"retime", "--out", "/home/me/run/", "--save=/tmp/saved", "--axis",
                              "file=/data/a.txt,/data/b.txt", "../beside", "n=1..8:x2", "/"}),
      (strings{"retime", "--out", "run/", "--save=saved", "--axis", "file=a.txt,b.txt", "../beside",
               "n=1..8:x2", "/"}));
}

TEST(Header, LeavesFiltersAlone) {
  const strings filters{"--filter",         "/c_compact/",
                        "--filter=/n=100/", "--benchmark_filter=/n=100/",
                        "--filter",         "^carpet/.*/block=256"};
  EXPECT_EQ(without_absolute_paths(filters), filters);
}

}  // namespace
}  // namespace retime
