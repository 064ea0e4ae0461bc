#include "harness/run/benchmark_session.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <exception>
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

void report(benchmark::State& state, const record& result, bool with_counters) {
  for (auto _ : state) {  // exactly once: the samples were taken by measure()
    if (result.emulated) {
      state.SkipWithError(("emulated: " + to_text(result.outcome) + ", no GPU time").c_str());
    } else if (!result.timing) {
      state.SkipWithError((to_text(result.outcome) + ": " + result.reason).c_str());
    } else {
      state.SetIterationTime(result.timing->stats.median_ns * 1e-9);
      if (!with_counters) continue;
      state.counters["samples"] = static_cast<double>(result.timing->samples_ns.size());
      state.counters["bytes_per_s"] = result.work.bytes / (result.timing->stats.median_ns * 1e-9);
    }
  }
}

/// Whether Google Benchmark's filter finds a case: an expression to search for, after '-' one that
/// must not be found.
void check_filter(std::string filter, const std::vector<benchmark_case>& cases) {
  if (filter.empty() || filter == "all") return;
  const std::string given = "--benchmark_filter '" + filter + "': ";
  const bool negative = filter.starts_with('-');
  if (negative) filter.erase(0, 1);
  std::regex expression;
  try {
    expression = filter;
  } catch (const std::regex_error&) {
    throw bad_input(given + "not a regular expression");
  }
  const auto is_found = [&](const benchmark_case& each) {
    return std::regex_search(each.key + "/iterations:1/manual_time", expression) != negative;
  };
  if (!cases.empty() && std::ranges::none_of(cases, is_found))
    throw bad_input(given + "finds none of the cases that --filter leaves");
}

/// Google Benchmark ends the program, or goes on, where these are wrong.
void check_flags(const std::vector<std::string>& flags, const std::vector<benchmark_case>& cases) {
  for (const auto& flag : flags) {
    const auto equals = std::min(flag.find('='), flag.size());
    const std::string name = flag.substr(0, equals);
    const std::string value = flag.substr(std::min(equals + 1, flag.size()));
    if (name == "--benchmark_out") {
      check_writable(value, "--benchmark_out");
    } else if (name == "--benchmark_filter") {
      check_filter(value, cases);
    } else if (name == "--benchmark_repetitions" && value != "1") {
      throw bad_input(flag +
                      ": a run holds each case once; repeat by another run with its own --out");
    }
  }
}

}  // namespace

void run_session(const std::vector<benchmark_case>& cases,
                 const std::vector<std::string>& benchmark_flags,
                 const std::function<record(const benchmark_case&)>& run_case) {
  check_flags(benchmark_flags, cases);
  std::vector<std::string> arguments{"retime"};
  arguments.insert(arguments.end(), benchmark_flags.begin(), benchmark_flags.end());
  std::vector<char*> argv;
  argv.reserve(arguments.size());
  for (auto& argument : arguments) argv.push_back(argument.data());
  int argc = static_cast<int>(argv.size());
  benchmark::Initialize(&argc, argv.data());
  if (argc > 1) throw bad_input(std::string(argv[1]) + ": Google Benchmark knows no such flag");

  // Skipped cases have no counters, and Google Benchmark's CSV takes all cases with the same or
  // none.
  const bool with_counters = std::ranges::count(benchmark_flags, "--benchmark_out_format=csv") == 0;
  std::exception_ptr failure;  // must not cross Google Benchmark's frames
  for (const auto& what : cases) {
    benchmark::RegisterBenchmark(
        what.key.c_str(),
        [&, with_counters](benchmark::State& state) {
          if (failure) return state.SkipWithError("not run: an earlier case ended the session");
          try {
            report(state, run_case(what), with_counters);
          } catch (...) {
            failure = std::current_exception();
            state.SkipWithError("the session ended here");
          }
        })
        ->Iterations(1)
        ->UseManualTime();
  }
  silent_reporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::ClearRegisteredBenchmarks();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace retime
