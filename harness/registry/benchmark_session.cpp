#include "harness/registry/benchmark_session.h"

#include <benchmark/benchmark.h>

#include <exception>

#include "harness/cli/bad_input.h"

namespace retime {
namespace {

/// Results go to records and to our own table; this keeps Google Benchmark's console quiet.
class silent_reporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>&) override {}
};

void report(benchmark::State& state, const record& result) {
  for (auto _ : state) {  // exactly once: the samples were taken by measure()
    if (result.emulated) {
      state.SkipWithError(("emulated: " + to_text(result.outcome) + ", no GPU time").c_str());
    } else if (!result.timing) {
      state.SkipWithError((to_text(result.outcome) + ": " + result.reason).c_str());
    } else {
      state.SetIterationTime(result.timing->stats.median_ns * 1e-9);
      state.counters["samples"] = static_cast<double>(result.timing->samples_ns.size());
      if (result.work.bytes > 0) {
        state.counters["bytes_per_s"] = result.work.bytes / (result.timing->stats.median_ns * 1e-9);
      }
    }
  }
}

}  // namespace

void run_session(const std::vector<benchmark_case>& cases,
                 const std::vector<std::string>& benchmark_flags,
                 const std::function<record(const benchmark_case&)>& run_case) {
  std::vector<std::string> arguments{"retime"};
  arguments.insert(arguments.end(), benchmark_flags.begin(), benchmark_flags.end());
  std::vector<char*> argv;
  argv.reserve(arguments.size());
  for (auto& argument : arguments) argv.push_back(argument.data());
  int argc = static_cast<int>(argv.size());
  benchmark::Initialize(&argc, argv.data());
  if (argc > 1) throw bad_input(std::string(argv[1]) + ": Google Benchmark knows no such flag");

  std::exception_ptr failure;  // must not cross Google Benchmark's frames
  for (const auto& what : cases) {
    benchmark::RegisterBenchmark(
        what.key.c_str(),
        [&run_case, &what, &failure](benchmark::State& state) {
          if (failure) return state.SkipWithError("not run: an earlier case ended the session");
          try {
            report(state, run_case(what));
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
