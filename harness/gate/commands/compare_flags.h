// The flags that `compare` and `ab` share: how a comparison decides, how its result is shown, and
// the files that it may be written to.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "harness/gate/compare.h"

namespace retime::gate {

constexpr double least_alpha = 1e-9;  ///< quantiles of less have no double

/// Throws bad_input that names the flag.
void check_between(const char* flag, double value, double low, double high);

class compare_flags {
 public:
  void add_to(CLI::App& command);
  void add_deciding_to(CLI::App& command);  ///< all but how the runs belong together
  /// Throws bad_input for a value that makes no sense.
  compare_options options() const;

 private:
  compare_options chosen_;
  std::string correction_ = "bh";
};

class report_files {
 public:
  void add_to(CLI::App& command);
  void check() const;  ///< throws bad_input where one cannot be written
  void write(const comparison& result) const;
  void print(const comparison& result) const;  ///< the table

 private:
  bool verbose_ = false;
  std::string markdown_, junit_, json_;
};

}  // namespace retime::gate
