// What is read from the three formats, and that bad input is one line that names the fault.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <numbers>

#include "harness/gate/timing_run.h"
#include "kernels/support/user_file.h"
#include "tests/complaint.h"
#include "tests/gate/written_run.h"

namespace retime::gate {
namespace {

void expect_complaint(const std::filesystem::path& path, const std::string& about) {
  const auto said = tests::complaint_of([&] { gate::read_timing_run(path); });
  EXPECT_NE(said.find(about), std::string::npos) << said;
  EXPECT_NE(said.find(path.string()), std::string::npos) << said;
  EXPECT_EQ(printable(said), said);
}

TEST(ReadRunDirectory, TakesTimesBlocksAndConditions) {
  const scratch_folder folder;
  auto timed = record("a/b=1", 2e4, {1.9e4, 2.1e4, 2.0e4});
  timed["measurement"]["blocks"][1]["throttled"] = true;
  const auto run = gate::read_timing_run(write_run(folder, "run", header(), {timed}));
  const auto& seen = run.cases.at("a/b=1");
  EXPECT_EQ(*seen.median_ns, 2e4);
  EXPECT_NEAR(seen.within, 0.001 / 1.959963984540054, 1e-12);
  EXPECT_EQ(seen.blocks_ns, (std::map<std::int64_t, double>{{0, 1.9e4}, {2, 2.0e4}}));
  EXPECT_EQ(run.gpu.at("GPU"), "NVIDIA H200");
  EXPECT_EQ(run.gpu.at("clock sm_max_mhz"), "1980");
  EXPECT_EQ(run.host.at("host cpu"), "some CPU");
}

TEST(ReadRunDirectory, TakesProcessesAndTheirSession) {
  const scratch_folder folder;
  auto head = header();
  head["interleave"] = {{"session", "s"}, {"looked_at", true}};
  auto timed = record("a", 2e4);
  timed["measurement"]["processes"] = nlohmann::json::parse(R"([
    {"round": 3, "samples": 9, "median_ns": 100, "ci_low_ns": 98, "ci_high_ns": 102},
    {"round": 4, "samples": 9, "median_ns": 200, "ci_low_ns": 196, "ci_high_ns": 204,
     "host_share": 0.25, "host_pace_ns": 5000}])");
  const auto run = gate::read_timing_run(write_run(folder, "run", head, {timed, record("b", 1e4)}));
  EXPECT_EQ(run.session, "s");
  EXPECT_TRUE(run.looked_at);
  EXPECT_EQ(run.utc, "2026-11-21T03:00:00Z");
  EXPECT_EQ(run.cases.at("a").processes,
            (std::vector<gate::timed_process>{
                {.round = 3, .median_ns = 100},
                {.round = 4, .median_ns = 200, .host_share = 0.25, .host_pace_ns = 5000}}));
  EXPECT_NEAR(run.cases.at("a").within, 0.02 / 1.959963984540054 / std::sqrt(2), 1e-12);
  EXPECT_EQ(run.cases.at("b").processes, (std::vector<gate::timed_process>{{0, 1e4}}));
}

TEST(ReadRunDirectory, BadInputIsOneLineThatNamesIt) {
  const scratch_folder folder;
  expect_complaint(folder / "absent", "there is no such file");
  folder.write("empty/readme", "");
  expect_complaint(folder / "empty", "header.json and records.jsonl");
  expect_complaint(write_run(folder, "none", header(), {}), "holds no records");
  const auto with_process = [&](const char* member) {
    auto timed = record("a", 2e4);
    timed["measurement"]["processes"] = nlohmann::json::parse(fmt::format(
        R"([{{"round": 0, "median_ns": 100, "ci_low_ns": 98, "ci_high_ns": 102, {}}}])", member));
    return write_run(folder, "run", header(), {timed});
  };
  expect_complaint(with_process(R"("host_pace_ns": 0)"), "/host_pace_ns is 0; a time is above 0");
  expect_complaint(with_process(R"("host_share": 1.5)"), "/host_share is 1.5; a share is from 0");
  expect_complaint(with_process(R"("stolen_cores": -1)"), "/stolen_cores");
}

TEST(ReadGoogleBenchmark, TakesRepetitionsAndSkipsAggregates) {
  const scratch_folder folder;
  const auto run = gate::read_timing_run(folder.write("gb.json", R"({
    "context": {"num_cpus": 4, "library_build_type": "release"},
    "benchmarks": [
      {"name": "f", "run_type": "iteration", "real_time": 1, "cpu_time": 9, "time_unit": "us"},
      {"name": "f", "run_type": "iteration", "real_time": 3, "cpu_time": 9, "time_unit": "us"},
      {"name": "f_mean", "run_type": "aggregate", "run_name": "f", "real_time": 99},
      {"name": "g", "error_occurred": true, "error_message": "no", "real_time": 0}]})"));
  ASSERT_EQ(run.cases.size(), 2U);
  EXPECT_EQ(*run.cases.at("f").median_ns, 2000);
  EXPECT_NEAR(run.cases.at("f").within, std::sqrt(std::numbers::pi / 2 * 2 / 2) / 2, 1e-12);
  EXPECT_EQ(run.cases.at("g").status, "runtime_error");
  EXPECT_EQ(run.host.at("num_cpus"), "4");
}

TEST(ReadGoogleBenchmark, BadInput) {
  const scratch_folder folder;
  const auto document = [](const std::string& members) {
    return R"({"context": {}, "benchmarks": [{"name": "f", )" + members + "}]}";
  };
  for (const auto& [text, about] : std::map<std::string, std::string>{
           {"[]", "neither Google Benchmark"},
           {R"({"context": )", "not valid JSON"},
           {R"({"context": {}, "benchmarks": []})", "no benchmarks"},
           {document(R"("real_time": NaN)"), "not valid JSON"},
           {document(R"("real_time": 0)"), "benchmark f: a sample is 0 ns"},
           {document(R"("real_time": "1")"), "benchmark f: /real_time is \"1\", not a number"},
           {document(R"("real_time": 1e300)"), "benchmark f: a sample is 1e+300 ns"},
           {document(R"("real_time": 1, "run_name": 3)"), "/run_name is 3, not text"},
           {document(R"("real_time": 1, "real_time": 2)"), "the key \"real_time\" stands twice"},
           {R"({"context": 3, "benchmarks": []})", "/context is 3, not an object"},
           {R"({"context": {}, "benchmarks": [3]})", "an entry of /benchmarks is 3"},
           {R"({"context": {}, "benchmarks": [{"name": "\u001b[31m\n", "real_time": 0}]})",
            R"(benchmark \x1b[31m\x0a: )"},
           {document(R"("real_time": 1, "time_unit": "h")"), "time_unit is \"h\""}}) {
    expect_complaint(folder.write("gb.json", text), about);
  }
}

/// A file of NVBench: one state with these summaries, and one that was skipped.
std::string nvbench_with(const std::string& summaries) {
  return R"({"meta": {"version": {"json": {"string": "1.0.0"}}},
    "devices": [{"id": 0, "name": "NVIDIA H200", "ecc_state": true}],
    "benchmarks": [{"name": "copy", "states": [
      {"name": "Device=0 N=2^20", "device": 0, "is_skipped": false, "summaries": [)" +
         summaries + R"(]},
      {"name": "Device=0 N=2^21", "summaries": null, "is_skipped": true, "skip_reason": "big"}]}]})";
}

std::string value_summary(const std::string& tag, const std::string& value) {
  return R"({"tag": "nv/cold/)" + tag +
         R"(", "data": [{"name": "value", "type": "float64", "value": ")" + value + R"("}]})";
}

/// Three samples in a file.
std::string samples_summary(const std::string& file) {
  return R"({"tag": "nv/json/bin:nv/cold/sample_times", "hint": "file/sample_times", "data": [
    {"name": "filename", "type": "string", "value": ")" +
         file + R"("}, {"name": "size", "type": "int64", "value": "3"}]})";
}

TEST(ReadNvbench, PrefersSamplesBesideTheFile) {
  const scratch_folder folder;
  const float seconds[] = {1e-6F, 2e-6F, 4e-6F};
  std::string bytes(sizeof seconds, '\0');
  std::memcpy(bytes.data(), seconds, sizeof seconds);
  folder.write("nv.json-bin/0.bin", bytes);
  const auto run = gate::read_timing_run(
      folder.write("nv.json", nvbench_with(value_summary("time/gpu/mean", "9e-6") + "," +
                                           samples_summary("nv.json-bin/0.bin"))));
  EXPECT_NEAR(*run.cases.at("copy/Device=0 N=2^20").median_ns, 2000, 1e-3);
  EXPECT_EQ(run.cases.at("copy/Device=0 N=2^21").status, "constraint");
  EXPECT_EQ(run.gpu.at("ECC 0"), "true");
  // As NVBench writes it when it was called from the parent folder.
  const auto from_parent = gate::read_timing_run(
      folder.write("nv2.json", nvbench_with(samples_summary("elsewhere/nv.json-bin/0.bin"))));
  EXPECT_NEAR(*from_parent.cases.at("copy/Device=0 N=2^20").median_ns, 2000, 1e-3);
}

TEST(ReadNvbench, FallsBackToSummaries) {
  const scratch_folder folder;
  const auto run = gate::read_timing_run(
      folder.write("nv.json", nvbench_with(value_summary("time/gpu/mean", "9e-6") + "," +
                                           value_summary("time/gpu/stdev/relative", "0.1") + "," +
                                           value_summary("sample_size", "100"))));
  EXPECT_NEAR(*run.cases.at("copy/Device=0 N=2^20").median_ns, 9000, 1e-9);
  EXPECT_NEAR(run.cases.at("copy/Device=0 N=2^20").within, 0.01, 1e-12);
}

TEST(ReadNvbench, BadInput) {
  const scratch_folder folder;
  folder.write("short.json-bin/0.bin", "1234");
  for (const auto& [summary, about] : std::map<std::string, std::string>{
           {samples_summary("x/0.bin"), "x/0.bin"},
           {samples_summary("short.json-bin/0.bin"), "does not hold 3 float32"},
           {value_summary("time/gpu/mean", "nan"), "\"nan\" is not a number"},
           {value_summary("time/gpu/mean", "-1"), "a sample is -1000000000 ns"},
           {"3", "an entry of /summaries is 3, not an object"},
           {value_summary("time/gpu/mean", "fast"), "\"fast\" is not a number"}}) {
    expect_complaint(folder.write("nv.json", nvbench_with(summary)), about);
  }
  // Found by retime-fuzz.
  const auto said = tests::complaint_of([&] {
    gate::read_timing_run(
        folder.write("nv.json", nvbench_with(samples_summary(std::string(3000, 'x')))));
  });
  EXPECT_LT(said.size(), 1000U) << said;
  for (const char* size : {"1e300", "-1", "1.5"}) {
    auto summary = samples_summary("short.json-bin/0.bin");
    summary.replace(summary.find("\"3\""), 3, size);
    expect_complaint(folder.write("nv.json", nvbench_with(summary)), "not a number of samples");
  }
}

}  // namespace
}  // namespace retime::gate
