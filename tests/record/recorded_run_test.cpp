// A run is read as it was recorded, and a fault names file, line and case.
#include "harness/record/recorded_run.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/exports/formats.h"
#include "tests/complaint.h"
#include "tests/gate/written_run.h"

namespace retime {
namespace {

using gate::scratch_folder;
using gate::write_run;
using nlohmann::json;

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
  for (const int other : {1, 3})
    expect_fault("/schema_version", other,
                 fmt::format("schema_version is {}; this program reads 2", other));
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
