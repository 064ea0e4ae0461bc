// The phases of a case, in the only order there is: make input, run into poisoned output, verify,
// warm up, time, verify again. A variant cannot skip one, and a wrong one is never timed.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "harness/record/record.h"

namespace retime {

struct run_options {
  measure_options measuring;
  bool timed = true;  ///< false: `retime verify`
  std::optional<std::filesystem::path> save;
  std::optional<double> ceiling_bytes_per_s;  ///< for the roofline; nothing in emulation
};

/// Runs cases one after another. Holds the input and the reference of the last workload point,
/// which its variants share.
class case_runner {
 public:
  explicit case_runner(run_options options) : options_(std::move(options)) {}

  /// Never throws for what the case does wrong: that is in the record. Throws bad_input where the
  /// user's input is wrong.
  record run(const benchmark_case& what);

 private:
  struct shared_input {
    std::string workload_key;
    erased problem, expected;
    std::optional<double> make_ns, reference_ns;
  };

  void make_shared(const benchmark_case& what, record& into);
  void run_phases(const benchmark_case& what, record& into);
  /// One run from the initial state, compared with the reference; `answer` receives the result.
  verification verify(const benchmark_case& what, erased_runner& runner, record& into,
                      erased& answer);
  void trace(const benchmark_case& what, erased_runner& runner, record& into);

  run_options options_;
  shared_input shared_;
  /// Series do not depend on tuning, so one trace serves all tuning points of a variant at this
  /// workload.
  std::map<std::string, std::map<std::string, series>> traced_;
};

}  // namespace retime
