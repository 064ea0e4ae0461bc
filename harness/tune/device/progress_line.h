// The progress of a search on standard error: how far, the best so far, how it came there, and the
// time left.
#pragma once

#include <string>

#include "harness/tune/device/trials.h"

namespace retime::tune {

/// The course of `values` in `width` characters, on a logarithmic scale if all are above 0.
std::string sparkline(const std::vector<double>& values, std::size_t width);

class progress_line {
 public:
  progress_line(const tuning_problem& problem, std::size_t evaluations,
                std::optional<double> seconds);
  /// A terminal keeps one line; a log gets a line whenever the best changes, or something fails.
  void show(const trials& tried);
  void end();

 private:
  std::string text(const trials& tried) const;

  const tuning_problem& problem_;
  std::size_t evaluations_;
  std::optional<double> seconds_;
};

}  // namespace retime::tune
