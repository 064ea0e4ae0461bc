// A machine that drifts, for trying the comparison on streams whose truth is known.
#pragma once

#include <cstdint>
#include <random>
#include <utility>

#include "harness/gate/timing_run.h"

namespace retime::gate {

struct synthetic_machine {
  double time_ns = 100e3;  ///< what the case takes on the undisturbed machine
  double sample_noise =
      0.005;            ///< relative standard deviation of a sample about the level of its moment
  double drift = 0.01;  ///< relative standard deviation of the level from one run to another
  double memory_blocks = 8;  ///< within a session the level forgets itself over this many blocks
};

/// Draws runs. Times are log-normal about a level that is a stationary Gaussian process (Ornstein
/// and Uhlenbeck): two runs at different times have independent levels, blocks side by side nearly
/// the same one.
class synthetic_bench {
 public:
  synthetic_bench(const synthetic_machine& machine, std::uint64_t seed);

  /// Two builds interleaved in one session, in random order within each block. NEW takes `slowdown`
  /// longer.
  std::pair<timing_run, timing_run> session(double slowdown, int blocks, int samples_per_block);
  /// One process at a time of its own.
  timing_run run(double slowdown, int samples);

 private:
  double normal() { return normal_(random_); }
  void pass_time(double blocks);
  std::vector<double> samples(double slowdown, int count);

  synthetic_machine machine_;
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  double level_ = 0;  ///< log of the speed's deviation, now
};

}  // namespace retime::gate
