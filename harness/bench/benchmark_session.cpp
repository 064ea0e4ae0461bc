#include "harness/bench/benchmark_session.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>

#include "harness/bench/benchmark_flags.h"
#include "harness/text/filter.h"
#include "harness/text/output.h"
#include "kernels/support/bad_input.h"

namespace retime::bench {
namespace {

constexpr const char* filter_flag = "--benchmark_filter";
constexpr const char* own_suffix = "/iterations:1/manual_time";  // Google Benchmark's

/// Results go to records and to our own table; this keeps Google Benchmark's console quiet.
class silent_reporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>&) override {}
};

/// Writes cases under their keys, as `export --to google-benchmark` does, so that the two compare;
/// Google Benchmark would append how often it ran them and by which clock.
template <class Format>
class by_key : public Format {
 public:
  void ReportRuns(const std::vector<benchmark::BenchmarkReporter::Run>& runs) override {
    auto renamed = runs;
    for (auto& run : renamed) {
      run.run_name.iterations.clear();
      run.run_name.time_type.clear();
    }
    Format::ReportRuns(renamed);
  }
};

/// For the file that the flags name; Google Benchmark takes none where they name none.
std::unique_ptr<benchmark::BenchmarkReporter> file_reporter(bool is_csv) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"  // a CSV reporter will go one day
  if (is_csv) return std::make_unique<by_key<benchmark::CSVReporter>>();
#pragma GCC diagnostic pop
  return std::make_unique<by_key<benchmark::JSONReporter>>();
}

void report_case(benchmark::State& state, const recorded_case& result, bool with_counters) {
  state.SetLabel(result.form());
  for (auto _ : state) {  // exactly once: the samples have been taken
    if (result.emulated) {
      state.SkipWithError(("emulated: " + to_text(result.outcome) + ", no GPU time").c_str());
    } else if (const recorded_times* times = result.measured()) {
      state.SetIterationTime(times->stats.median_ns * 1e-9);
      if (!with_counters) continue;
      state.counters["samples"] = static_cast<double>(times->samples_ns.size());
      state.counters["bytes_per_s"] = result.work.bytes / (times->stats.median_ns * 1e-9);
    } else {
      state.SkipWithError((to_text(result.outcome) + ": " + result.reason).c_str());
    }
  }
}

/// The cases that Google Benchmark's filter finds: an expression to search for, after '-' one that
/// must not be found. Throws bad_input if it is none.
std::vector<benchmark_case> found_by(std::string filter, const std::vector<benchmark_case>& cases) {
  if (filter.empty() || filter == "all") return cases;
  const bool negative = filter.starts_with('-');
  if (negative) filter.erase(0, 1);
  const key_filter wanted(filter, filter_flag);
  std::vector<benchmark_case> found;
  std::ranges::copy_if(cases, std::back_inserter(found), [&](const benchmark_case& each) {
    // By the name in its own terms too, which scripts may have.
    const bool is_found = wanted.matches(each.key) || wanted.matches(each.key + own_suffix);
    return is_found != negative;
  });
  if (found.empty() && !cases.empty())
    throw bad_input(
        fmt::format("{} '{}': finds none of the cases that --filter leaves", filter_flag, filter));
  return found;
}

}  // namespace

benchmark_session::benchmark_session(const std::vector<benchmark_case>& cases,
                                     std::vector<std::string> flags)
    : flags_(std::move(flags)) {
  check_benchmark_flags(flags_);
  found_ = found_by(value_of_flag(flags_, filter_flag).value_or(""), cases);
  const auto list = value_of_flag(flags_, "--benchmark_list_tests");
  only_lists_ = list && *list != "false";
  initialize();
}

/// Without its filter, which backtracks without end: what it finds is registered alone.
void benchmark_session::initialize() {
  std::erase_if(flags_, [](const auto& flag) { return flag.starts_with(filter_flag); });
  std::vector<char*> argv{program_.data()};
  for (auto& flag : flags_) argv.push_back(flag.data());
  int argc = static_cast<int>(argv.size());
  benchmark::Initialize(&argc, argv.data());
}

std::vector<benchmark_case> benchmark_session::selected() const {
  return only_lists_ ? std::vector<benchmark_case>{} : found_;
}

void benchmark_session::report(const std::map<std::string, recorded_case>& results) const {
  if (only_lists_) {
    for (const auto& each : found_) print_result("{}\n", each.key);
    return;
  }
  if (results.empty()) return;
  // Skipped cases have no counters, and Google Benchmark's CSV takes all cases with the same or
  // none.
  const bool is_csv = value_of_flag(flags_, "--benchmark_out_format") == "csv";
  for (const auto& each : found_) {
    const auto result = results.find(each.key);
    if (result == results.end()) continue;
    benchmark::RegisterBenchmark(
        each.key.c_str(),
        [result, is_csv](benchmark::State& state) { report_case(state, result->second, !is_csv); })
        ->Iterations(1)
        ->UseManualTime();
  }
  silent_reporter reporter;
  const auto file = value_of_flag(flags_, "--benchmark_out") ? file_reporter(is_csv) : nullptr;
  benchmark::RunSpecifiedBenchmarks(&reporter, file.get());
  benchmark::ClearRegisteredBenchmarks();
}

}  // namespace retime::bench
