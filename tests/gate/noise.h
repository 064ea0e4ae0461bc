// How times of equal code differ on made-up machines: from sample to sample, from process to
// process and from run to run.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace retime::test {

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
inline std::vector<noise_model> noise_models() {
  return {
      {.name = "samples 0.5 %"},
      {.name = "processes 0.3 %", .processes = 0.003},
      {.name = "processes 1 %", .processes = 0.01},
      {.name = "processes 2 %", .processes = 0.02},
      {.name = "sample tails t2", .heavy_samples = true, .processes = 0.003},
      {.name = "process tails t2", .processes = 0.003, .heavy_processes = true},
      {.name = "two speeds of a process", .speeds_of_processes = 0.03},
      {.name = "two speeds of a sample", .speeds_of_samples = 0.03},
      {.name = "drift in a process", .drift_in_process = 0.01},
      {.name = "drift in the session", .drift_in_session = 0.01},
      {.name = "samples AR(1) 0.9, 2 %", .samples = 0.02, .autocorrelation_of_samples = 0.9},
      {.name = "processes AR(1) 0.8, 1 %", .processes = 0.01, .autocorrelation_of_processes = 0.8},
      {.name = "runs 0.3 % more", .processes = 0.003, .runs = 0.003}};
}

/// Draws processes of a machine.
class noise_source {
 public:
  noise_source(noise_model model, std::uint64_t seed) : model_(std::move(model)), random_(seed) {}

  void begin_run() { run_ = model_.runs * normal(); }

  /// Median of a process that is run at a moment of the session: 0 its beginning, 1 its end.
  double process_median_ns(double slowdown, double moment) {
    constexpr int samples = 30;
    const double level = std::log1p(slowdown) + run_ + model_.drift_in_session * moment +
                         next_process() + two_speeds(model_.speeds_of_processes);
    const double kept = model_.autocorrelation_of_samples;
    double state = deviation(model_.samples, model_.heavy_samples);
    std::vector<double> logs;
    for (int i = 0; i < samples; ++i) {
      logs.push_back(level + state + two_speeds(model_.speeds_of_samples) +
                     model_.drift_in_process * i / samples);
      state = kept * state +
              std::sqrt(1 - kept * kept) * deviation(model_.samples, model_.heavy_samples);
    }
    const auto middle = logs.begin() + samples / 2;
    std::ranges::nth_element(logs, middle);
    return 1e5 * std::exp(*middle);
  }

  bool coin() { return coin_(random_); }

 private:
  double normal() { return normal_(random_); }
  double deviation(double scale, bool heavy) {
    return scale * (heavy ? heavy_(random_) : normal());
  }
  double two_speeds(double apart) { return apart > 0 && coin() ? apart : 0; }
  double next_process() {
    const double kept = model_.autocorrelation_of_processes;
    host_ = kept * host_ + std::sqrt(1 - kept * kept) * deviation(1, model_.heavy_processes);
    return model_.processes * host_;
  }

  noise_model model_;
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  std::student_t_distribution<double> heavy_{2};
  std::bernoulli_distribution coin_;
  double run_ = 0;
  double host_ = 0;  ///< what lasts from process to process, in deviations
};

}  // namespace retime::test
