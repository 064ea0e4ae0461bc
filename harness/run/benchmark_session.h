// Google Benchmark underneath: every case is one of its benchmarks, timed by us and reported to it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/record/record.h"
#include "harness/registry/sweep.h"

namespace retime {

/// Registers the cases and runs those that Google Benchmark's own flags (--benchmark_filter,
/// --benchmark_list_tests, --benchmark_out, ...) leave. `run_case` is called once a case. A case
/// that was not timed, or only in emulation, is reported to Google Benchmark as skipped with the
/// reason, so that its files hold no time that is none. Throws bad_input for a flag that Google
/// Benchmark does not know or cannot use, before anything runs.
void run_session(const std::vector<benchmark_case>& cases,
                 const std::vector<std::string>& benchmark_flags,
                 const std::function<record(const benchmark_case&)>& run_case);

}  // namespace retime
