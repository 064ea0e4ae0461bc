// Runs of both schema versions are read alike, and a fault names file, line and case.
#include "harness/record/recorded_run.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/exports/formats.h"
#include "harness/gate/compare.h"
#include "harness/record/upgrade.h"
#include "tests/complaint.h"
#include "tests/gate/written_run.h"

namespace retime {
namespace {

using gate::scratch_folder;
using gate::write_run;
using nlohmann::json;

/// Two cases of results/h200/apsp_best, as schema version 1 had them (cut_run.py).
const std::filesystem::path earlier_run =
    std::filesystem::path(RETIME_SOURCE_DIR) / "tests/record/schema_1";

/// The same two cases as this program calls them.
std::vector<benchmark_case> same_cases() {
  return expand({.filter = "^apsp/(k1_frontier_copy|k7_thread_counter)/",
                 .axes = {{"graph", "watts_ring"},
                          {"n", "1000"},
                          {"p", "1e-10"},
                          {"sources", "4"},
                          {"block", "256"},
                          {"neighbours_at_once", "8"},
                          {"levels_ahead", "2"}}});
}

TEST(RecordedRun, OfVersion1HasThePresentNames) {
  const auto run = read_run(earlier_run);
  EXPECT_EQ(run.header.schema_version, 1);
  const auto present = same_cases();
  ASSERT_EQ(run.cases.size(), present.size());
  for (std::size_t i = 0; i < present.size(); ++i) {
    EXPECT_EQ(run.cases[i].key, present[i].key);
    EXPECT_EQ(run.cases[i].axes, present[i].at.values());
    for (const auto& axis : run.cases[i].tuning) EXPECT_TRUE(run.cases[i].axes.contains(axis));
    EXPECT_TRUE(run.cases[i].measured());
  }
}

TEST(RecordedRun, OfVersion1IsComparedWithOneOfThisVersion) {
  const scratch_folder folder;
  std::vector<json> records;
  for (const auto& what : same_cases()) {
    auto line = gate::record(what.key, 1e6);
    const auto blank = to_json(blank_record(what));
    for (const char* part : {"family", "variant", "axes", "tuning"}) line[part] = blank[part];
    records.push_back(line);
  }
  const auto result = gate::compare_runs(
      {.base = {gate::read_timing_run(earlier_run)},
       .new_runs = {gate::read_timing_run(write_run(folder, "new", gate::header(), records))}},
      {});
  EXPECT_EQ(result.cases.size(), 2U);
  EXPECT_TRUE(result.missing.empty() && result.added.empty());
}

TEST(RecordedRun, UpgradesTheAxesOfATableOfWinners) {
  json tuning = {{"together", 8}, {"block", 64}}, unknown = tuning;
  upgrade_axes(tuning, "apsp/k1_frontier_copy");
  EXPECT_EQ(tuning, (json{{"neighbours_at_once", 8}, {"block", 64}}));
  upgrade_axes(unknown, "apsp/of_another_program");
  EXPECT_EQ(unknown["together"], 8);
}

TEST(RecordedRun, UpgradesKeysOfHistories) {
  EXPECT_EQ(upgraded_key("apsp/k1_frontier_copy/n=60/ahead=0/block=64/together=8"),
            "apsp/k1_frontier_copy/n=60/block=64/levels_ahead=0/neighbours_at_once=8");
  for (const char* key : {"apsp/k1_frontier_copy/n=60/block=64/levels_ahead=0/neighbours_at_once=8",
                          "a", "", "a/", "apsp/k1_frontier_copy", "another/program/ahead=1"})
    EXPECT_EQ(upgraded_key(key), key);
}

std::string fault_of(const std::filesystem::path& run) {
  return tests::complaint_of([&] { read_run(run); });
}

TEST(RecordedRun, OfProcessesMayHaveItsSamplesLeftOut) {
  const scratch_folder folder;
  auto kept = gate::record("a", 1e3);
  kept["samples_ns"] = json::array();
  kept["measurement"]["processes"] = {
      {{"round", 0}, {"samples", 3}, {"median_ns", 1e3}, {"ci_low_ns", 900}, {"ci_high_ns", 1100}}};
  const auto path = write_run(folder, "kept", gate::header(), {kept});
  EXPECT_EQ(read_run(path).cases.front().times->processes.front().median_ns, 1e3);
  const auto refused = tests::complaint_of([&] { exports::load_run(path); });
  EXPECT_NE(refused.find("its samples are left out"), std::string::npos) << refused;
}

TEST(RecordedRun, OfProcessesThatDifferMuchHasAWideInterval) {
  const scratch_folder folder;
  auto wide = gate::record("a", 1e3);
  wide["statistics"].update({{"ci_low_ns", 1e-12}, {"ci_high_ns", 1e30}});
  const auto path = write_run(folder, "wide", gate::header(), {wide});
  EXPECT_EQ(read_run(path).cases.front().times->stats.ci_high_ns, 1e30);
}

TEST(RecordedRun, IsReadPlainWhereItIsAlsoPacked) {
  const scratch_folder folder;
  const auto path = write_run(folder, "run", gate::header(), {gate::record("a", 1)});
  folder.write("run/records.jsonl.xz", "");
  EXPECT_EQ(read_run(path).cases.size(), 1U);
  EXPECT_NO_THROW(require_plain(path));
  std::filesystem::remove(folder / "run/records.jsonl");
  EXPECT_EQ(fault_of(path), path + "/records.jsonl.xz: cut short");
  EXPECT_EQ(
      tests::complaint_of([&] { require_plain(path); }),
      path + "/records.jsonl.xz: packed; unpack it first: xz -dk " + path + "/records.jsonl.xz");
}

TEST(RecordedRun, AFaultNamesFileLineCaseAndWhatWouldBeRight) {
  const scratch_folder folder;
  const auto expect_fault = [&](const char* place, const json& value, const std::string& about) {
    auto changed = gate::record("a", 1);
    changed[json::json_pointer(place)] = value;
    const auto fault =
        fault_of(write_run(folder, "run", gate::header(), {gate::record("good", 1), changed}));
    EXPECT_NE(fault.find("records.jsonl line 2: case a: " + about), std::string::npos) << fault;
  };
  expect_fault("/status", nullptr, "/status is missing");
  expect_fault("/status", "fine", "/status is \"fine\"");
  expect_fault("/tuning", 3, "/tuning is 3, not a list");
  expect_fault("/statistics/max_ns", 0, "/statistics/max_ns is 0; a time is above 0");
  expect_fault("/measurement/blocks", {{{"block", 1.5}, {"median_ns", 1}}},
               "/block is 1.5, not a whole number");
  expect_fault("/processor", "tpu", "/processor is \"tpu\", not gpu or cpu");
  expect_fault("/schema_version", 3, "schema_version is 3; this program reads 1 to 2");
  expect_fault("/samples_ns", json::array(), "/samples_ns is empty");
  expect_fault("/samples_ns/0", -1, "an entry of /samples_ns is -1, not from 0");
  expect_fault("/time_is", "guessed", "/time_is is \"guessed\", not emulated or measured");
  expect_fault("/statistics/ci_low_ns", 2, "/ci_low_ns 2, /median_ns 1");
  expect_fault("/statistics/ci_high_ns", 0.5, "/ci_low_ns 0.999, /median_ns 1, /ci_high_ns 0.5");
  expect_fault("/statistics/min_ns", 5, "/statistics/min_ns is 5, above");
  expect_fault("/statistics/median_ns", 1e300, "/statistics/median_ns is 1e+300; a time is above");
  expect_fault("/statistics/mean_ns", 1e-320, "/statistics/mean_ns is 1e-320; a time");
  expect_fault("/statistics", "x", "/statistics is \"x\", not an object");
  for (const json& number : {json(1e300), json(-1), json(std::uint64_t{1} << 63)})
    expect_fault("/measurement/blocks", {{{"block", number}, {"median_ns", 1}}}, "/block is ");
  expect_fault("/measurement/blocks", {3}, "an entry of /measurement/blocks is 3, not an object");
  expect_fault("/measurement/runs_per_sample", 0, "/measurement/runs_per_sample is 0");
  expect_fault("/work", {{"bytes", -1}}, "/work/bytes is -1");
  expect_fault("/axes/block", {1}, "/axes/block is a list, not a number or a word");
  for (const char* place : {"/utc", "/git/sha", "/device", "/device/name", "/device/kind",
                            "/clocks", "/interleave", "/argv", "/host/cores"}) {
    auto head = gate::header();
    head[json::json_pointer(place)] = -7;
    const auto fault = fault_of(write_run(folder, "head", head, {gate::record("a", 1)}));
    EXPECT_NE(fault.find(std::string("header.json: ") + place), std::string::npos) << fault;
  }
}

}  // namespace
}  // namespace retime
