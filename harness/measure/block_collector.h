// Gathers the blocks of one case into its measurement.
#pragma once

#include "harness/measure/sampler.h"
#include "harness/measure/stopping_rule.h"

namespace retime {

/// Samples taken while the device was throttled are kept apart, and used only if there are no
/// others.
class block_collector {
 public:
  block_collector(const sampling_setup& target, const measure_options& options);
  void add(std::vector<double> samples, sample_block block);
  /// The reason to stop, once there is one.
  std::optional<stop_reason> reason() const;
  measurement result(stop_reason reason) const;

 private:
  bool all_throttled() const { return clean_.samples().empty(); }

  measurement about_;
  double precision_;
  stopping_rule clean_, throttled_;
  std::optional<stop_reason> clean_reason_, throttled_reason_;
  std::vector<sample_block> blocks_;
};

}  // namespace retime
