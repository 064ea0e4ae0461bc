// When a stream of samples has said enough.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "harness/measure/measurement.h"

namespace retime {

struct stopping_options {
  double precision = 0.01;  ///< half-width of the 95 % interval over the median
  std::size_t min_samples =
      50;  ///< before the first check; at least 6, below which no 95 % interval exists
  std::size_t max_samples = 10000;
  double quantum_ns = 0;  ///< step of the clock, per run
};

/// Fed sample by sample. Looks only when the stream has grown by a fifth since it last looked:
/// looking costs a sort, and each look is one more chance to stop on a lucky streak.
class stopping_rule {
 public:
  explicit stopping_rule(stopping_options options);
  /// The reason to stop, once there is one. More samples may be added after that.
  std::optional<stop_reason> add(double sample_ns);
  const std::vector<double>& samples() const { return samples_; }
  statistics result() const { return summarize(samples_, options_.quantum_ns); }

 private:
  std::optional<stop_reason> look() const;

  stopping_options options_;
  std::vector<double> samples_;
  std::size_t next_look_;
  std::optional<stop_reason> reason_;
};

}  // namespace retime
