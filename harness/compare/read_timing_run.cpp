#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "harness/compare/estimate.h"
#include "harness/compare/readers.h"
#include "kernels/support/bad_input.h"

namespace retime::compare {

void take_samples(timed_case& into, std::vector<double> samples_ns) {
  for (const double sample : samples_ns) {
    if (!std::isfinite(sample) || sample <= 0) {
      throw bad_input(fmt::format("a sample is {} ns; a time is above 0", sample));
    }
  }
  std::ranges::sort(samples_ns);
  const auto n = samples_ns.size();
  const double median = (samples_ns[(n - 1) / 2] + samples_ns[n / 2]) / 2;
  into.median_ns = median;
  if (n < 2) return;
  const spread deviations = spread_of(samples_ns);
  const double variance = deviations.sum_of_squares / deviations.degrees_of_freedom;
  // A median is sqrt(pi / 2) less precise than the mean of a normal sample.
  into.within = std::sqrt(std::numbers::pi / 2 * variance / static_cast<double>(n)) / median;
}

timing_run read_timing_run(const std::filesystem::path& path) {
  if (std::filesystem::is_directory(path)) return read_run_directory(path);
  timing_run run;
  with_json(path, [&](const json& root) {
    const bool benchmarks = root.is_object() && root.contains("benchmarks");
    if (benchmarks && root.contains("context")) {
      run = read_google_benchmark(path, root);
    } else if (benchmarks && root.contains("devices")) {
      run = read_nvbench(path, root);
    } else {
      throw bad_input("neither Google Benchmark's nor NVBench's JSON (nor a run directory)");
    }
  });
  return run;
}

}  // namespace retime::compare
