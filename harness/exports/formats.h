// The formats that other tools read. A case without a measured time is said to have none where the
// format has words for that (CSV, NVBench, JUnit), and is left out where it has not (Google
// Benchmark, github-action-benchmark, Bencher). No NaN, no aggregates.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/exports/outcome.h"
#include "harness/exports/tuning_spaces.h"
#include "harness/record/recorded_run.h"
#include "harness/record/speed_up.h"

namespace retime::exports {

using json = nlohmann::ordered_json;

/// The cases of a run whose key the regular expression finds; empty finds all. Throws bad_input as
/// read_run does, and if there are none.
recorded_run load_run(const std::filesystem::path& directory, const std::string& filter = "");

/// Google Benchmark's JSON: one iteration run per case; the time, of the GPU too, in both real_time
/// and cpu_time, so that a tool that looks at either sees it. Nanoseconds.
json google_benchmark(const recorded_run& run);

/// A float32 file beside an NVBench JSON file.
struct sample_file {
  std::string name;  ///< relative to the JSON file's folder
  std::vector<float> seconds;
};
struct nvbench_files {
  json root;
  std::vector<sample_file> samples;
};
/// NVBench's JSON 1.0.0: one benchmark per variant, one state per case, summaries in seconds. Axes
/// of one value in all of a benchmark's cases are left out. `file_name` is the JSON file's own
/// name, after which NVBench calls the folder of sample files; empty: no sample files.
nvbench_files nvbench(const recorded_run& run, const std::string& file_name);

/// github-action-benchmark, tool customSmallerIsBetter: median in ns; range is half the 95 %
/// interval.
json github_action_benchmark(const recorded_run& run);

/// Bencher Metric Format: latency in ns with its 95 % interval, throughput in items per second.
json bencher(const recorded_run& run);

/// One row a case under one header, which has a column for each axis that any case has; a cell is
/// empty where the case has no such value. The speed-ups may be those of a run that holds more
/// cases. Quoted as RFC 4180 has it; lines end as in Unix.
std::string csv(const recorded_run& run, const speed_ups& over_base);

/// Kernel Tuner's T4, schema 1.0.0: the tuning axes are the configuration. Milliseconds.
json t4(const recorded_space& space);

/// What Kernel Tuner's simulation mode replays: a cache as its version 1 writes it. Milliseconds. A
/// configuration that failed has a word for its time; there is none for a wrong answer, which
/// stands as a failure at run time. Throws bad_input if a tuning axis has the name of a field.
json kernel_tuner_cache(const recorded_header& header, const recorded_space& space);

/// JUnit XML: incorrect is a failure; a run-time or compile error or time-out an error; what cannot
/// run is skipped.
std::string junit(const recorded_run& run);

/// Cases that google_benchmark, github_action_benchmark and bencher leave out.
std::size_t count_without_time(const recorded_run& run);

}  // namespace retime::exports
