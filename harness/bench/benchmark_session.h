// Google Benchmark underneath: every case is one of its benchmarks, timed by us and reported to it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/record/recorded_run.h"
#include "harness/registry/sweep.h"

namespace retime::bench {

/// Throws bad_input for a flag of Google Benchmark whose value is wrong, that is given twice, or
/// that means nothing for cases that have been measured: then with what does here.
void check_benchmark_flags(const std::vector<std::string>& flags);

/// A process can have one.
class benchmark_session {
 public:
  /// Throws bad_input as check_benchmark_flags() does.
  benchmark_session(const std::vector<benchmark_case>& cases, std::vector<std::string> flags);
  benchmark_session(const benchmark_session&) = delete;

  /// Those of the cases that Google Benchmark's own flags leave to be run (--benchmark_filter);
  /// none if they are only to be listed.
  std::vector<benchmark_case> selected() const;
  /// Lists them (--benchmark_list_tests), or hands the results to its files (--benchmark_out, ...).
  /// A case that was not timed, or only in emulation, is reported as skipped with the reason, so
  /// that its files hold no time that is none.
  void report(const std::map<std::string, recorded_case>& results) const;

 private:
  void initialize();

  std::string program_ = "retime";
  std::vector<std::string> flags_;  ///< Google Benchmark keeps pointers to both
  std::vector<benchmark_case> found_;
  bool only_lists_ = false;
};

}  // namespace retime::bench
