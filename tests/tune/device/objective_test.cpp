// What a search is told, whom it sends to the finals and who wins them, for objectives of each
// kind.
#include "harness/tune/device/objective.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "harness/tune/device/finals.h"
#include "kernels/support/bad_input.h"
#include "tests/complaint.h"

namespace retime::tune {
namespace {

using nlohmann::json;

const tuning_problem& walk() {
  static const auto problems = problems_of(
      {.filter = "^carpet/a_dense/", .axes = {{"steps", "10"}, {"occupancy", "0.093"}}});
  return problems.at(0);
}

/// A correct case that was launched thrice.
json record_of(configuration which, double time_ns, const json& registers) {
  json record = retime::to_json(blank_record(walk().cases[which]));
  record["samples_ns"] = {0.99 * time_ns, time_ns, 1.02 * time_ns};
  record["statistics"] = {{"median_ns", time_ns},        {"mean_ns", 1.01 * time_ns},
                          {"min_ns", 0.99 * time_ns},    {"max_ns", 1.02 * time_ns},
                          {"sd_ns", 0.01 * time_ns},     {"ci_low_ns", 0.99 * time_ns},
                          {"ci_high_ns", 1.02 * time_ns}};
  record["launch"] = {{"registers", registers}};
  record["work"] = {{"items", 50.0}, {"bytes", 0.0}, {"flops", 0.0}, {"item", "site"}};
  record["measurement"]["states"] = {{{"power_w", 90.0}}, {{"power_w", 110.0}}, {{"power_w", {}}}};
  return record;
}

tune::evaluation evaluated(configuration which, double time_ns, const json& registers) {
  return tune::evaluation(record_of(which, time_ns, registers));
}

objective named(const std::string& name) { return tune::objective_named(name, std::nullopt); }

TEST(Objective, EnergyIsByTheCounterWhereTheRecordHasIt) {
  json record = record_of(0, 2e6, 32);
  record["measurement"]["energy"] = {{"energy_j", 0.25}, {"power_w", 125}};
  EXPECT_DOUBLE_EQ(named("energy_j").value_of(record), 0.25);
  record["measurement"]["energy"] = nullptr;
  EXPECT_DOUBLE_EQ(named("energy_j").value_of(record), 0.2);
}

TEST(Objective, IsANumberOfTheRecordOrFollowsFromIt) {
  const json record = record_of(0, 2e6, 32);
  const auto value = [&](const char* name) { return named(name).value_of(record); };
  EXPECT_DOUBLE_EQ(value(""), 2);
  EXPECT_DOUBLE_EQ(value("time"), 2);
  EXPECT_DOUBLE_EQ(value("mean_time"), 2.02);
  EXPECT_DOUBLE_EQ(value("worst_time"), 2.04);
  EXPECT_DOUBLE_EQ(value("items_per_s"), 25000);
  EXPECT_DOUBLE_EQ(value("power_w"), 100);
  EXPECT_DOUBLE_EQ(value("energy_j"), 0.2);
  EXPECT_DOUBLE_EQ(value("launch/registers"), 32);
  EXPECT_DOUBLE_EQ(value("statistics/max_ns"), 2.04e6);
  for (const char* lacking : {"bytes_per_s", "launch/occupancy", "roofline/fraction", "launch/x/y",
                              "launch/registers/x", "work/item", "observables/beauty"})
    EXPECT_TRUE(std::isnan(value(lacking))) << lacking;
  for (const char* none : {"beauty", "launch", "launch/", "axes/block", "key", "/launch/registers"})
    EXPECT_NE(tests::complaint_of([&] { named(none); }).find("launch/registers"), std::string::npos)
        << none;
}

TEST(Objective, HasAUnitWhichTellsItsDirection) {
  const auto unit = [](const char* name) { return named(name).unit; };
  EXPECT_EQ(unit("time"), "ms");
  EXPECT_EQ(unit("items_per_s"), "items/s");
  EXPECT_EQ(unit("phases_ns/prepare"), "ns");
  EXPECT_EQ(unit("memory/needed_bytes"), "bytes");
  EXPECT_EQ(unit("roofline/bytes_per_s"), "bytes/s");
  EXPECT_EQ(unit("launch/registers"), "");
  for (const char* least : {"time", "energy_j", "power_w", "launch/registers", "launch/s",
                            "memory/needed_bytes", "observables/w"})
    EXPECT_EQ(named(least).towards, direction::minimise) << least;
  for (const char* most : {"items_per_s", "flops_per_s", "roofline/fraction", "launch/occupancy",
                           "roofline/bytes_per_s"})
    EXPECT_EQ(named(most).towards, direction::maximise) << most;
  EXPECT_EQ(tune::objective_named("launch/registers", direction::maximise).towards,
            direction::maximise);
  EXPECT_TRUE(named("worst_time").is_least_time);
  EXPECT_FALSE(tune::objective_named("time", direction::maximise).is_least_time);
  EXPECT_FALSE(named("statistics/median_ns").is_least_time);
}

TEST(Trials, AreBestInTheDirectionOfTheObjective) {
  trials tried(tune::objective_named("launch/registers", direction::maximise));
  tried.add(0, evaluated(0, 1e6, 32), 0);
  tried.add(1, evaluated(1, 5e6, 64), 0);
  tried.add(2, evaluated(2, 1e5, 16), 0);
  EXPECT_EQ(tried.best()->index, 1U);
  EXPECT_EQ(tried.convergence(), (std::vector<double>{32, 64, 64}));
  EXPECT_EQ(tried.told_of(*tried.find(2)).value, -16);
  EXPECT_FALSE(tried.elimination_threshold_ns(""));  // that is about times

  const measured_trial& lacking = tried.add(3, evaluated(3, 1e6, nullptr), 0);
  EXPECT_EQ(lacking.result, outcome::runtime);
  EXPECT_NE(lacking.reason.find("launch/registers"), std::string::npos);
  EXPECT_EQ(tried.failures(), 1U);
}

TEST(Trials, OfTimesEndThoseThatCannotBeTheFastest) {
  trials tried(named("worst_time"));
  tried.add(0, evaluated(0, 1e6, 32), 0);
  ASSERT_TRUE(tried.elimination_threshold_ns(""));
  EXPECT_GT(*tried.elimination_threshold_ns(""), 1e6);
  EXPECT_DOUBLE_EQ(tried.find(0)->objective, 1.02);
}

TEST(Finals, OfANumberAreBetweenItsTwentyBestAndTheUsualOne) {
  trials tried(tune::objective_named("launch/registers", direction::maximise));
  const auto usual = walk().usual.value();
  tried.add(usual, evaluated(usual, 1e6, 1), 0);
  for (configuration c = 0; c < 40; ++c)
    if (c != usual) tried.add(c, evaluated(c, 1e6 + c, 100 + static_cast<int>(c / 2)), 0);
  const auto chosen = tune::chosen_finalists(walk(), tried, 20);
  ASSERT_EQ(chosen.size(), 21U);
  EXPECT_EQ(chosen[0], 38U);  // as many registers as 39, and faster
  EXPECT_EQ(chosen[1], 39U);
  EXPECT_EQ(chosen.back(), usual);
}

TEST(Finals, OfATimeAreBetweenThoseThatReachTheLeader) {
  trials tried(named("mean_time"));
  for (configuration c = 0; c < 40; ++c)
    tried.add(c, evaluated(c, 1e6 * (1 + 0.2 * c), nullptr), 0);
  const auto chosen = tune::chosen_finalists(walk(), tried, 20);
  EXPECT_LT(chosen.size(), 5U);
  EXPECT_EQ(chosen[0], 0U);
}

TEST(Finals, AreWonByTheObjectiveAndAmongEqualsByTheTime) {
  const auto finalist_of = [](configuration which, double value, double time_ns) {
    return finalist{.index = which,
                    .evaluated = {},
                    .value = value,
                    .rounds_ns = {time_ns, 1.001 * time_ns, 0.999 * time_ns},
                    .median_ns = time_ns};
  };
  std::vector<finalist> all{finalist_of(0, 32, 100), finalist_of(1, 64, 300),
                            finalist_of(2, 64, 200)};
  const auto order = [&] {
    std::vector<configuration> which;
    for (const auto& one : all) which.push_back(one.index);
    return which;
  };
  rank(all, tune::objective_named("launch/registers", direction::maximise));
  EXPECT_EQ(order(), (std::vector<configuration>{2, 1, 0}));
  EXPECT_TRUE(all[1].is_tied);
  EXPECT_FALSE(all[2].is_tied);
  rank(all, named("launch/registers"));
  EXPECT_EQ(order(), (std::vector<configuration>{0, 2, 1}));
  EXPECT_FALSE(all[1].is_tied);

  all = {finalist_of(0, 2, 100), finalist_of(1, 1, 100.05), finalist_of(2, 1.5, 300)};
  std::ranges::reverse(all[0].rounds_ns);
  rank(all, named("worst_time"));
  EXPECT_EQ(order(), (std::vector<configuration>{1, 2, 0}));
  EXPECT_FALSE(all[1].is_tied);  // by the rounds
  EXPECT_TRUE(all[2].is_tied);
}

}  // namespace
}  // namespace retime::tune
