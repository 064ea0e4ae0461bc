#include "harness/bench/benchmark_session.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>

#include "harness/files/write_file.h"
#include "harness/text/filter.h"
#include "harness/text/output.h"
#include "kernels/support/bad_input.h"

namespace retime::bench {
namespace {

constexpr const char* filter_flag = "--benchmark_filter";
constexpr const char* own_suffix = "/iterations:1/manual_time";  // Google Benchmark's

struct taken_flag {
  std::string_view name;
  const char* right;  ///< what its value is to be
  bool (*takes)(const std::string& value);
};

bool is_truth(const std::string& value) {
  return value.empty() || value == "true" || value == "false";
}

constexpr taken_flag taken_flags[] = {
    {"--benchmark_filter", "a regular expression", [](const std::string&) { return true; }},
    {"--benchmark_list_tests", "true or false", is_truth},
    {"--benchmark_out", "a file", [](const std::string& value) { return !value.empty(); }},
    {"--benchmark_out_format", "json or csv",
     [](const std::string& value) { return value == "json" || value == "csv"; }},
    {"--benchmark_context", "NAME=VALUE",
     [](const std::string& value) { return value.find('=', 1) != value.npos; }},
    {"--benchmark_repetitions", "1, since a run holds each case once; --processes repeats it",
     [](const std::string& value) { return value == "1"; }},
};

struct replaced_flag {
  std::string_view name;
  const char* instead;
};

constexpr const char* one_row =
    "a case is one row here, the median with its interval; `export --to csv` has the rest";
constexpr const char* plain_table =
    "the table is plain text; other formats are written by `export`";

/// How Google Benchmark measures and prints, which is not how cases are measured and printed here.
constexpr replaced_flag replaced_flags[] = {
    {"--benchmark_color", plain_table},
    {"--benchmark_counters_tabular", plain_table},
    {"--benchmark_display_aggregates_only", one_row},
    {"--benchmark_dry_run", "--dry-run names the cases; --profile smoke runs small ones"},
    {"--benchmark_enable_random_interleaving", "--interleave does so"},
    {"--benchmark_format",
     "--benchmark_out=FILE with --benchmark_out_format, or `export --to csv|google-benchmark`, "
     "write a file"},
    {"--benchmark_help", "`run --help` names the flags"},
    {"--benchmark_min_time", "--budget TIME limits the sampling of a case, --precision ends it"},
    {"--benchmark_min_warmup_time", "cases are warmed up by themselves; see --cache"},
    {"--benchmark_perf_counters", "records hold what the device says of itself"},
    {"--benchmark_report_aggregates_only", one_row},
    {"--benchmark_time_unit", "times have the unit that suits; files have nanoseconds"},
    {"--benchmark_version", "--version, without a command, names it"},
};

void refuse(const std::string& name) {
  const auto* other = std::ranges::find(replaced_flags, name, &replaced_flag::name);
  if (other != std::end(replaced_flags))
    throw bad_input(fmt::format("{}: means nothing here: {}", name, other->instead));
  throw bad_input(
      fmt::format("{}: of Google Benchmark's flags these work: --benchmark_filter, _list_tests, "
                  "_out, _out_format and _context",
                  name));
}

/// What "--name=value" says, "" for a bare "--name"; nothing if it is not given.
std::optional<std::string> value_of_flag(const std::vector<std::string>& flags,
                                         const std::string& name) {
  for (const auto& flag : flags) {
    if (flag == name) return "";
    if (flag.starts_with(name + "=")) return flag.substr(name.size() + 1);
  }
  return std::nullopt;
}

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
  const key_filter expression(filter, filter_flag);
  std::vector<benchmark_case> chosen;
  std::ranges::copy_if(cases, std::back_inserter(chosen), [&](const benchmark_case& each) {
    // By the name in its own terms too, which scripts may have.
    const bool is_found = expression.matches(each.key) || expression.matches(each.key + own_suffix);
    return is_found != negative;
  });
  if (chosen.empty() && !cases.empty())
    throw bad_input(
        fmt::format("{} '{}': finds none of the cases that --filter leaves", filter_flag, filter));
  return chosen;
}

}  // namespace

/// Google Benchmark ends the program, or goes on, where these are wrong.
void check_benchmark_flags(const std::vector<std::string>& flags) {
  for (const auto& flag : flags) {
    const std::string name = flag.substr(0, flag.find('='));
    const auto* flag_form = std::ranges::find(taken_flags, name, &taken_flag::name);
    if (flag_form == std::end(taken_flags)) refuse(name);
    if (std::ranges::count_if(flags, [&](const auto& other) {
          return other == name || other.starts_with(name + "=");
        }) > 1)
      throw bad_input(fmt::format("{}: given more than once", name));
    if (!flag_form->takes(*value_of_flag({flag}, name)))
      throw bad_input(fmt::format("{}: its value is {}, after a '='", flag, flag_form->right));
  }
  if (const auto file = value_of_flag(flags, "--benchmark_out"))
    check_writable(*file, "--benchmark_out");
}

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
