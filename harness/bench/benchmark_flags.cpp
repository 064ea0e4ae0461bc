#include "harness/bench/benchmark_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "harness/files/write_file.h"
#include "kernels/support/bad_input.h"

namespace retime::bench {
namespace {

struct known_flag {
  std::string_view name;
  const char* right;  ///< what its value is to be
  bool (*takes)(const std::string& value);
};

bool is_truth(const std::string& value) {
  return value.empty() || value == "true" || value == "false";
}

constexpr known_flag known_flags[] = {
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

}  // namespace

std::optional<std::string> value_of_flag(const std::vector<std::string>& flags,
                                         const std::string& name) {
  for (const auto& flag : flags) {
    if (flag == name) return "";
    if (flag.starts_with(name + "=")) return flag.substr(name.size() + 1);
  }
  return std::nullopt;
}

/// Google Benchmark ends the program, or goes on, where these are wrong.
void check_benchmark_flags(const std::vector<std::string>& flags) {
  for (const auto& flag : flags) {
    const std::string name = flag.substr(0, flag.find('='));
    const auto* known = std::ranges::find(known_flags, name, &known_flag::name);
    if (known == std::end(known_flags)) refuse(name);
    if (std::ranges::count_if(flags, [&](const auto& other) {
          return other == name || other.starts_with(name + "=");
        }) > 1)
      throw bad_input(fmt::format("{}: given more than once", name));
    if (!known->takes(*value_of_flag({flag}, name)))
      throw bad_input(fmt::format("{}: its value is {}, after a '='", flag, known->right));
  }
  if (const auto file = value_of_flag(flags, "--benchmark_out"))
    check_writable(*file, "--benchmark_out");
}

}  // namespace retime::bench
