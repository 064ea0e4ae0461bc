#include "harness/run/benchmark_session.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <regex>

#include "harness/support/write_file.h"
#include "kernels/support/bad_input.h"

namespace retime {
namespace {

/// Results go to records and to our own table; this keeps Google Benchmark's console quiet.
class silent_reporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>&) override {}
};

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

/// What the flag says; nothing if it is not given.
std::optional<std::string> value_of(const std::vector<std::string>& flags,
                                    const std::string& name) {
  for (const auto& flag : flags) {
    if (flag == name) return "";
    if (flag.starts_with(name + "=")) return flag.substr(name.size() + 1);
  }
  return std::nullopt;
}

/// The cases that Google Benchmark's filter finds: an expression to search for, after '-' one that
/// must not be found. Throws bad_input if it is none.
std::vector<benchmark_case> found_by(std::string filter, const std::vector<benchmark_case>& cases) {
  if (filter.empty() || filter == "all") return cases;
  const std::string given = "--benchmark_filter '" + filter + "': ";
  const bool negative = filter.starts_with('-');
  if (negative) filter.erase(0, 1);
  std::regex expression;
  try {
    expression = filter;
  } catch (const std::regex_error&) {
    throw bad_input(given + "not a regular expression");
  }
  std::vector<benchmark_case> found;
  std::ranges::copy_if(cases, std::back_inserter(found), [&](const benchmark_case& each) {
    return std::regex_search(each.key + "/iterations:1/manual_time", expression) != negative;
  });
  if (found.empty() && !cases.empty())
    throw bad_input(given + "finds none of the cases that --filter leaves");
  return found;
}

/// Google Benchmark ends the program, or goes on, where these are wrong.
void check(const std::vector<std::string>& flags) {
  if (const auto file = value_of(flags, "--benchmark_out"))
    check_writable(*file, "--benchmark_out");
  const auto repetitions = value_of(flags, "--benchmark_repetitions");
  if (repetitions && repetitions != "1")
    throw bad_input("--benchmark_repetitions=" + *repetitions +
                    ": a run holds each case once; --processes repeats it");
}

}  // namespace

benchmark_session::benchmark_session(const std::vector<benchmark_case>& cases,
                                     std::vector<std::string> flags)
    : cases_(cases), flags_(std::move(flags)) {
  check(flags_);
  selected();  // its filter is right
  initialize();
}

void benchmark_session::initialize() {
  std::vector<char*> argv{program_.data()};
  for (auto& flag : flags_) argv.push_back(flag.data());
  int argc = static_cast<int>(argv.size());
  benchmark::Initialize(&argc, argv.data());
  if (argc > 1) throw bad_input(std::string(argv[1]) + ": Google Benchmark knows no such flag");
}

bool benchmark_session::only_lists() const {
  const auto list = value_of(flags_, "--benchmark_list_tests");
  return list && list != "false" && list != "0" && list != "no";
}

std::vector<benchmark_case> benchmark_session::selected() const {
  const auto found = found_by(value_of(flags_, "--benchmark_filter").value_or(""), cases_);
  return only_lists() ? std::vector<benchmark_case>{} : found;
}

void benchmark_session::report(const std::map<std::string, recorded_case>& results) const {
  if (results.empty() && !only_lists()) return;
  // Skipped cases have no counters, and Google Benchmark's CSV takes all cases with the same or
  // none.
  const bool with_counters = value_of(flags_, "--benchmark_out_format") != "csv";
  for (const auto& each : cases_) {
    const auto result = results.find(each.key);
    if (result == results.end() && !only_lists()) continue;
    benchmark::RegisterBenchmark(each.key.c_str(),
                                 [result, with_counters](benchmark::State& state) {
                                   report_case(state, result->second, with_counters);
                                 })
        ->Iterations(1)
        ->UseManualTime();
  }
  silent_reporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::ClearRegisteredBenchmarks();
}

}  // namespace retime
