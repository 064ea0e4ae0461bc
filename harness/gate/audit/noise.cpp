#include "harness/gate/audit/noise.h"

#include <algorithm>
#include <cmath>

namespace retime::gate {
namespace {

constexpr int samples_of_process = 30;
constexpr double usual_time_ns = 1e5;

}  // namespace

std::vector<noise_model> noise_models() {
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

double noise_source::next_process() {
  const double kept = model_.autocorrelation_of_processes;
  const double drawn = deviation(1, model_.heavy_processes);
  host_ = kept * host_ + std::sqrt(1 - kept * kept) * drawn;
  return model_.processes * host_;
}

double noise_source::process_median_ns(double slowdown, double moment) {
  const double level = std::log1p(slowdown) + run_ + model_.drift_in_session * moment +
                       next_process() + two_speeds(model_.speeds_of_processes);
  const double fresh =
      std::sqrt(1 - model_.autocorrelation_of_samples * model_.autocorrelation_of_samples);
  double state = deviation(model_.samples, model_.heavy_samples);
  std::vector<double> logs(samples_of_process);
  for (int i = 0; i < samples_of_process; ++i) {
    logs[static_cast<std::size_t>(i)] = level + state + two_speeds(model_.speeds_of_samples) +
                                        model_.drift_in_process * i / samples_of_process;
    state = model_.autocorrelation_of_samples * state +
            fresh * deviation(model_.samples, model_.heavy_samples);
  }
  const auto middle = logs.begin() + samples_of_process / 2;
  std::ranges::nth_element(logs, middle);
  return usual_time_ns * std::exp(*middle);
}

}  // namespace retime::gate
