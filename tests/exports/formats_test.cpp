// Golden values by hand from the formats' documentation; the consumers themselves read the files in
// tests/python/test_export_consumers.py.
#include "harness/exports/formats.h"

#include <gtest/gtest.h>

#include <cstring>

#include "harness/gate/timing_run.h"
#include "kernels/support/bad_input.h"
#include "tests/exports/cases.h"

namespace retime::exports {
namespace {

using gate::record;
using gate::scratch_folder;
using plain_json = nlohmann::json;

plain_json failed(const std::string& key, const std::string& status) {
  auto one = record(key, 1);
  one["status"] = status;
  one["reason"] = "because";
  one["statistics"] = nullptr;
  one["measurement"] = nullptr;
  one["samples_ns"] = plain_json::array();
  one["axes"]["block"] = 1024;
  return one;
}

/// One timed case of 20 us, then one of each outcome that has no time.
recorded_run small() {
  auto timed = record("a/b", 2e4);
  timed["work"] = {{"bytes", 4e6}, {"items", 1e3}};
  timed["phases_ns"] = {
      {"prepare", 1e6}, {"transfer_in", nullptr}, {"transfer_out", 2e6}, {"reference", 5e6}};
  auto emulated = record("a/emulated", 1e9);
  emulated["time_is"] = "emulated";
  std::vector<plain_json> records{timed, emulated};
  for (const char* status :
       {"incorrect", "constraint", "compile_error", "runtime_error", "out_of_memory", "timeout"}) {
    records.push_back(failed(std::string("a/") + status, status));
  }
  const scratch_folder folder;
  return exports::load_run(gate::write_run(folder, "run", gate::header(), records));
}

TEST(GoogleBenchmark, GpuTimeStandsInBothTimes) {
  const auto root = made::document("google-benchmark", small());
  ASSERT_EQ(root["benchmarks"].size(), 1U);
  const auto& one = root["benchmarks"][0];
  const plain_json expected = {{"name", "a/b"},           {"run_type", "iteration"},
                               {"real_time", 2e4},        {"cpu_time", 2e4},
                               {"time_unit", "ns"},       {"iterations", 3},
                               {"items_per_second", 5e7}, {"bytes_per_second", 2e11}};
  for (const auto& [name, value] : expected.items()) EXPECT_EQ(one[name], value) << name;
  EXPECT_FALSE(one.contains("aggregate_name"));
  EXPECT_EQ(root["context"]["GPU"], "NVIDIA H200");
}

TEST(Dashboards, HoldMedianAndInterval) {
  const auto run = small();
  EXPECT_EQ(
      made::document("github-action-benchmark", run).dump(),
      R"([{"name":"a/b","unit":"ns","value":20000.0,"range":"± 20","extra":"3 samples, warm cache, events"}])");
  EXPECT_EQ(
      made::document("bencher", run).dump(),
      R"({"a/b":{"latency":{"value":20000.0,"lower_value":19980.0,"upper_value":20019.999999999996},)"
      R"("throughput":{"value":50000000.0}}})");
}

TEST(Nvbench, StatesSummariesAndSamples) {
  const auto files = made::as("nvbench", small(), "out.json");
  const auto root = json::parse(files.text);
  ASSERT_EQ(root["benchmarks"].size(), 1U);
  const auto& bench = root["benchmarks"][0];
  EXPECT_EQ(bench["name"], "carpet/c_compact");
  EXPECT_EQ(bench["axes"].dump(), R"([{"name":"block","type":"int64","flags":"","values":[)"
                                  R"({"input_string":"256","description":"","value":256},)"
                                  R"({"input_string":"1024","description":"","value":1024}]}])")
      << "occupancy is 0.093 throughout";
  EXPECT_EQ(bench["states"].size(), 8U);
  EXPECT_EQ(bench["states"][0]["name"], "Device=0 block=256");
  EXPECT_EQ(bench["states"][0]["axis_values"].size(), 1U);
  EXPECT_EQ(bench["states"][0]["is_skipped"], false);
  EXPECT_EQ(bench["states"][1]["skip_reason"], "emulated: its time is not a measurement");
  EXPECT_EQ(bench["states"][2]["skip_reason"], "incorrect: because");
  ASSERT_EQ(files.beside.size(), 1U);
  EXPECT_EQ(files.beside[0].name, "out.json-bin/0.bin");
  float seconds[3]{};
  ASSERT_EQ(files.beside[0].bytes.size(), sizeof seconds);
  std::memcpy(seconds, files.beside[0].bytes.data(), sizeof seconds);
  EXPECT_FLOAT_EQ(seconds[1], 2e-5F);
  EXPECT_TRUE(made::as("nvbench", small()).beside.empty());
}

TEST(Nvbench, ComesBackThroughCompare) {
  const scratch_folder folder;
  const auto files = made::as("nvbench", small(), "out.json");
  const auto path = folder.write("out.json", files.text);
  for (const auto& file : files.beside) folder.write(file.name, file.bytes);
  const auto run = gate::read_timing_run(path);
  const auto& one = run.cases.at("carpet/c_compact/Device=0 block=256");
  EXPECT_NEAR(*one.median_ns, 2e4, 1e-3);
  const auto from_google = gate::read_timing_run(
      folder.write("gb.json", made::document("google-benchmark", small()).dump()));
  EXPECT_EQ(*from_google.cases.at("a/b").median_ns, 2e4);
}

TEST(Junit, CountsEachOutcome) {
  const auto text = made::as("junit", small()).text;
  EXPECT_NE(text.find("tests=\"8\" failures=\"1\" errors=\"3\" skipped=\"2\""), std::string::npos)
      << text;
  EXPECT_NE(text.find("<testcase name=\"a/b\" classname=\"retime.carpet\" time=\"2e-05\"/>"),
            std::string::npos);
  EXPECT_NE(text.find("<testcase name=\"a/emulated\" classname=\"retime.carpet\"/>"),
            std::string::npos);
}

// What else is refused: tests/python/test_export_consumers.py.
TEST(LoadRun, Filters) {
  const scratch_folder folder;
  const auto path =
      gate::write_run(folder, "run", gate::header(), {record("a/b", 1), record("a/c", 1)});
  EXPECT_EQ(exports::load_run(path, "c$").cases.size(), 1U);
  EXPECT_THROW(exports::load_run(path, "nothing"), bad_input);
}

}  // namespace
}  // namespace retime::exports
