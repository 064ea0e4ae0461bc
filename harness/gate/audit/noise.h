// How times of equal code differ on made-up machines: from sample to sample, from process to
// process and from run to run.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace retime::gate {

/// Deviations are relative, and normal unless said otherwise.
struct noise_model {
  std::string name;
  double samples = 0.005;      ///< of a sample
  bool heavy_samples = false;  ///< Student's t with two degrees of freedom, times `samples`
  double autocorrelation_of_samples = 0;  ///< of one sample with the next
  double processes = 0;                   ///< of a process
  bool heavy_processes = false;
  double autocorrelation_of_processes = 0;                ///< of one process with the next
  double runs = 0;                                        ///< of a run, beyond its processes
  double speeds_of_samples = 0, speeds_of_processes = 0;  ///< two speeds, so far apart
  double drift_in_process = 0, drift_in_session = 0;      ///< from beginning to end
};

/// One for each way of being wrong that is known of machines.
std::vector<noise_model> noise_models();

/// Draws processes of a machine.
class noise_source {
 public:
  noise_source(noise_model model, std::uint64_t seed) : model_(std::move(model)), random_(seed) {}

  void begin_run() { run_ = model_.runs * normal(); }
  /// Median of a process that is run at a moment of the session: 0 its beginning, 1 its end.
  double process_median_ns(double slowdown, double moment);
  bool coin() { return coin_(random_); }

 private:
  double normal() { return normal_(random_); }
  double next_process();
  double deviation(double scale, bool heavy) {
    return scale * (heavy ? heavy_(random_) : normal());
  }
  double two_speeds(double apart) { return apart > 0 && coin() ? apart : 0; }

  noise_model model_;
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  std::student_t_distribution<double> heavy_{2};
  std::bernoulli_distribution coin_;
  double run_ = 0;
  double host_ = 0;  ///< what lasts from process to process, in deviations
};

}  // namespace retime::gate
